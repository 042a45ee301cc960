// The CUDA driver API: HIP's module, context and memory functions, under CUDA's names.
#ifndef WAVELIFT_CUDA_CUDA_H
#define WAVELIFT_CUDA_CUDA_H

#include "cuda_runtime.h"

#endif
