// Reads the clock that goes at a constant rate
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const long long now = wall_clock64();
  if (i < n) y[i] = now ? a * x[i] : 0;
}
