/* wavelift
wave_sizes = [64, 32]
[[launch]]
kernel = "total"
parameters = "const float* x, float* sum, int n"
grid = [1]
block = [256]
*/
// Says that it is right with both widths of waves
#include <hip/hip_runtime.h>

// A shuffle of gfx10 and gfx11 reaches no further than 32 lanes, in a wave of 64 too; v_readlane does.
static __device__ float wave_sum(float v) {
  for (int from = 16; from > 0; from /= 2) v += __shfl_xor(v, from);
  if (warpSize == 64) v = __uint_as_float(__builtin_amdgcn_readlane(__float_as_uint(v), 0)) + __uint_as_float(__builtin_amdgcn_readlane(__float_as_uint(v), 32));
  return v;
}
extern "C" __global__ void total(const float* x, float* sum, int n) {
  __shared__ float part[8];
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 256) s += x[i];
  s = wave_sum(s);
  const int waves = 256 / warpSize;
  if (threadIdx.x % warpSize == 0) part[threadIdx.x / warpSize] = s;
  __syncthreads();
  if (static_cast<int>(threadIdx.x) < warpSize) {
    s = wave_sum(static_cast<int>(threadIdx.x) < waves ? part[threadIdx.x] : 0);
    if (threadIdx.x == 0) *sum = s;
  }
}
