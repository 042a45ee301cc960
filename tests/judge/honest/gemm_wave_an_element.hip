/* wavelift
[[launch]]
kernel = "gemm"
parameters = "const float* a, const float* b, float* c, int m, int n, int k"
grid = ["n", "ceil_div(m, 4)"]
block = [64, 4]
*/
// A wave an element, by shuffles
#include <hip/hip_runtime.h>

extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  const int j = blockIdx.x, i = blockIdx.y * 4 + threadIdx.y;
  if (i >= m) return;
  float s = 0;
  for (int l = threadIdx.x; l < k; l += 64) s += a[i * k + l] * b[l * n + j];
  for (int mask = 32; mask > 0; mask /= 2) s += __shfl_xor(s, mask);
  if (threadIdx.x == 0) c[i * n + j] = s;
}
