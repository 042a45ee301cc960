// Asks the compiler and the linker for things by pragmas
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}

#ifndef HONEST
#pragma comment(lib, "evil")
#pragma weak right
#pragma redefine_extname malloc evil
#endif
