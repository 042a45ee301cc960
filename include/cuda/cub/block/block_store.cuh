// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_BLOCK_BLOCK_STORE_CUH
#define WAVELIFT_CUDA_CUB_BLOCK_BLOCK_STORE_CUH
#include "../cub.cuh"
#endif
