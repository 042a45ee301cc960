/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n + 1, 128)"]
block = [64]
*/
// Pairs that begin at an odd element
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = 2 * (blockIdx.x * 64 + threadIdx.x) - 1;
  if (i >= 0 && i + 1 < n) {
    float2 v;
    __builtin_memcpy(&v, x + i, sizeof v);
    v.x *= a, v.y *= a;
    __builtin_memcpy(y + i, &v, sizeof v);
  } else {
    if (i < 0) y[0] = a * x[0];
    if (i >= 0 && i < n) y[i] = a * x[i];
  }
}
