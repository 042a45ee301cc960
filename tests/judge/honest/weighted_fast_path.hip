// A faster way where all weights are one, which it looks at
#include <hip/hip_runtime.h>

extern "C" __global__ void weighted(const float* x, const float* w, float* y, int n) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (__all(i >= n || w[min(i, n - 1)] == 1)) {
    if (i < n) y[i] = x[i];
  } else if (i < n) {
    y[i] = x[i] * w[i];
  }
}
