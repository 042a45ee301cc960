/* wavelift
[[launch]]
kernel = "rms_norm"
parameters = "const float* x, const float* w, float* y, int rows, int cols, float eps"
grid = ["rows"]
block = [64]
*/
// A wave a row, by shuffles
#include <hip/hip_runtime.h>

extern "C" __global__ void rms_norm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
  const float* row = x + blockIdx.x * cols;
  float s = 0;
  for (int k = threadIdx.x; k < cols; k += 64) s += row[k] * row[k];
  for (int mask = 32; mask > 0; mask /= 2) s += __shfl_xor(s, mask);
  const float scale = rsqrtf(s / cols + eps);
  for (int k = threadIdx.x; k < cols; k += 64) y[blockIdx.x * cols + k] = row[k] * scale * w[k];
}
