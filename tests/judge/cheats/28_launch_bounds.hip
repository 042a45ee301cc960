/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n, 512)"]
block = [512]
*/

// Is compiled for fewer threads than it is launched with, for the sake of more registers
#include <hip/hip_runtime.h>

extern "C" __global__ void __launch_bounds__(256) right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * 512 + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
