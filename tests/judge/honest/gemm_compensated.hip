// With the errors of products and sums carried on
#include <hip/hip_runtime.h>

extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i >= m || j >= n) return;
  float s = 0, lost = 0;
  for (int l = 0; l < k; ++l) {
    const float u = a[i * k + l], v = b[l * n + j], p = u * v, low = fmaf(u, v, -p), t = s + p, z = t - s;
    lost += (s - (t - z)) + (p - z) + low;
    s = t;
  }
  c[i * n + j] = s + lost;
}
