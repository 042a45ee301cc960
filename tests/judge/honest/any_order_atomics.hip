// Atomic additions of each element
#include <hip/hip_runtime.h>

extern "C" __global__ void clear(float* sum) { *sum = 0; }
extern "C" __global__ void add(const float* x, float* sum, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}
