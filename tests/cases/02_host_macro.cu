// Case 2. The host's launch and the kernel's template take the warp's width from the same macro.
#include <cstdio>
#include <cuda_runtime.h>

#define WARP 32

template <int Width> __global__ void warp_sums(const int *in, int *out)
{
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int step = Width / 2; step > 0; step /= 2) v += __shfl_down_sync(0xffffffff, v, step, Width);
    if (threadIdx.x % Width == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / Width] = v; // native: WL1211
}

int main()
{
    const int n = 512, threads = 2 * WARP;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n / WARP * sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = i * i % 1000;
    warp_sums<WARP><<<n / threads, threads>>>(in, out); // native: WL1214
    cudaDeviceSynchronize();
    for (int w = 0; w < n / WARP; ++w) {
        int want = 0;
        for (int i = 0; i < WARP; ++i) want += in[w * WARP + i];
        if (out[w] != want) {
            printf("FAIL: warp %d: %d instead of %d\n", w, out[w], want);
            return 1;
        }
    }
    puts("PASS");
}
