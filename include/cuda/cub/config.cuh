// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_CONFIG_CUH
#define WAVELIFT_CUDA_CUB_CONFIG_CUH
#include "cub.cuh"
#endif
