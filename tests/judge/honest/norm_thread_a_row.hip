/* wavelift
[[launch]]
kernel = "rms_norm"
parameters = "const float* x, const float* w, float* y, int rows, int cols, float eps"
grid = ["ceil_div(rows, 64)"]
block = [64]
*/
// A thread a row
#include <hip/hip_runtime.h>

extern "C" __global__ void rms_norm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
  const int r = blockIdx.x * 64 + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int k = 0; k < cols; ++k) s += x[r * cols + k] * x[r * cols + k];
  const float root = sqrtf(s / cols + eps);
  for (int k = 0; k < cols; ++k) y[r * cols + k] = x[r * cols + k] / root * w[k];
}
