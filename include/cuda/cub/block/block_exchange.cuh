// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_BLOCK_BLOCK_EXCHANGE_CUH
#define WAVELIFT_CUDA_CUB_BLOCK_BLOCK_EXCHANGE_CUH
#include "../cub.cuh"
#endif
