/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = [1]
block = [1024]
*/
// One workgroup for all
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  for (int i = threadIdx.x; i < n; i += 1024) y[i] = a * x[i];
}
