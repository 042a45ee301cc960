/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, float a, int n"
grid = ["ceil_div(n, 64)"]
block = [64]
group_memory = 65792
*/

// The same by the launch that it declares
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  extern __shared__ float big[];
  big[threadIdx.x + 16384] = a;
  __syncthreads();
  if (i < n) y[i] = big[threadIdx.x + 16384] * x[i];
}
