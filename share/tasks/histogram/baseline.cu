#include <cuda_runtime.h>

extern "C" __global__ void clear(unsigned* counts, int bins) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < bins) counts[i] = 0;
}

extern "C" __global__ void count(const int* keys, unsigned* counts, int n, int bins) {
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
    if (keys[i] >= 0 && keys[i] < bins) atomicAdd(&counts[keys[i]], 1u);
}
