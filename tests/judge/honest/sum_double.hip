/* wavelift
[[launch]]
kernel = "total"
parameters = "const float* x, float* sum, int n"
grid = [1]
block = [64]
*/
// In double precision
#include <hip/hip_runtime.h>

extern "C" __global__ void total(const float* x, float* sum, int n) {
  __shared__ double part[64];
  double s = 0;
  for (int i = threadIdx.x; i < n; i += 64) s += x[i];
  part[threadIdx.x] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int k = 1; k < 64; ++k) s += part[k];
    *sum = static_cast<float>(s);
  }
}
