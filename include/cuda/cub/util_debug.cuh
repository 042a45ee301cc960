// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_UTIL_DEBUG_CUH
#define WAVELIFT_CUDA_CUB_UTIL_DEBUG_CUH
#include "cub.cuh"
#endif
