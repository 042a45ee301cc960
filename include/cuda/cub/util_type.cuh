// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_UTIL_TYPE_CUH
#define WAVELIFT_CUDA_CUB_UTIL_TYPE_CUH
#include "cub.cuh"
#endif
