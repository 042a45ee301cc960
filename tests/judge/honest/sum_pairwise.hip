/* wavelift
[[launch]]
kernel = "total"
parameters = "const float* x, float* sum, int n"
grid = [1]
block = [256]
*/
// Pairwise in registers, then over group memory with a column between
#include <hip/hip_runtime.h>

template <int N> __device__ float tree(const float* v) {
  if constexpr (N == 1) return *v;
  else return tree<N / 2>(v) + tree<N / 2>(v + N / 2);
}
extern "C" __global__ void total(const float* x, float* sum, int n) {
  __shared__ float part[256 + 256 / 32];
  float v[32];
  const int each = (n + 255) / 256;
  float s = 0;
  for (int from = 0; from < each; from += 32) {
    for (int k = 0; k < 32; ++k) {
      const int i = threadIdx.x * each + from + k;
      v[k] = from + k < each && i < n ? x[i] : 0;
    }
    s += tree<32>(v);
  }
  auto at = [&](int t) -> float& { return part[t + t / 32]; };
  at(threadIdx.x) = s;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    if (threadIdx.x % (2 * step) == 0) at(threadIdx.x) += at(threadIdx.x + step);
    __syncthreads();
  }
  if (threadIdx.x == 0) *sum = at(0);
}
