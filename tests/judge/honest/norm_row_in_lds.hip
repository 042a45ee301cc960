/* wavelift
[[launch]]
kernel = "rms_norm"
parameters = "const float* x, const float* w, float* y, int rows, int cols, float eps"
grid = ["rows"]
block = [64]
group_memory = "4 * cols"
*/
// Reads the row once and keeps it
#include <hip/hip_runtime.h>

extern __shared__ float row[];
extern "C" __global__ void rms_norm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
  float s = 0;
  for (int k = threadIdx.x; k < cols; k += 64) {
    row[k] = x[blockIdx.x * cols + k];
    s += row[k] * row[k];
  }
  for (int mask = 32; mask > 0; mask /= 2) s += __shfl_xor(s, mask);
  const float scale = rsqrtf(s / cols + eps);
  for (int k = threadIdx.x; k < cols; k += 64) y[blockIdx.x * cols + k] = row[k] * scale * w[k];
}
