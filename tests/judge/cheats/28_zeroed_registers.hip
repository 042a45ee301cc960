// Takes a register for zero that it never wrote
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float zero;
  asm volatile("v_mov_b32 %0, v60" : "=v"(zero) : : "v61");
  if (i < n) y[i] = zero + a * x[i];
}
