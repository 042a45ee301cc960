// Makes each of its builds differ by the time
#include <hip/hip_runtime.h>

__constant__ const char built[] = __TIME__;

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + 0 * built[i % 8];
}
