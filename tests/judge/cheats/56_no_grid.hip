/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = ["n / 64"]
block = [64]
*/

// Is not launched at all where the data are less than a workgroup
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) y[i] = a * x[i];
}
