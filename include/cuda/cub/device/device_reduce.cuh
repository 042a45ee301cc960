// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_DEVICE_DEVICE_REDUCE_CUH
#define WAVELIFT_CUDA_CUB_DEVICE_DEVICE_REDUCE_CUH
#include "../cub.cuh"
#endif
