#include <cuda_runtime.h>

static __device__ float sum_of_block(float v) {
  __shared__ float part[256];
  part[threadIdx.x] = v;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (static_cast<int>(threadIdx.x) < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  return part[0];
}

extern "C" __global__ void sum_parts(const float* x, float* parts, int n) {
  float v = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * 256) v += x[i];
  v = sum_of_block(v);
  if (threadIdx.x == 0) parts[blockIdx.x] = v;
}

extern "C" __global__ void sum_all(const float* parts, float* sum) {
  const float v = sum_of_block(parts[threadIdx.x]);
  if (threadIdx.x == 0) *sum = v;
}
