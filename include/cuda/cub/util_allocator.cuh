// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_UTIL_ALLOCATOR_CUH
#define WAVELIFT_CUDA_CUB_UTIL_ALLOCATOR_CUH
#include "cub.cuh"
#endif
