// Case 11. A fence of the block where a barrier is needed: threads of other warps read what one has just written.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void shifted_sums(const int *in, int *out)
{
    __shared__ int sums[256];
    const int t = threadIdx.x;
    sums[t] = in[t]; // check: race-lds
    __threadfence_block();
    out[t] = sums[t] + sums[(t + 128) % 256]; // check: race-lds
}

int main()
{
    int *in, *out;
    cudaMallocManaged(&in, 256 * sizeof(int));
    cudaMallocManaged(&out, 256 * sizeof(int));
    for (int i = 0; i < 256; ++i) in[i] = i;
    shifted_sums<<<1, 256>>>(in, out);
    cudaDeviceSynchronize();
    puts("ran");
}
