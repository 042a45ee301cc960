// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_BLOCK_BLOCK_RADIX_SORT_CUH
#define WAVELIFT_CUDA_CUB_BLOCK_BLOCK_RADIX_SORT_CUH
#include "../cub.cuh"
#endif
