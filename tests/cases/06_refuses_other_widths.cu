// Case 6. The host gives up where the warp's size is not 32; loops and launches count by it.
#include <cstdio>
#include <cuda_runtime.h>

static const int WS = 32;
static const int warps_per_block = 4;

__global__ void row_max(const int *in, int *out, int columns)
{
    const int lane = threadIdx.x % WS, row = blockIdx.x * warps_per_block + threadIdx.x / WS;
    int best = in[row * columns];
    for (int i = lane; i < columns; i += WS) best = max(best, in[row * columns + i]);
    for (int step = WS / 2; step > 0; step /= 2) best = max(best, __shfl_xor_sync(~0u, best, step));
    if (lane == 0) out[row] = best;
}

int main()
{
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    if (properties.warpSize != WS) { // port: WL1203
        printf("FAIL: the warp's size must be %d\n", WS);
        return 1;
    }
    const int rows = 16, columns = 75;
    int *in, *out;
    cudaMallocManaged(&in, rows * columns * sizeof(int));
    cudaMallocManaged(&out, rows * sizeof(int));
    for (int i = 0; i < rows * columns; ++i) in[i] = i * 37 % 1009;
    row_max<<<rows / warps_per_block, warps_per_block * WS>>>(in, out, columns);
    cudaDeviceSynchronize();
    for (int r = 0; r < rows; ++r) {
        int want = in[r * columns];
        for (int i = 0; i < columns; ++i) want = in[r * columns + i] > want ? in[r * columns + i] : want;
        if (out[r] != want) {
            printf("FAIL: row %d: %d instead of %d\n", r, out[r], want);
            return 1;
        }
    }
    puts("PASS");
}
