// Case 14. A sum over the block in two levels, with tid & 0x1f, tid >> 5 and blockDim / 32.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int warp_sum(int v)
{
    for (int step = 16; step > 0; step >>= 1) v += __shfl_xor_sync(0xffffffff, v, step, 32);
    return v;
}

__device__ int block_sum(int v)
{
    __shared__ int sums[32]; // native: WL1218
    const int lane = threadIdx.x & 0x1f, warp = threadIdx.x >> 5; // native: WL1211
    v = warp_sum(v);
    if (lane == 0) sums[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? sums[lane] : 0; // native: WL1211
    return warp_sum(v);
}

__global__ void sums_of_blocks(const int *in, int *out)
{
    const int sum = block_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

int main()
{
    const int sizes[] = {32, 64, 96, 480, 1024}, blocks = 3;
    int *in, *out;
    cudaMallocManaged(&in, blocks * 1024 * sizeof(int));
    cudaMallocManaged(&out, blocks * sizeof(int));
    for (int i = 0; i < blocks * 1024; ++i) in[i] = i * 13 % 101;
    for (int size : sizes) {
        sums_of_blocks<<<blocks, size>>>(in, out);
        cudaDeviceSynchronize();
        for (int b = 0; b < blocks; ++b) {
            int want = 0;
            for (int i = 0; i < size; ++i) want += in[b * size + i];
            if (out[b] != want) {
                printf("FAIL: %d threads, block %d: %d instead of %d\n", size, b, out[b], want);
                return 1;
            }
        }
    }
    puts("PASS");
}
