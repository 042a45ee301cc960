/* wavelift
[[launch]]
kernel = "total"
parameters = "const float* x, float* sum, int n"
grid = [1]
block = [256]
*/
// By shuffles of 32 lanes, in a wave of 64 too
#include <hip/hip_runtime.h>

extern "C" __global__ void total(const float* x, float* sum, int n) {
  __shared__ float part[8];
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 256) s += x[i];
  for (int mask = 16; mask > 0; mask /= 2) s += __shfl_xor(s, mask, 32);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x < 8) {
    s = part[threadIdx.x];
    for (int mask = 4; mask > 0; mask /= 2) s += __shfl_xor(s, mask, 8);
    if (threadIdx.x == 0) *sum = s;
  }
}
