/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n, 100)"]
block = [100]
*/
// A workgroup that is no multiple of the wave
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * 100 + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
