// Makes the compiler crash
#include <hip/hip_runtime.h>

#pragma clang __debug crash
extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
