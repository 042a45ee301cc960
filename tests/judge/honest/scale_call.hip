// Calls a function that is not inlined
#include <hip/hip_runtime.h>

__device__ __attribute__((noinline)) float times(float a, float v) { return a * v; }
extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = times(a, x[i]);
}
