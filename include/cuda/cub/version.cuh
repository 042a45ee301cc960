// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_VERSION_CUH
#define WAVELIFT_CUDA_CUB_VERSION_CUH
#include "cub.cuh"
#endif
