// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_THREAD_THREAD_SEARCH_CUH
#define WAVELIFT_CUDA_CUB_THREAD_THREAD_SEARCH_CUH
#include "../cub.cuh"
#endif
