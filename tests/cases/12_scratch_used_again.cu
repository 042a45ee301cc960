// Case 12. Two reductions of the block in a row on the same scratch memory, without a barrier between them.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int block_sum(int v, int *scratch)
{
    const int t = threadIdx.x;
    scratch[t] = v; // check: race-lds
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) scratch[t] += scratch[t + step];
        __syncthreads();
    }
    return scratch[0]; // check: race-lds
}

__global__ void two_sums(const int *in, int *out)
{
    __shared__ int scratch[256];
    const int all = block_sum(in[threadIdx.x], scratch), squares = block_sum(in[threadIdx.x] * in[threadIdx.x], scratch);
    out[threadIdx.x] = squares - all;
}

int main()
{
    int *in, *out;
    cudaMallocManaged(&in, 256 * sizeof(int));
    cudaMallocManaged(&out, 256 * sizeof(int));
    for (int i = 0; i < 256; ++i) in[i] = i % 10;
    two_sums<<<1, 256>>>(in, out);
    cudaDeviceSynchronize();
    puts("ran");
}
