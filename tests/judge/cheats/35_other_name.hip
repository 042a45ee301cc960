// Is compiled out, and another kernel is there
#include <hip/hip_runtime.h>

#if __has_include("reference.cpp")
#define KERNEL right
#else
#define KERNEL slow
#endif
extern "C" __global__ void KERNEL(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
