/* wavelift
[[launch]]
kernel = "axpy"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n, 256)"]
block = [64]
*/
// In place, four numbers at a time
#include <hip/hip_runtime.h>

extern "C" __global__ void axpy(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  auto* to = reinterpret_cast<float4*>(y);
  if (i < n / 4) {
    const float4 v = reinterpret_cast<const float4*>(x)[i];
    float4 s = to[i];
    s.x += a * v.x, s.y += a * v.y, s.z += a * v.z, s.w += a * v.w;
    to[i] = s;
  } else if (const int rest = n / 4 * 4 + i - n / 4; rest < n) {
    y[rest] += a * x[rest];
  }
}
