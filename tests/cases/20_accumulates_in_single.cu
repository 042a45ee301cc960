// Case 20. A product of half matrices whose sums are asked for in single precision: in half they stop at 2048.
// links: hipblas
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

int main()
{
    const int n = 8, depth = 4096;
    __half *a, *b;
    float *c;
    cudaMallocManaged(&a, n * depth * sizeof(__half));
    cudaMallocManaged(&b, n * depth * sizeof(__half));
    cudaMallocManaged(&c, n * n * sizeof(float));
    for (int i = 0; i < n * depth; ++i) a[i] = __float2half(1.0f), b[i] = __float2half(1.0f);
    cublasHandle_t handle;
    cublasCreate(&handle);
    const float one = 1, zero = 0;
    cublasStatus_t status = cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, depth, &one, a, CUDA_R_16F, depth, b, CUDA_R_16F, depth, &zero, c,
                                         CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    cudaDeviceSynchronize();
    cublasDestroy(handle);
    for (int i = 0; i < n * n; ++i)
        if (status != CUBLAS_STATUS_SUCCESS || c[i] != depth) {
            printf("FAIL: %d: %g instead of %d (status %d)\n", i, c[i], depth, static_cast<int>(status));
            return 1;
        }
    puts("PASS");
}
