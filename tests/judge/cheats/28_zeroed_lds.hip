// Takes group memory for zero
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ volatile float zeros[64];
  if (i < n) y[i] = zeros[threadIdx.x] + a * x[i];
}
