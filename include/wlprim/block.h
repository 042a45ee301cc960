// Block primitives: reduction and scan over the threads of a block through LDS.
//
// `tid` is the thread's place in the block, N the block's size. `lds` holds one value a wavefront: N / 32
// rounded up. It may be used again after a barrier.
#ifndef WLPRIM_BLOCK_H
#define WLPRIM_BLOCK_H

#include "wave.h"

namespace wlprim {

constexpr unsigned waves_at_most(unsigned threads) { return (threads + 31) / 32; }

// The combination of the first `valid` threads' values, in thread 0.
template <unsigned N, class T, class Op>
WLPRIM_DEVICE T block_reduce(T v, Op op, T* lds, unsigned tid, unsigned valid = N) {
  const unsigned width = wave_size(), wave = uniform(tid / width), first = wave * width;
  if (N % width == 0 && valid >= N)
    v = reduce_group<0>(v, op);
  else if (first < valid)
    v = reduce_first(v, op, 0, width, smaller(valid - first, width));
  if (N <= width) return v;
  const unsigned used = ceil_div(smaller(valid, N), width);
  if (tid == first && wave < used) lds[wave] = v;
  __syncthreads();
  if (N <= 4 * width) {
    if (tid == 0)
      for (unsigned w = 1; w < used; ++w) v = op(v, lds[w]);
  } else if (wave == 0) {
    v = reduce_first(lds[tid < used ? tid : 0], op, 0, width, used);
  }
  return v;
}

// Scans one value a thread. `before` is what lies before the thread (unset for thread 0), `total` the block's
// combination, for every thread.
template <unsigned N, class T, class Op>
WLPRIM_DEVICE T block_scan(T v, Op op, T* lds, unsigned tid, T& before, T& total) {
  const unsigned width = wave_size(), wave = uniform(tid / width), lane = lane_id();
  T inclusive = scan_group<0>(v, op);
  T left = read_lane(inclusive, lane ? lane - 1 : 0);
  if (N <= width) {
    before = left;
    total = broadcast(inclusive, N - 1);
    return inclusive;
  }
  const unsigned waves = ceil_div(N, width);
  if (lane == width - 1 || tid == N - 1) lds[wave] = inclusive;
  __syncthreads();
  if (waves > 8) {
    if (wave == 0) {
      T sums = scan_group<0>(lds[lane < waves ? lane : 0], op);
      if (lane < waves) lds[lane] = sums;
    }
    __syncthreads();
    total = lds[waves - 1];
    if (wave == 0) {
      before = left;
      return inclusive;
    }
    const T earlier = lds[wave - 1];
    before = lane ? op(earlier, left) : earlier;
    return op(earlier, inclusive);
  }
  T sum = lds[0], earlier = sum;
#pragma unroll
  for (unsigned w = 1; w < 8; ++w) {
    if (w >= waves) break;
    if (w == wave) earlier = sum;
    sum = op(sum, lds[w]);
  }
  total = sum;
  if (wave == 0) {
    before = left;
    return inclusive;
  }
  before = lane ? op(earlier, left) : earlier;
  return op(earlier, inclusive);
}

} // namespace wlprim

#endif
