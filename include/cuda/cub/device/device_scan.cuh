// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_DEVICE_DEVICE_SCAN_CUH
#define WAVELIFT_CUDA_CUB_DEVICE_DEVICE_SCAN_CUH
#include "../cub.cuh"
#endif
