// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_UTIL_PTX_CUH
#define WAVELIFT_CUDA_CUB_UTIL_PTX_CUH
#include "cub.cuh"
#endif
