// WarpReduce: the combination of a logical warp's items, in its first lane.
#ifndef HIPCUB_WARP_WARP_REDUCE_HPP_
#define HIPCUB_WARP_WARP_REDUCE_HPP_

#include "../block/block_common.hpp"

namespace hipcub {

// A logical warp is W consecutive lanes. The first lane of the caller's, its own place, and what lanes hold.
template <int W> struct logical_warp {
  static constexpr bool even = (W & (W - 1)) == 0;
  const unsigned lane = wlprim::lane_id(), base = even ? lane & ~(W - 1u) : lane / W * W, index = lane - base;
  WLPRIM_DEVICE unsigned long long votes(bool p) const {
    const unsigned long long mine = wlprim::ballot(p) >> base;
    return W >= 64 ? mine : mine & ((1ull << (W % 64)) - 1);
  }
};

template <class T, int LOGICAL_WARP_THREADS = HIPCUB_WARP_THREADS, int ARCH = 1> class WarpReduce {
  static constexpr int W = LOGICAL_WARP_THREADS;
  const logical_warp<W> warp;

  // Segments by flags: a lane combines up to the lane before the next head, or up to the next tail.
  template <bool heads, class Flag, class Op> WLPRIM_DEVICE T segmented(T input, Flag flag, Op op) {
    unsigned long long marks = warp.votes(static_cast<bool>(flag));
    marks &= heads ? ~((2ull << warp.index) - 1) : ~((1ull << warp.index) - 1);
    unsigned end = marks ? __builtin_ctzll(marks) + (heads ? 0 : 1) : W;
#pragma unroll
    for (unsigned d = 1; d < W; d *= 2) {
      const bool has = warp.index + d < end;
      T other = wlprim::read_lane(input, has ? warp.lane + d : warp.lane);
      if (has) input = op(input, other);
    }
    return input;
  }

public:
  struct TempStorage {};
  WLPRIM_DEVICE explicit WarpReduce(TempStorage&) {}

  template <class Op> WLPRIM_DEVICE T Reduce(T input, Op reduction_op) {
    auto op = close_over<T>(reduction_op);
    if constexpr (logical_warp<W>::even) return wlprim::reduce_group<W>(input, op);
    else return wlprim::reduce_first(input, op, warp.base, W, W);
  }
  template <class Op> WLPRIM_DEVICE T Reduce(T input, Op op, int valid_items) {
    return wlprim::reduce_first(input, close_over<T>(op), warp.base, W, static_cast<unsigned>(valid_items));
  }
  template <int ITEMS, class Op> WLPRIM_DEVICE T Reduce(T (&items)[ITEMS], Op op) {
    T sum = items[0];
#pragma unroll
    for (int j = 1; j < ITEMS; ++j) sum = op(sum, items[j]);
    return Reduce(sum, op);
  }
  WLPRIM_DEVICE T Sum(T input) { return Reduce(input, hipcub::Sum()); }
  WLPRIM_DEVICE T Sum(T input, int valid_items) { return Reduce(input, hipcub::Sum(), valid_items); }
  template <class Flag, class Op> WLPRIM_DEVICE T HeadSegmentedReduce(T input, Flag head_flag, Op op) {
    return segmented<true>(input, head_flag, close_over<T>(op));
  }
  template <class Flag, class Op> WLPRIM_DEVICE T TailSegmentedReduce(T input, Flag tail_flag, Op op) {
    return segmented<false>(input, tail_flag, close_over<T>(op));
  }
  template <class Flag> WLPRIM_DEVICE T HeadSegmentedSum(T input, Flag head_flag) {
    return HeadSegmentedReduce(input, head_flag, hipcub::Sum());
  }
  template <class Flag> WLPRIM_DEVICE T TailSegmentedSum(T input, Flag tail_flag) {
    return TailSegmentedReduce(input, tail_flag, hipcub::Sum());
  }
};

template <class T> class WarpReduce<T, 1, 1> {
public:
  struct TempStorage {};
  WLPRIM_DEVICE explicit WarpReduce(TempStorage&) {}
  template <class... A> WLPRIM_DEVICE T Reduce(T input, A...) { return input; }
  template <class... A> WLPRIM_DEVICE T Sum(T input, A...) { return input; }
};

} // namespace hipcub

#endif
