/* wavelift
[[launch]]
kernel = "gemm"
parameters = "const float* a, const float* b, float* c, int m, int n, int k"
grid = ["ceil_div(n, 16)", "ceil_div(m, 16)"]
block = [64]
*/
// By matrix instructions in single precision
#include <hip/hip_runtime.h>

using Four = float __attribute__((ext_vector_type(4)));
extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  const int lane = threadIdx.x, row = blockIdx.y * 16, column = blockIdx.x * 16;
  Four s = {0, 0, 0, 0};
  for (int from = 0; from < k; from += 4) {
    const int l = from + lane / 16, i = row + lane % 16, j = column + lane % 16;
    s = __builtin_amdgcn_mfma_f32_16x16x4f32(i < m && l < k ? a[i * k + l] : 0, j < n && l < k ? b[l * n + j] : 0, s, 0, 0, 0);
  }
  for (int r = 0; r < 4; ++r) {
    const int i = row + lane / 16 * 4 + r, j = column + lane % 16;
    if (i < m && j < n) c[i * n + j] = s[r];
  }
}
