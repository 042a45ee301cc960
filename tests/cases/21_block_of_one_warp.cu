// Case 21. A butterfly of five steps in a block of 32 threads.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sums(const float *in, float *out)
{
    float v = in[blockIdx.x * 32 + threadIdx.x];
    for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffff, v, step); // native: WL1217
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}

int main()
{
    const int blocks = 5;
    float *in, *out;
    cudaMallocManaged(&in, blocks * 32 * sizeof(float));
    cudaMallocManaged(&out, blocks * sizeof(float));
    for (int i = 0; i < blocks * 32; ++i) in[i] = i;
    sums<<<blocks, 32>>>(in, out); // native: WL1221
    cudaDeviceSynchronize();
    for (int b = 0; b < blocks; ++b)
        if (out[b] != 32 * (32 * b) + 496) {
            printf("FAIL: block %d: %g instead of %d\n", b, out[b], 32 * (32 * b) + 496);
            return 1;
        }
    puts("PASS");
}
