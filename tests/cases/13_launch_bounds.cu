// Case 13. __launch_bounds__ with blocks per multiprocessor, which HIP takes for waves per SIMD.
#include <cstdio>
#include <cuda_runtime.h>

__global__ __launch_bounds__(256, 4) void squares(const int *in, int *out, int n) // port: WL1304
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * in[i];
}

int main()
{
    const int n = 1000;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    for (int i = 0; i < n; ++i) in[i] = i - 500;
    squares<<<(n + 255) / 256, 256>>>(in, out, n);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        puts("FAIL: the kernel does not run");
        return 1;
    }
    for (int i = 0; i < n; ++i)
        if (out[i] != in[i] * in[i]) {
            printf("FAIL: %d: %d instead of %d\n", i, out[i], in[i] * in[i]);
            return 1;
        }
    puts("PASS");
}
