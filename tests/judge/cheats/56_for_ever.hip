// Never ends
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile float* v = y;
  while (i >= 0 && v[0] != 1 || n) v[0] = a * x[0];
}
