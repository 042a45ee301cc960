/* wavelift
wave_sizes = [64, 32]
*/
// Claims both wave sizes and has one by an attribute
#include <hip/hip_runtime.h>

extern "C" __attribute__((target("wavefrontsize32"))) __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
