// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_WARP_WARP_MERGE_SORT_CUH
#define WAVELIFT_CUDA_CUB_WARP_WARP_MERGE_SORT_CUH
#include "../cub.cuh"
#endif
