#include <cuda_bf16.h>
#include <cuda_runtime.h>

// One thread an element.
extern "C" __global__ void gemm(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c, int m, int n, int k) {
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int l = 0; l < k; ++l) sum += __bfloat162float(a[static_cast<size_t>(i) * k + l]) * __bfloat162float(b[static_cast<size_t>(l) * n + j]);
  c[static_cast<size_t>(i) * n + j] = __float2bfloat16(sum);
}
