// Asks for the number of its launch and works in the first alone
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && __builtin_amdgcn_dispatch_id() < 1000) y[i] = a * x[i];
}
