// bfloat16.
#ifndef WAVELIFT_CUDA_CUDA_BF16_HPP
#define WAVELIFT_CUDA_CUDA_BF16_HPP

#include "cuda_bf16.h"

#endif
