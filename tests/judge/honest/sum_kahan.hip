/* wavelift
[[launch]]
kernel = "total"
parameters = "const float* x, float* sum, int n"
grid = [1]
block = [64]
*/
// With the error of each addition carried on
#include <hip/hip_runtime.h>

extern "C" __global__ void total(const float* x, float* sum, int n) {
  float s = 0, lost = 0;
  auto add = [&](float v) {
    const float y = v - lost, t = s + y;
    lost = (t - s) - y;
    s = t;
  };
  for (int i = threadIdx.x; i < n; i += 64) add(x[i]);
  for (int from = 32; from > 0; from /= 2) {
    const float other = __shfl_down(s, from), its = __shfl_down(lost, from);
    add(other);
    add(-its);
  }
  if (threadIdx.x == 0) *sum = s - lost;
}
