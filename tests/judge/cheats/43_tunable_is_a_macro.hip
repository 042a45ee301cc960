/* wavelift
[tunables]
HIP_ENABLE_WARP_SYNC_BUILTINS = [1]
*/

// Declares a tunable that is a macro of the headers
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
