/* wavelift
[[launch]]
kernel = "rms_norm"
parameters = "const float* x, const float* w, float* y, int rows, int cols, float eps"
grid = ["rows"]
block = [64]
*/
// Divides by the largest number first, so that no square overflows
#include <hip/hip_runtime.h>

extern "C" __global__ void rms_norm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
  const float* row = x + blockIdx.x * cols;
  float most = 0, s = 0;
  for (int k = threadIdx.x; k < cols; k += 64) most = fmaxf(most, fabsf(row[k]));
  for (int mask = 32; mask > 0; mask /= 2) most = fmaxf(most, __shfl_xor(most, mask));
  most = most > 0 ? most : 1;
  for (int k = threadIdx.x; k < cols; k += 64) s += (row[k] / most) * (row[k] / most);
  for (int mask = 32; mask > 0; mask /= 2) s += __shfl_xor(s, mask);
  const float scale = 1 / sqrtf(s / cols + eps / most / most);
  for (int k = threadIdx.x; k < cols; k += 64) y[blockIdx.x * cols + k] = row[k] / most * scale * w[k];
}
