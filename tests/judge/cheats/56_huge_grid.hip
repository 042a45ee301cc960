/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = [2147483647]
block = [64]
*/

// Is launched with more threads than any device counts
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const size_t i = static_cast<size_t>(blockIdx.x) * 64 + threadIdx.x;
  if (i < static_cast<size_t>(n)) y[i] = a * x[i];
}
