// Puts a pointer into .init_array by assembly
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
  asm volatile(".pushsection .init_array,\"aw\"\n\t.quad 0\n\t.popsection");
}
