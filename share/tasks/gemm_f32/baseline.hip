#include <hip/hip_runtime.h>

// One thread an element.
extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int l = 0; l < k; ++l) sum += a[static_cast<size_t>(i) * k + l] * b[static_cast<size_t>(l) * n + j];
  c[static_cast<size_t>(i) * n + j] = sum;
}
