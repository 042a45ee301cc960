// Ends the worker by an access to nothing
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
  if (i == 0) *reinterpret_cast<volatile int*>(16) = 1;
}
