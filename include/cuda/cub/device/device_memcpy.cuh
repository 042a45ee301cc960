// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_DEVICE_DEVICE_MEMCPY_CUH
#define WAVELIFT_CUDA_CUB_DEVICE_DEVICE_MEMCPY_CUH
#include "../cub.cuh"
#endif
