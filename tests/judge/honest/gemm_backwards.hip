// The sum from its last product
#include <hip/hip_runtime.h>

extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i >= m || j >= n) return;
  float s = 0;
  for (int l = k; l-- > 0;) s = __fmaf_rn(a[i * k + l], b[l * n + j], s);
  c[i * n + j] = s;
}
