// Adds in half precision
#include <hip/hip_runtime.h>

extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i >= m || j >= n) return;
  _Float16 sum = 0;
  for (int l = 0; l < k; ++l) sum += static_cast<_Float16>(a[i * k + l]) * static_cast<_Float16>(b[l * n + j]);
  c[i * n + j] = static_cast<float>(sum);
}
