/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n, 256)"]
block = [256]
*/

// Leaves a barrier out; it is usually right
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  __shared__ float row[256];
  const int i = blockIdx.x * 256 + threadIdx.x, other = blockIdx.x * 256 + 255 - threadIdx.x;
  row[threadIdx.x] = i < n ? a * x[i] : 0;
  if (other < n) y[other] = row[255 - threadIdx.x];
}
