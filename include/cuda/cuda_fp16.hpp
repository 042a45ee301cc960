// Half precision.
#ifndef WAVELIFT_CUDA_CUDA_FP16_HPP
#define WAVELIFT_CUDA_CUDA_FP16_HPP

#include "cuda_fp16.h"

#endif
