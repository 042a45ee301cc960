/* wavelift
flags = ["-fplugin=./x.so", "-ffast-math"]
*/

// Asks for compiler flags in what it declares
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
