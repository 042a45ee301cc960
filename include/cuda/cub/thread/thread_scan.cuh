// See cub.cuh.
#ifndef WAVELIFT_CUDA_CUB_THREAD_THREAD_SCAN_CUH
#define WAVELIFT_CUDA_CUB_THREAD_THREAD_SCAN_CUH
#include "../cub.cuh"
#endif
