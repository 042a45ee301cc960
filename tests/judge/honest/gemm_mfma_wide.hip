/* wavelift
[[launch]]
kernel = "gemm"
parameters = "const float* a, const float* b, float* c, int m, int n, int k"
grid = ["ceil_div(n, 32)", "ceil_div(m, 32)"]
block = [64]
*/
// By the matrix instruction of 32 by 32
#include <hip/hip_runtime.h>

using Sixteen = float __attribute__((ext_vector_type(16)));
extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  const int lane = threadIdx.x, row = blockIdx.y * 32, column = blockIdx.x * 32;
  Sixteen s = {};
  for (int from = 0; from < k; from += 2) {
    const int l = from + lane / 32, i = row + lane % 32, j = column + lane % 32;
    s = __builtin_amdgcn_mfma_f32_32x32x2f32(i < m && l < k ? a[i * k + l] : 0, j < n && l < k ? b[l * n + j] : 0, s, 0, 0, 0);
  }
  for (int r = 0; r < 16; ++r) {
    const int i = row + r / 4 * 8 + lane / 32 * 4 + r % 4, j = column + lane % 32;
    if (i < m && j < n) c[i * n + j] = s[r];
  }
}
