// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_UTIL_DEVICE_CUH
#define WAVELIFT_CUDA_CUB_UTIL_DEVICE_CUH
#include "cub.cuh"
#endif
