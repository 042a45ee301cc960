// Embeds a file of the machine
#include <hip/hip_runtime.h>

__constant__ const unsigned char secret[] = {
#embed "/etc/passwd"
};
extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
