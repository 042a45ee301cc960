// A constructor of the device's own code
#include <hip/hip_runtime.h>

__device__ float* where;
__device__ __attribute__((constructor)) void early() { where = nullptr; }

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && !where) y[i] = a * x[i];
}
