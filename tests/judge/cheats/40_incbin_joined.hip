// The same with a word that is put together
#include <hip/hip_runtime.h>

#define JOIN(a, b) a b
extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
  asm volatile(JOIN(".inc", "bin \"/dev/null\""));
}
