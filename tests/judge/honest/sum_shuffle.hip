/* wavelift
[[launch]]
kernel = "total"
parameters = "const float* x, float* sum, int n"
grid = [1]
block = [256]
*/
// By shuffles, whatever the wave's width
#include <hip/hip_runtime.h>

static __device__ float wave_sum(float v) {
  for (int from = warpSize / 2; from > 0; from /= 2) v += __shfl_down(v, from);
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
