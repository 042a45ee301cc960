// Redefines a type of the contract
#include <hip/hip_runtime.h>

#define float _Float16
extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
