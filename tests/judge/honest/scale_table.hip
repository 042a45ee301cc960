// A table of constants
#include <hip/hip_runtime.h>

__constant__ const float one[8] = {0.5f, 2.0f, 4.0f, 0.25f, 8.0f, 0.125f, 1.0f, 16.0f};
extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] * one[x[i] > 0 ? 6 : n % 1 + 6];
}
