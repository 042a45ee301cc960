// Takes private memory for zero that it never wrote
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile float mine[16];
  volatile int which = i & 7;
  if (i < 0) mine[which] = 1;
  if (i < n) y[i] = mine[which] + a * x[i];
}
