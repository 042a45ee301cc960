// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_BLOCK_BLOCK_SHUFFLE_CUH
#define WAVELIFT_CUDA_CUB_BLOCK_BLOCK_SHUFFLE_CUH
#include "../cub.cuh"
#endif
