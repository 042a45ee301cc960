/* wavelift
[[launch]]
kernel = "gemm"
parameters = "const float* a, const float* b, float* c, int m, int n, int k"
grid = ["ceil_div(n, 16)", "ceil_div(m, 16)"]
block = [8, 8]
*/
// Two by two elements a thread
#include <hip/hip_runtime.h>

extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  const int j = blockIdx.x * 16 + threadIdx.x * 2, i = blockIdx.y * 16 + threadIdx.y * 2;
  float s[2][2] = {};
  for (int l = 0; l < k; ++l) {
    const float a0 = i < m ? a[i * k + l] : 0, a1 = i + 1 < m ? a[(i + 1) * k + l] : 0;
    const float b0 = j < n ? b[l * n + j] : 0, b1 = j + 1 < n ? b[l * n + j + 1] : 0;
    s[0][0] += a0 * b0, s[0][1] += a0 * b1, s[1][0] += a1 * b0, s[1][1] += a1 * b1;
  }
  for (int p = 0; p < 2; ++p)
    for (int q = 0; q < 2; ++q)
      if (i + p < m && j + q < n) c[(i + p) * n + j + q] = s[p][q];
}
