// Reads the clock in CUDA
#include <cuda_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const long long from = clock64();
  if (i < n) y[i] = from ? a * x[i] : 0;
}
