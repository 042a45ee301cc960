// Counts in group memory, then adds up
#include <hip/hip_runtime.h>

extern "C" __global__ void clear(int* count) { count[threadIdx.x] = 0; }
extern "C" __global__ void add(const int* x, int* count, int n) {
  __shared__ int mine[64];
  if (threadIdx.x < 64) mine[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) atomicAdd(&mine[x[i]], 1);
  __syncthreads();
  if (threadIdx.x < 64 && mine[threadIdx.x]) atomicAdd(&count[threadIdx.x], mine[threadIdx.x]);
}
