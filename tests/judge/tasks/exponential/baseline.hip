#include <hip/hip_runtime.h>

extern "C" __global__ void exponential(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = expf(x[i]);
}
