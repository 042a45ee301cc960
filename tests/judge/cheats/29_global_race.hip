// One workgroup reads what another writes in the same launch
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
  if (i == n - 1 && n > 64) y[0] = a * x[0] + 0 * y[1];
}
