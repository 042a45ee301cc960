/* wavelift
[[launch]]
kernel = "gemm"
parameters = "const float* a, const float* b, float* c, int m, int n, int k"
grid = ["ceil_div(n, 64)", "ceil_div(m, 4)"]
block = [16, 4]
*/
// Rows of four numbers where they are aligned
#include <hip/hip_runtime.h>

extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  const int j = 4 * (blockIdx.x * 16 + threadIdx.x), i = blockIdx.y * 4 + threadIdx.y;
  if (i >= m) return;
  if (n % 4 == 0 && j < n) {
    float4 s = {0, 0, 0, 0};
    for (int l = 0; l < k; ++l) {
      const float4 v = *reinterpret_cast<const float4*>(b + l * n + j);
      const float u = a[i * k + l];
      s.x += u * v.x, s.y += u * v.y, s.z += u * v.z, s.w += u * v.w;
    }
    *reinterpret_cast<float4*>(c + i * n + j) = s;
  } else {
    for (int e = j; e < min(n, j + 4); ++e) {
      float s = 0;
      for (int l = 0; l < k; ++l) s += a[i * k + l] * b[l * n + e];
      c[i * n + e] = s;
    }
  }
}
