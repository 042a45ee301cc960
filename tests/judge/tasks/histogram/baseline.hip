#include <hip/hip_runtime.h>

extern "C" __global__ void clear(int* count) { count[threadIdx.x] = 0; }

extern "C" __global__ void add(const int* x, int* count, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) atomicAdd(&count[x[i]], 1);
}
