// BlockAdjacentDifference: an operator on each item and its neighbour to the left or right.
#ifndef HIPCUB_BLOCK_BLOCK_ADJACENT_DIFFERENCE_HPP_
#define HIPCUB_BLOCK_BLOCK_ADJACENT_DIFFERENCE_HPP_

#include "block_common.hpp"

namespace hipcub {

template <class T, int N> struct block_neighbour_storage {
  wlprim::raw_array<T, N> first, last;
};

template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = 1>
class BlockAdjacentDifference
    : block_base<block_neighbour_storage<T, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z>> {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using base = block_base<block_neighbour_storage<T, threads>>;
  const unsigned tid = linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

  // outer: the item beyond the tile's end, or null: then the item at the end stays as it is.
  template <int ITEMS, class Out, class Op>
  WLPRIM_DEVICE void left(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, int valid, const T* outer) {
    this->storage.last[tid] = in[ITEMS - 1];
    __syncthreads();
    T before = in[0];
    if (tid > 0)
      before = this->storage.last[tid - 1];
    else if (outer)
      before = *outer;
#pragma unroll
    for (int j = 0; j < ITEMS; ++j) {
      T item = in[j];
      const int at = static_cast<int>(tid) * ITEMS + j;
      out[j] = at < valid && (at > 0 || outer) ? static_cast<Out>(op(item, before)) : static_cast<Out>(item);
      before = item;
    }
  }
  template <int ITEMS, class Out, class Op>
  WLPRIM_DEVICE void right(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, int valid, const T* outer) {
    this->storage.first[tid] = in[0];
    __syncthreads();
    T after = in[ITEMS - 1];
    if (tid + 1 < threads)
      after = this->storage.first[tid + 1];
    else if (outer)
      after = *outer;
#pragma unroll
    for (int j = ITEMS - 1; j >= 0; --j) {
      T item = in[j];
      const int at = static_cast<int>(tid) * ITEMS + j;
      const bool has = at + 1 < valid || (outer && at + 1 == valid && valid == threads * ITEMS);
      out[j] = has ? static_cast<Out>(op(item, after)) : static_cast<Out>(item);
      after = item;
    }
  }

public:
  using TempStorage = block_neighbour_storage<T, threads>;
  WLPRIM_DEVICE BlockAdjacentDifference() : base(base::own_storage()) {}
  WLPRIM_DEVICE explicit BlockAdjacentDifference(TempStorage& temporary) : base(temporary) {}

  template <int ITEMS, class Out, class Op>
  WLPRIM_DEVICE void SubtractLeft(T (&in)[ITEMS], Out (&out)[ITEMS], Op op) {
    left(in, out, op, threads * ITEMS, nullptr);
  }
  template <int ITEMS, class Out, class Op>
  WLPRIM_DEVICE void SubtractLeft(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, T tile_predecessor) {
    left(in, out, op, threads * ITEMS, &tile_predecessor);
  }
  template <int ITEMS, class Out, class Op>
  WLPRIM_DEVICE void SubtractLeftPartialTile(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, int valid_items) {
    left(in, out, op, valid_items, nullptr);
  }
  template <int ITEMS, class Out, class Op>
  WLPRIM_DEVICE void SubtractLeftPartialTile(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, int valid_items,
                                             T tile_predecessor) {
    left(in, out, op, valid_items, &tile_predecessor);
  }
  template <int ITEMS, class Out, class Op>
  WLPRIM_DEVICE void SubtractRight(T (&in)[ITEMS], Out (&out)[ITEMS], Op op) {
    right(in, out, op, threads * ITEMS, nullptr);
  }
  template <int ITEMS, class Out, class Op>
  WLPRIM_DEVICE void SubtractRight(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, T tile_successor) {
    right(in, out, op, threads * ITEMS, &tile_successor);
  }
  template <int ITEMS, class Out, class Op>
  WLPRIM_DEVICE void SubtractRightPartialTile(T (&in)[ITEMS], Out (&out)[ITEMS], Op op, int valid_items) {
    right(in, out, op, valid_items, nullptr);
  }
};

} // namespace hipcub

#endif
