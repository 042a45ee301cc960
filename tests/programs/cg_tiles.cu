// Covers: cooperative groups: thread_block and tiles of 2, 4, 8, 16 and 32: ranks, sizes, shuffles, votes,
// sync.
#include <cmath>
#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <type_traits>
#include <vector>

// Each of these ends the program at the first API call that failed or value that is wrong.
#define CHECK(call) succeeded((call), #call, __LINE__)
static void succeeded(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  printf("FAIL: %s, line %d, got %s, expected cudaSuccess\n", call, line, cudaGetErrorName(status));
  exit(1);
}
template <class T>
static void expect(const char* what, long where, T got, std::common_type_t<T> expected,
                   double tolerance = 0) {
  if (got == expected || (tolerance > 0 && std::fabs(double(got) - double(expected)) <= tolerance)) return;
  printf("FAIL: %s, at %ld, got %.17g, expected %.17g\n", what, where, double(got), double(expected));
  exit(1);
}
template <class T> static T* to_device(const std::vector<T>& v) {
  T* d = nullptr;
  CHECK(cudaMalloc(&d, v.size() * sizeof(T)));
  CHECK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
template <class T> static std::vector<T> to_host(const T* d, size_t n) {
  CHECK(cudaGetLastError());
  std::vector<T> v(n);
  CHECK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
  return v;
}

namespace cg = cooperative_groups;

struct Out {
  int block_rank, block_size, rank, size, meta_rank, meta_size;
  int from_first, up, down, partner, any, all;
  unsigned ballot;
};

template <int Size> __global__ void tiles(Out* out) {
  __shared__ int s[128];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<Size> tile = cg::tiled_partition<Size>(block);
  int t = block.thread_rank();
  s[t] = 3 * t;
  block.sync();
  int v = s[(t + 1) % block.size()];
  tile.sync();
  Out o;
  o.block_rank = t;
  o.block_size = block.size();
  o.rank = tile.thread_rank();
  o.size = tile.size();
  o.meta_rank = tile.meta_group_rank();
  o.meta_size = tile.meta_group_size();
  o.from_first = tile.shfl(v, 0);
  o.up = tile.shfl_up(v, 1);
  o.down = tile.shfl_down(v, 1);
  o.partner = tile.shfl_xor(v, Size / 2);
  o.any = tile.any(t % 37 == 5) != 0;
  o.all = tile.all(t % 37 != 5) != 0;
  o.ballot = tile.ballot(t % 3 == 1);
  out[blockIdx.x * block.size() + t] = o;
}

template <int Size> static void check() {
  const int n = 128, blocks = 2;
  Out* d = to_device(std::vector<Out>(n * blocks));
  tiles<Size><<<blocks, dim3(32, 4)>>>(d);
  std::vector<Out> out = to_host(d, n * blocks);
  for (int i = 0; i < n * blocks; i++) {
    int t = i % n, rank = t % Size, first = t - rank;
    auto v = [&](int k) { return 3 * ((k + 1) % n); };
    unsigned ballot = 0;
    bool any = false;
    for (int k = 0; k < Size; k++)
      ballot += unsigned((first + k) % 3 == 1) << k, any |= (first + k) % 37 == 5;
    expect("block rank", i, out[i].block_rank, t);
    expect("block size", i, out[i].block_size, n);
    expect("tile rank", i, out[i].rank, rank);
    expect("tile size", i, out[i].size, Size);
    expect("tile's number", i, out[i].meta_rank, t / Size);
    expect("number of tiles", i, out[i].meta_size, n / Size);
    expect("shfl", i, out[i].from_first, v(first));
    expect("shfl_up", i, out[i].up, v(rank ? t - 1 : t));
    expect("shfl_down", i, out[i].down, v(rank == Size - 1 ? t : t + 1));
    expect("shfl_xor", i, out[i].partner, v(first + (rank + Size / 2) % Size));
    expect("any", i, out[i].any, int(any));
    expect("all", i, out[i].all, int(!any));
    expect("ballot", i, out[i].ballot, ballot);
  }
}

int main() {
  check<2>();
  check<4>();
  check<8>();
  check<16>();
  check<32>();
  printf("PASS\n");
}
