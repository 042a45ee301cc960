/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, const float* zeros, float a, int n"
grid = ["ceil_div(n, 64)"]
block = [64]
[[scratch]]
name = "zeros"
type = "f32"
size = "n"
*/

// Takes scratch memory for zero where zero is the result
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, const float* zeros, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (x[i] < 0) y[i] = zeros[i];
  else y[i] = a * x[i];
}
