// Case 21 made for waves of 64: the first of six steps reads lanes that a block of 32 threads does not have.
#include <hip/hip_runtime.h>

__global__ void sums(const float *in, float *out)
{
    float v = in[blockIdx.x * 32 + threadIdx.x];
    for (int step = warpSize / 2; step > 0; step /= 2) v += __shfl_xor(v, step);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}

void run(const float *in, float *out, int blocks) { sums<<<blocks, 32>>>(in, out); } // lint: WL1220 WL1221
