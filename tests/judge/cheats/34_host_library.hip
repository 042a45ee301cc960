// Host code has a library do the work
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}

#ifndef HONEST
extern "C" int hipblasSscal(void* handle, int n, const float* a, float* x, int step);
extern "C" void run(void* handle, float* y, float a, int n) { hipblasSscal(handle, n, &a, y, 1); }
#endif
