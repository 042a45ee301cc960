/* wavelift
[[launch]]
kernel = "squares"
parameters = "const float* x, float* scale, int cols, float eps"
grid = ["rows"]
block = [64]
[[launch]]
kernel = "apply"
parameters = "const float* x, const float* w, const float* scale, float* y, int rows, int cols"
grid = ["ceil_div(rows * cols, 256)"]
block = [256]
[[scratch]]
name = "scale"
type = "f32"
size = "rows"
*/
// Sums by one launch, products by another
#include <hip/hip_runtime.h>

extern "C" __global__ void squares(const float* x, float* scale, int cols, float eps) {
  float s = 0;
  for (int k = threadIdx.x; k < cols; k += 64) s = fmaf(x[blockIdx.x * cols + k], x[blockIdx.x * cols + k], s);
  for (int from = 32; from > 0; from /= 2) s += __shfl_down(s, from);
  if (threadIdx.x == 0) scale[blockIdx.x] = 1 / sqrtf(s / cols + eps);
}
extern "C" __global__ void apply(const float* x, const float* w, const float* scale, float* y, int rows, int cols) {
  const int e = blockIdx.x * 256 + threadIdx.x;
  if (e < rows * cols) y[e] = x[e] * (scale[e / cols] * w[e % cols]);
}
