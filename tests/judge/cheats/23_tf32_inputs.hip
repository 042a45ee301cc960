// Cuts its inputs to TF32's eleven digits
#include <hip/hip_runtime.h>

static __device__ float cut(float v) { return __uint_as_float((__float_as_uint(v) + 0x1000) & 0xffffe000); }
extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int l = 0; l < k; ++l) sum += cut(a[i * k + l]) * cut(b[l * n + j]);
  c[i * n + j] = sum;
}
