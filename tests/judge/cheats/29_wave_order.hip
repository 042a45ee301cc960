/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n, 256)"]
block = [256]
*/

// Takes for granted that waves come to an atomic in the order of their numbers
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  __shared__ int turn;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  const int from = blockIdx.x * 256 + threadIdx.x, to = blockIdx.x * 256 + atomicAdd(&turn, 1);
  if (to < n) y[to] = a * x[min(from, n - 1)];
}
