// cuBLASLt with descriptors in the program's own storage (...Opaque_t, ...Init) and a hint, in column order: D = A * B, all small whole
// numbers, so that the product is exact.
// links: cublasLt
#include <cmath>
#include <cstdio>
#include <cublasLt.h>
#include <cuda_runtime.h>

static int fail(const char* what) {
  printf("FAIL: %s\n", what);
  return 1;
}

int main() {
  const int m = 5, n = 3, k = 4;
  float a[m * k], b[k * n], d[m * n];
  for (int i = 0; i < m * k; ++i) a[i] = float(i % 7 - 3);
  for (int i = 0; i < k * n; ++i) b[i] = float(i % 5 - 2);
  float *da, *db, *dd;
  cudaMalloc(&da, sizeof(a));
  cudaMalloc(&db, sizeof(b));
  cudaMalloc(&dd, sizeof(d));
  cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);

  cublasLtHandle_t handle;
  if (cublasLtCreate(&handle) != CUBLAS_STATUS_SUCCESS) return fail("cublasLtCreate");
  cublasLtMatmulDescOpaque_t product = {};
  cublasLtMatrixLayoutOpaque_t layout_a = {}, layout_b = {}, layout_d = {};
  cublasLtMatmulPreferenceOpaque_t preference = {};
  // The second init is the one that counts.
  cublasLtMatrixLayoutInit(&layout_a, CUDA_R_64F, 1, 1, 1);
  if (cublasLtMatmulDescInit(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F) != CUBLAS_STATUS_SUCCESS ||
      cublasLtMatrixLayoutInit(&layout_a, CUDA_R_32F, m, k, m) != CUBLAS_STATUS_SUCCESS ||
      cublasLtMatrixLayoutInit(&layout_b, CUDA_R_32F, k, n, k) != CUBLAS_STATUS_SUCCESS ||
      cublasLtMatrixLayoutInit(&layout_d, CUDA_R_32F, m, n, m) != CUBLAS_STATUS_SUCCESS ||
      cublasLtMatmulPreferenceInit(&preference) != CUBLAS_STATUS_SUCCESS)
    return fail("an Init");
  int sm_count = 1;
  if (cublasLtMatmulDescSetAttribute(&product, CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, &sm_count, sizeof(sm_count)) !=
      CUBLAS_STATUS_SUCCESS)
    return fail("the hint");
  cublasLtMatmulHeuristicResult_t found = {};
  int count = 0;
  if (cublasLtMatmulAlgoGetHeuristic(handle, &product, &layout_a, &layout_b, &layout_d, &layout_d, &preference, 1, &found, &count) !=
          CUBLAS_STATUS_SUCCESS ||
      count != 1)
    return fail("the heuristic");
  const float alpha = 1, beta = 0;
  if (cublasLtMatmul(handle, &product, &alpha, da, &layout_a, db, &layout_b, &beta, dd, &layout_d, dd, &layout_d, &found.algo, nullptr, 0,
                     0) != CUBLAS_STATUS_SUCCESS)
    return fail("cublasLtMatmul");
  cudaMemcpy(d, dd, sizeof(d), cudaMemcpyDeviceToHost);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float expected = 0;
      for (int l = 0; l < k; ++l) expected += a[i + l * m] * b[l + j * k];
      if (!isfinite(d[i + j * m]) || d[i + j * m] != expected) {
        printf("FAIL: element %d, %d: %g, expected %g\n", i, j, d[i + j * m], expected);
        return 1;
      }
    }
  cublasLtDestroy(handle);
  printf("PASS\n");
}
