// Case 15. Each warp clears its row of a table in shared memory, and all rows are used.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP_SIZE 32

__global__ void count(const int *ids, int n, int *counts)
{
    __shared__ int table[32][8];
    const int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    if (lane < 8) table[warp][lane] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&table[ids[i] / 8][ids[i] % 8], 1);
    __syncthreads();
    if (threadIdx.x < 256) counts[threadIdx.x] = table[threadIdx.x / 8][threadIdx.x % 8];
}

int main()
{
    const int n = 5000;
    int *ids, *counts, want[256] = {};
    cudaMallocManaged(&ids, n * sizeof(int));
    cudaMallocManaged(&counts, 256 * sizeof(int));
    for (int i = 0; i < n; ++i) ++want[ids[i] = i * i % 256];
    count<<<1, 1024>>>(ids, n, counts);
    cudaDeviceSynchronize();
    for (int i = 0; i < 256; ++i)
        if (counts[i] != want[i]) {
            printf("FAIL: %d: %d instead of %d\n", i, counts[i], want[i]);
            return 1;
        }
    puts("PASS");
}
