// Case 15 as a port to waves of 64 has it: half as many waves clear as many rows, the rest stays undefined.
#include <cstdio>
#include <hip/hip_runtime.h>

#define WARP_SIZE 64

__global__ void count(const int *ids, int n, int *counts)
{
    __shared__ int table[32][8];
    const int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    if (lane < 8) table[warp][lane] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&table[ids[i] / 8][ids[i] % 8], 1);
    __syncthreads();
    if (threadIdx.x < 256) counts[threadIdx.x] = table[threadIdx.x / 8][threadIdx.x % 8]; // check: init-host-copy
}

int main()
{
    const int n = 5000;
    int *ids, *counts, *result = new int[256];
    (void)hipMallocManaged(&ids, n * sizeof(int));
    (void)hipMalloc(&counts, 256 * sizeof(int));
    for (int i = 0; i < n; ++i) ids[i] = i * i % 256;
    count<<<1, 1024>>>(ids, n, counts);
    (void)hipMemcpy(result, counts, 256 * sizeof(int), hipMemcpyDeviceToHost); // check: init-host-copy
    delete[] result;
    puts("ran");
}
