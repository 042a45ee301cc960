// Each product rounded before it is added
#include <hip/hip_runtime.h>

extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i >= m || j >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s = __fadd_rn(s, __fmul_rn(a[i * k + l], b[l * n + j]));
  c[i * n + j] = s;
}
