// Case 25. A constexpr function gives the width by __GFX9__, and the host launches by it.
#include <hip/hip_runtime.h>

__host__ __device__ constexpr int warp_size() // lint: WL1214
{
#if defined(__GFX9__)
    return 64;
#else
    return 32;
#endif
}

__global__ void any_of_warp(const int *in, int *out)
{
    const int any = __any(in[threadIdx.x]);
    if (threadIdx.x % warp_size() == 0) out[threadIdx.x / warp_size()] = any;
}

void run(const int *in, int *out) { any_of_warp<<<1, 4 * warp_size()>>>(in, out); }
