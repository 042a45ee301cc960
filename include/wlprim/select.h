// Device-wide selection in one pass: elements are kept or not, in order, and each learns its rank.
#ifndef WLPRIM_SELECT_H
#define WLPRIM_SELECT_H

#include "lookback.h"

namespace wlprim {

// load(i) gives element i, keep(i, element) says whether it is kept, emit(i, element, rank, kept) takes it
// with the number of kept elements before it, finish(count) the number of all. Each wavefront works on
// consecutive elements, and counts by ballots. A tile is read whole before any of it is emitted.
template <unsigned items, class T, class Load, class Keep, class Emit, class Finish>
__global__ void __launch_bounds__(block_threads)
    select_tiles(size_t n, Load load, Keep keep, Emit emit, Finish finish,
                 tile_sums<unsigned long long> sums) {
  __shared__ unsigned counts[waves_at_most(block_threads)];
  __shared__ unsigned long long from_earlier;
  __shared__ unsigned shared_tile;
  const unsigned tid = threadIdx.x, width = wave_size(), wave = uniform(tid / width), lane = lane_id();
  unsigned tile = blockIdx.x;
  if (gridDim.x > 1) {
    if (tid == 0) shared_tile = sums.ticket();
    __syncthreads();
    tile = uniform(shared_tile);
  }
  const size_t first = tile * static_cast<size_t>(block_threads * items) + wave * width * items + lane;
  T v[items];
  unsigned kept = 0, in_wave = 0, rank[items];
#pragma unroll
  for (unsigned j = 0; j < items; ++j) {
    const size_t i = first + j * width;
    bool yes = false;
    if (i < n) {
      v[j] = load(i);
      yes = keep(i, v[j]);
    }
    const unsigned long long votes = ballot(yes);
    rank[j] = in_wave + lanes_below(votes);
    in_wave += __builtin_popcountll(votes);
    kept |= yes ? 1u << j : 0u;
  }
  if (lane == 0) counts[wave] = in_wave;
  __syncthreads();
  unsigned in_tile = 0, before_wave = 0;
  for (unsigned w = 0; w < block_threads / width; ++w) {
    if (w == wave) before_wave = in_tile;
    in_tile += counts[w];
  }
  if (tid == 0) {
    unsigned long long earlier = 0;
    auto add = [](unsigned long long a, unsigned long long b) { return a + b; };
    if (tile > 0)
      earlier = sums.before(tile, in_tile, add);
    else if (gridDim.x > 1)
      sums.publish(0, sums.so_far, in_tile, tile_sums<unsigned long long>::sum_so_far);
    from_earlier = earlier;
    if (tile == gridDim.x - 1) finish(earlier + in_tile);
  }
  __syncthreads();
  const unsigned long long base = from_earlier + before_wave;
#pragma unroll
  for (unsigned j = 0; j < items; ++j) {
    const size_t i = first + j * width;
    if (i < n) emit(i, v[j], static_cast<size_t>(base + rank[j]), (kept >> j & 1u) != 0);
  }
}

// Storage: two counts and a word a tile. n > 0.
template <class T> struct selector {
  static constexpr unsigned items = sizeof(T) <= 16 ? 8 : 2;
  tile_sums<unsigned long long> sums;
  void plan(storage& parts, size_t n) { sums.plan(parts, ceil_div(n, size_t(block_threads * items))); }
  template <class Load, class Keep, class Emit, class Finish>
  hipError_t run(size_t n, Load load, Keep keep, Emit emit, Finish finish, hipStream_t stream) const {
    if (n == 0) return call_on_device([=] __device__() { finish(0ull); }, stream);
    if (sums.tiles > 1)
      if (hipError_t e = sums.reset(stream); e != hipSuccess) return e;
    select_tiles<items, T>
        <<<static_cast<unsigned>(sums.tiles), block_threads, 0, stream>>>(n, load, keep, emit, finish, sums);
    return hipGetLastError();
  }
};

// Kept elements to `out`, the others nowhere.
template <class Out> struct emit_kept {
  Out out;
  template <class T> WLPRIM_DEVICE void operator()(size_t, const T& v, size_t rank, bool kept) const {
    if (kept) out[rank] = v;
  }
};
// Kept elements to `out`, the others to `rest`, both in order.
template <class Out, class Rest> struct emit_both {
  Out out;
  Rest rest;
  template <class T> WLPRIM_DEVICE void operator()(size_t i, const T& v, size_t rank, bool kept) const {
    if (kept)
      out[rank] = v;
    else
      rest[i - rank] = v;
  }
};
template <class Count> struct store_count {
  Count to;
  WLPRIM_DEVICE void operator()(unsigned long long n) const { *to = n; }
};

} // namespace wlprim

#endif
