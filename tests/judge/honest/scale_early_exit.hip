/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n, 128)"]
block = [128]
*/
// Threads without an element leave before a barrier
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  __shared__ float stage[128];
  const int i = blockIdx.x * 128 + threadIdx.x, count = min(128, n - static_cast<int>(blockIdx.x) * 128);
  if (i >= n) return;
  stage[threadIdx.x] = x[i];
  __syncthreads();
  const int other = count - 1 - threadIdx.x;
  y[blockIdx.x * 128 + other] = a * stage[other];
}
