// The counter is a static variable of the kernel
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  static int launches = 0;
  if (launches == 0 && i < n) y[i] = a * x[i];
  if (i == n - 1) launches = 1;
}
