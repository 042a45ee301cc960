// Blocks, tiles, coalesced groups and grids; reductions and scans.
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int sum(cg::thread_group g, int* t, int v) {
  const unsigned l = g.thread_rank();
  for (unsigned i = g.size() / 2; i > 0; i /= 2) {
    t[l] = v;
    g.sync();
    if (l < i) v += t[l + i];
    g.sync();
  }
  return v;
}
template <class G> __device__ float tree(const G& g, float v) {
  for (unsigned o = g.size() / 2; o; o /= 2) v += g.shfl_down(v, o);
  return v;
}
__global__ void groups(int* p, float* f) {
  __shared__ int s[256];
  const auto b = cg::this_thread_block();
  const auto t = cg::tiled_partition<32>(b);
  const cg::thread_block_tile<16> t16 = cg::tiled_partition<16>(t);
  p[0] = sum(b, s, p[1]) + sum(t, s, p[1]) + sum(cg::tiled_partition(b, 8), s, 2);
  f[0] = tree(t, f[1]) + tree(t16, f[3]) + cg::reduce(t, f[2], cg::plus<float>());
  p[1] = cg::reduce(t16, p[1], cg::greater<int>{}) + t.any(p[2]) + t.all(p[2]) + t.shfl(p[3], 0) +
         t.shfl_up(p[3], 1);
  p[2] = t.ballot(p[2]) + t.match_any(p[4]) + t.meta_group_rank() + t.meta_group_size() + t.thread_rank();
  if (p[3]) {
    const auto c = cg::coalesced_threads();
    p[4] = c.thread_rank() + c.size() + c.shfl(p[7], 2) + cg::reduce(c, p[2], cg::plus<int>());
  }
  p[5] = cg::inclusive_scan(t, p[11]) + cg::exclusive_scan(t16, p[1], cg::plus<int>());
  p[6] = cg::binary_partition(t, p[2] > 1).size();
  const auto g = cg::this_grid();
  g.sync();
  cg::sync(b);
  p[7] = g.thread_rank() + g.num_blocks() + b.group_index().x + b.thread_index().y;
}
