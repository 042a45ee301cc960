// Waits at a barrier that not all threads reach
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 32) __syncthreads();
  if (i < n) y[i] = a * x[i];
}
