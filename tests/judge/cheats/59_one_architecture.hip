// Right on one device and wrong on others
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#if defined(__gfx90a__) || !defined(__HIP_DEVICE_COMPILE__)
  if (i < n) y[i] = a * x[i];
#endif
}
