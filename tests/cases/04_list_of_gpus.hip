// Case 4. The width is 64 for GPUs that are listed: gfx900, gfx906 and Hygon's get 32.
#include <hip/hip_runtime.h>

#if defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__)
#define WARP 64 // lint: WL1216
#else
#define WARP 32
#endif

__global__ void any_of_warp(const int *in, int *out)
{
    const int any = __any(in[threadIdx.x]);
    if (threadIdx.x % WARP == 0) out[threadIdx.x / WARP] = any;
}
