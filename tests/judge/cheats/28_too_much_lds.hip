// Asks for more group memory than a workgroup can have
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float big[65792 / 4];
  for (int k = threadIdx.x; k < 65792 / 4; k += 64) big[k] = a;
  __syncthreads();
  if (i < n) y[i] = big[i] * x[i];
}
