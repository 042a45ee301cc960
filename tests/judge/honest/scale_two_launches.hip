/* wavelift
[[launch]]
kernel = "even"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n, 128)"]
block = [64]
[[launch]]
kernel = "odd"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n, 128)"]
block = [64]
*/
// Even and odd elements by two kernels
#include <hip/hip_runtime.h>

static __device__ void one(const float* x, float* y, float a, int n, int i) {
  if (i < n) y[i] = a * x[i];
}
extern "C" __global__ void even(const float* x, float* y, float a, int n) { one(x, y, a, n, 2 * (blockIdx.x * 64 + threadIdx.x)); }
extern "C" __global__ void odd(const float* x, float* y, float a, int n) { one(x, y, a, n, 2 * (blockIdx.x * 64 + threadIdx.x) + 1); }
