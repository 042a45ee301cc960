// Case 10. The width by __GFX9__, which is not defined when the code is made for any AMD GPU.
// lint options: --target amdgcnspirv
#include <hip/hip_runtime.h>

#if defined(__GFX9__)
#define WARP 64 // lint: WL1223
#else
#define WARP 32
#endif

__global__ void any_of_warp(const int *in, int *out)
{
    const int any = __any(in[threadIdx.x]);
    if (threadIdx.x % WARP == 0) out[threadIdx.x / WARP] = any;
}
