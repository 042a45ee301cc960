// Uses an input as its own memory and puts back what was there
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  volatile float* room = const_cast<volatile float*>(x);
  const float before = room[i];
  room[i] = a * before;
  y[i] = room[i];
  room[i] = before;
}
