// A program that links cuBLAS, cuFFT, cuSPARSE and cuSOLVER and works on a kernel's results with each.
// links: cublas cufft cusparse cusolver
#include <cmath>
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cufft.h>
#include <cusolverDn.h>
#include <cusparse.h>

#define CHECK(call, success)                                                                                 \
  if ((call) != success) {                                                                                   \
    printf("line %d: %s\n", __LINE__, #call);                                                                \
    return 1;                                                                                                \
  }

constexpr int n = 64;

__global__ void fill(float* a, float* x, __half* h, cufftComplex* z) {
  int i = threadIdx.x;
  for (int j = 0; j < n; ++j) a[i + j * n] = i == j ? 4.0f : (i - j == 1 || j - i == 1) ? -1.0f : 0.0f;
  x[i] = static_cast<float>(i % 5);
  h[i] = __float2half(0.5f);
  z[i] = make_cuComplex(i == 1 ? 1.0f : 0.0f, 0.0f);
}

int main() {
  float *a, *x, *y;
  __half *h, *hc;
  cufftComplex* z;
  int* info;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  cudaMallocManaged(&h, n * sizeof(__half));
  cudaMallocManaged(&hc, sizeof(__half));
  cudaMallocManaged(&z, n * sizeof(cufftComplex));
  cudaMallocManaged(&info, sizeof(int));
  fill<<<1, n>>>(a, x, h, z);

  // y = A x, on a stream of its own.
  cublasHandle_t blas;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  CHECK(cublasCreate(&blas), CUBLAS_STATUS_SUCCESS)
  CHECK(cublasSetStream(blas, stream), CUBLAS_STATUS_SUCCESS)
  const float one = 1, zero = 0;
  cudaDeviceSynchronize();
  CHECK(cublasSgemv(blas, CUBLAS_OP_N, n, n, &one, a, n, x, 1, &zero, y, 1), CUBLAS_STATUS_SUCCESS)
  const __half half_one = __float2half(1.0f), half_zero = __float2half(0.0f);
  CHECK(cublasHgemm(blas, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, n, &half_one, h, n, h, n, &half_zero, hc, 1), CUBLAS_STATUS_SUCCESS)
  cudaStreamSynchronize(stream);
  if (y[2] != 4 * 2 - 1 - 3 || __half2float(*hc) != 16) return printf("blas: %g %g\n", y[2], __half2float(*hc)), 1;

  // The transform of a shifted unit impulse.
  cufftHandle plan;
  CHECK(cufftPlan1d(&plan, n, CUFFT_C2C, 1), CUFFT_SUCCESS)
  CHECK(cufftExecC2C(plan, z, z, CUFFT_FORWARD), CUFFT_SUCCESS)
  cudaDeviceSynchronize();
  if (std::fabs(z[n / 4].x) > 1e-5 || std::fabs(z[n / 4].y + 1) > 1e-5) return printf("fft: %g %g\n", z[n / 4].x, z[n / 4].y), 1;
  cufftDestroy(plan);

  // A as a sparse matrix, y -= A x.
  cusparseHandle_t sparse;
  cusparseDnMatDescr_t dense;
  cusparseSpMatDescr_t matrix;
  cusparseDnVecDescr_t dx, dy;
  int *offsets, *columns;
  float* values;
  cudaMallocManaged(&offsets, (n + 1) * sizeof(int));
  cudaMallocManaged(&columns, 3 * n * sizeof(int));
  cudaMallocManaged(&values, 3 * n * sizeof(float));
  CHECK(cusparseCreate(&sparse), CUSPARSE_STATUS_SUCCESS)
  cusparseCreateDnMat(&dense, n, n, n, a, CUDA_R_32F, CUSPARSE_ORDER_COL);
  cusparseCreateCsr(&matrix, n, n, 0, offsets, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  CHECK(cusparseDenseToSparse_analysis(sparse, dense, matrix, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr), CUSPARSE_STATUS_SUCCESS)
  cusparseCsrSetPointers(matrix, offsets, columns, values);
  CHECK(cusparseDenseToSparse_convert(sparse, dense, matrix, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, nullptr), CUSPARSE_STATUS_SUCCESS)
  cusparseCreateDnVec(&dx, n, x, CUDA_R_32F);
  cusparseCreateDnVec(&dy, n, y, CUDA_R_32F);
  const float minus = -1;
  CHECK(cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &minus, matrix, dx, &one, dy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, nullptr),
        CUSPARSE_STATUS_SUCCESS)
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i)
    if (y[i] != 0) return printf("sparse: y[%d] = %g\n", i, y[i]), 1;

  // A = L L^T, and the largest diagonal element of L.
  cusolverDnHandle_t solver;
  CHECK(cusolverDnCreate(&solver), CUSOLVER_STATUS_SUCCESS)
  int size = 0;
  float* work;
  CHECK(cusolverDnSpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, n, a, n, &size), CUSOLVER_STATUS_SUCCESS)
  cudaMalloc(&work, size * sizeof(float));
  CHECK(cusolverDnSpotrf(solver, CUBLAS_FILL_MODE_LOWER, n, a, n, work, size, info), CUSOLVER_STATUS_SUCCESS)
  cudaDeviceSynchronize();
  if (*info != 0 || a[0] != 2) return printf("solver: %d %g\n", *info, a[0]), 1;
  int largest = 0;
  CHECK(cublasIsamax(blas, n, a, n + 1, &largest), CUBLAS_STATUS_SUCCESS)
  if (largest != 1) return printf("amax: %d\n", largest), 1;
  printf("PASS\n");
  return 0;
}
