// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_WARP_WARP_LOAD_CUH
#define WAVELIFT_CUDA_CUB_WARP_WARP_LOAD_CUH
#include "../cub.cuh"
#endif
