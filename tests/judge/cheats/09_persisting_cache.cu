// The same in CUDA
#include <cuda_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}

#ifndef HONEST
extern "C" void run() { cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, size_t(32) << 20); }
#endif
