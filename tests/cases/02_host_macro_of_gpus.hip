// Case 2 as HIP code has it: the macro follows the GPU, which the host's pass does not know.
#include <hip/hip_runtime.h>

#if defined(__GFX9__)
#define WARP 64
#else
#define WARP 32 // lint: WL1214
#endif

__global__ void warp_sums(const int *in, int *out)
{
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int step = WARP / 2; step > 0; step /= 2) v += __shfl_down(v, step, WARP);
    if (threadIdx.x % WARP == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / WARP] = v;
}

void run(const int *in, int *out, int n) { warp_sums<<<n / (2 * WARP), 2 * WARP>>>(in, out); }
