// SIMD video functions.
#ifndef WAVELIFT_CUDA_SIMD_FUNCTIONS_H
#define WAVELIFT_CUDA_SIMD_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
