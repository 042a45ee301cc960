// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_WARP_WARP_EXCHANGE_CUH
#define WAVELIFT_CUDA_CUB_WARP_WARP_EXCHANGE_CUH
#include "../cub.cuh"
#endif
