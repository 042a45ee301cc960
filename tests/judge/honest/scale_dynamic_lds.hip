/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n, 128)"]
block = [128]
group_memory = "4 * 128"
*/
// Through group memory whose size is the launch's
#include <hip/hip_runtime.h>

extern __shared__ float stage[];
extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  stage[127 - threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  if (i < n) y[i] = a * stage[127 - threadIdx.x];
}
