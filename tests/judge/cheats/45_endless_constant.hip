// Has the compiler compute for ever
#include <hip/hip_runtime.h>

constexpr long spin() {
  long s = 0;
  for (long i = 0; i < 1000000000000; ++i) s += i;
  return s;
}
constexpr long sum = spin();
extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
