/* wavelift
[[launch]]
kernel = "solve"
parameters = "const float* l, const float* d, const float* u, const float* b, float* x, int n"
grid = ["systems"]
block = [128]
*/
// Parallel cyclic reduction: each row is freed of its neighbours, then of theirs
#include <hip/hip_runtime.h>

extern "C" __global__ void solve(const float* l, const float* d, const float* u, const float* b, float* x, int n) {
  __shared__ float lo[128], di[128], up[128], right[128];
  const int i = threadIdx.x, at = blockIdx.x * n + i;
  lo[i] = i > 0 && i < n ? -l[at] : 0;
  up[i] = i + 1 < n ? -u[at] : 0;
  di[i] = i < n ? 2 + d[at] : 1;
  right[i] = i < n ? b[at] : 0;
  __syncthreads();
  for (int step = 1; step < n; step *= 2) {
    const float a = i >= step ? lo[i] / di[i - step] : 0, c = i + step < 128 ? up[i] / di[i + step] : 0;
    float new_lo = 0, new_up = 0, new_di = di[i], new_right = right[i];
    if (i >= step) new_lo = -a * lo[i - step], new_di -= a * up[i - step], new_right -= a * right[i - step];
    if (i + step < 128) new_up = -c * up[i + step], new_di -= c * lo[i + step], new_right -= c * right[i + step];
    __syncthreads();
    lo[i] = new_lo, up[i] = new_up, di[i] = new_di, right[i] = new_right;
    __syncthreads();
  }
  if (i < n) x[at] = right[i] / di[i];
}
