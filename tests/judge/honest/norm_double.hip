/* wavelift
[[launch]]
kernel = "rms_norm"
parameters = "const float* x, const float* w, float* y, int rows, int cols, float eps"
grid = ["rows"]
block = [64]
*/
// In double precision
#include <hip/hip_runtime.h>

extern "C" __global__ void rms_norm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
  const float* row = x + blockIdx.x * cols;
  double s = 0;
  for (int k = threadIdx.x; k < cols; k += 64) s += static_cast<double>(row[k]) * row[k];
  for (int mask = 32; mask > 0; mask /= 2) s += __shfl_xor(s, mask);
  const double scale = 1 / sqrt(s / cols + eps);
  for (int k = threadIdx.x; k < cols; k += 64) y[blockIdx.x * cols + k] = static_cast<float>(row[k] * scale * w[k]);
}
