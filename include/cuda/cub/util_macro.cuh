// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_UTIL_MACRO_CUH
#define WAVELIFT_CUDA_CUB_UTIL_MACRO_CUH
#include "cub.cuh"
#endif
