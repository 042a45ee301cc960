// Case 29. A launch of 1024 threads of a kernel that promises at most 256: CUDA refuses it, some versions of HIP run it all the same.
#include <cstdio>
#include <cuda_runtime.h>

__global__ __launch_bounds__(256) void ranks(int *out) { out[threadIdx.x] = threadIdx.x; }

int main()
{
    int *out;
    cudaMallocManaged(&out, 1024 * sizeof(int));
    for (int i = 0; i < 1024; ++i) out[i] = -1;
    ranks<<<1, 1024>>>(out);
    const cudaError_t launched = cudaGetLastError();
    cudaDeviceSynchronize();
    int untouched = 0;
    for (int i = 0; i < 1024; ++i) untouched += out[i] == -1;
    if (launched == cudaSuccess || untouched != 1024) {
        printf("FAIL: %s, %d of 1024 untouched\n", cudaGetErrorName(launched), untouched);
        return 1;
    }
    puts("PASS");
}
