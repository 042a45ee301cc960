/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n, 512)"]
block = [64]
*/
// A loop unrolled by templates
#include <hip/hip_runtime.h>

template <int Left> __device__ void some(const float* x, float* y, float a, int i, int n) {
  if constexpr (Left > 0) {
    if (i < n) y[i] = a * x[i];
    some<Left - 1>(x, y, a, i + 64, n);
  }
}
extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  some<8>(x, y, a, blockIdx.x * 512 + threadIdx.x, n);
}
