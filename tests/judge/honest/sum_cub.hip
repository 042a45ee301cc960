/* wavelift
[[launch]]
kernel = "total"
parameters = "const float* x, float* sum, int n"
grid = [1]
block = [256]
*/
// By the block reduction of hipCUB
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>

extern "C" __global__ void total(const float* x, float* sum, int n) {
  using Reduce = hipcub::BlockReduce<float, 256>;
  __shared__ typename Reduce::TempStorage storage;
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 256) s += x[i];
  s = Reduce(storage).Sum(s);
  if (threadIdx.x == 0) *sum = s;
}
