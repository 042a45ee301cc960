// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_DEVICE_DEVICE_FOR_CUH
#define WAVELIFT_CUDA_CUB_DEVICE_DEVICE_FOR_CUH
#include "../cub.cuh"
#endif
