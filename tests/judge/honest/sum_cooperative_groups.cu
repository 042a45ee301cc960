/* wavelift
[[launch]]
kernel = "total"
parameters = "const float* x, float* sum, int n"
grid = [1]
block = [128]
*/
// By tiles of cooperative groups
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
extern "C" __global__ void total(const float* x, float* sum, int n) {
  __shared__ float part[4];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  float s = 0;
  for (int i = block.thread_rank(); i < n; i += 128) s += x[i];
  for (int from = 16; from > 0; from /= 2) s += tile.shfl_down(s, from);
  if (tile.thread_rank() == 0) part[threadIdx.x / 32] = s;
  block.sync();
  if (threadIdx.x == 0) *sum = (part[0] + part[1]) + (part[2] + part[3]);
}
