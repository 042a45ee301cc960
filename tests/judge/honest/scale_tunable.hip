/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n, BLOCK * EACH)"]
block = ["BLOCK"]
[tunables]
BLOCK = [128, 64, 256]
EACH = [3, 1, 2]
constraints = ["BLOCK * EACH <= 512"]
*/
// The block is a tunable
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
#pragma unroll
  for (int k = 0; k < EACH; ++k) {
    const int i = (blockIdx.x * EACH + k) * BLOCK + threadIdx.x;
    if (i < n) y[i] = a * x[i];
  }
}
