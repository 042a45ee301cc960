/* wavelift
[[launch]]
kernel = "rms_norm"
parameters = "const float* x, const float* w, float* y, int rows, int cols, float eps"
grid = ["rows"]
block = [128]
*/
// Pairs where rows are even
#include <hip/hip_runtime.h>

extern "C" __global__ void rms_norm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
  __shared__ float part[128];
  const float* row = x + blockIdx.x * cols;
  float s = 0;
  const int pairs = cols % 2 == 0 ? cols / 2 : 0;
  for (int k = threadIdx.x; k < pairs; k += 128) {
    const float2 v = reinterpret_cast<const float2*>(row)[k];
    s += v.x * v.x + v.y * v.y;
  }
  for (int k = 2 * pairs + threadIdx.x; k < cols; k += 128) s += row[k] * row[k];
  part[threadIdx.x] = s;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (static_cast<int>(threadIdx.x) < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  const float scale = 1 / sqrtf(part[0] / cols + eps);
  for (int k = threadIdx.x; k < cols; k += 128) y[blockIdx.x * cols + k] = row[k] * scale * w[k];
}
