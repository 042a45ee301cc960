// BlockDiscontinuity: flags where neighbouring items differ.
#ifndef HIPCUB_BLOCK_BLOCK_DISCONTINUITY_HPP_
#define HIPCUB_BLOCK_BLOCK_DISCONTINUITY_HPP_

#include "block_adjacent_difference.hpp"

namespace hipcub {

template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = 1>
class BlockDiscontinuity : block_base<block_neighbour_storage<T, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z>> {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using base = block_base<block_neighbour_storage<T, threads>>;
  const unsigned tid = linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

  // Operators may ask for the place of the second item, too.
  template <class Op> WLPRIM_DEVICE static bool differ(Op& op, T& a, T& b, int at) {
    if constexpr (std::is_invocable_v<Op, T&, T&, int>)
      return op(a, b, at);
    else
      return op(a, b);
  }
  template <int ITEMS> WLPRIM_DEVICE void share(T (&items)[ITEMS]) {
    this->storage.first[tid] = items[0];
    this->storage.last[tid] = items[ITEMS - 1];
    __syncthreads();
  }
  template <int ITEMS, class Flag, class Op>
  WLPRIM_DEVICE void heads(Flag (&flags)[ITEMS], T (&items)[ITEMS], Op op, T* outer) {
    const int first = static_cast<int>(tid) * ITEMS;
#pragma unroll
    for (int j = 1; j < ITEMS; ++j) flags[j] = differ(op, items[j - 1], items[j], first + j);
    if (tid > 0)
      flags[0] = differ(op, this->storage.last[tid - 1], items[0], first);
    else
      flags[0] = outer ? static_cast<Flag>(differ(op, *outer, items[0], first)) : Flag(1);
  }
  template <int ITEMS, class Flag, class Op>
  WLPRIM_DEVICE void tails(Flag (&flags)[ITEMS], T (&items)[ITEMS], Op op, T* outer) {
    const int first = static_cast<int>(tid) * ITEMS;
#pragma unroll
    for (int j = 0; j + 1 < ITEMS; ++j) flags[j] = differ(op, items[j], items[j + 1], first + j + 1);
    if (tid + 1 < threads)
      flags[ITEMS - 1] = differ(op, items[ITEMS - 1], this->storage.first[tid + 1], first + ITEMS);
    else
      flags[ITEMS - 1] =
          outer ? static_cast<Flag>(differ(op, items[ITEMS - 1], *outer, first + ITEMS)) : Flag(1);
  }

public:
  using TempStorage = block_neighbour_storage<T, threads>;
  WLPRIM_DEVICE BlockDiscontinuity() : base(base::own_storage()) {}
  WLPRIM_DEVICE explicit BlockDiscontinuity(TempStorage& temporary) : base(temporary) {}

  template <int ITEMS, class Flag, class Op>
  WLPRIM_DEVICE void FlagHeads(Flag (&head)[ITEMS], T (&items)[ITEMS], Op op) {
    share(items);
    heads(head, items, op, nullptr);
  }
  template <int ITEMS, class Flag, class Op>
  WLPRIM_DEVICE void FlagHeads(Flag (&head)[ITEMS], T (&items)[ITEMS], Op op, T tile_predecessor) {
    share(items);
    heads(head, items, op, &tile_predecessor);
  }
  template <int ITEMS, class Flag, class Op>
  WLPRIM_DEVICE void FlagTails(Flag (&tail)[ITEMS], T (&items)[ITEMS], Op op) {
    share(items);
    tails(tail, items, op, nullptr);
  }
  template <int ITEMS, class Flag, class Op>
  WLPRIM_DEVICE void FlagTails(Flag (&tail)[ITEMS], T (&items)[ITEMS], Op op, T tile_successor) {
    share(items);
    tails(tail, items, op, &tile_successor);
  }
  template <int ITEMS, class Flag, class Op>
  WLPRIM_DEVICE void FlagHeadsAndTails(Flag (&head)[ITEMS], Flag (&tail)[ITEMS], T (&items)[ITEMS], Op op) {
    share(items);
    heads(head, items, op, nullptr);
    tails(tail, items, op, nullptr);
  }
  template <int ITEMS, class Flag, class Op>
  WLPRIM_DEVICE void FlagHeadsAndTails(Flag (&head)[ITEMS], Flag (&tail)[ITEMS], T tile_successor,
                                       T (&items)[ITEMS], Op op) {
    share(items);
    heads(head, items, op, nullptr);
    tails(tail, items, op, &tile_successor);
  }
  template <int ITEMS, class Flag, class Op>
  WLPRIM_DEVICE void FlagHeadsAndTails(Flag (&head)[ITEMS], T tile_predecessor, Flag (&tail)[ITEMS],
                                       T (&items)[ITEMS], Op op) {
    share(items);
    heads(head, items, op, &tile_predecessor);
    tails(tail, items, op, nullptr);
  }
  template <int ITEMS, class Flag, class Op>
  WLPRIM_DEVICE void FlagHeadsAndTails(Flag (&head)[ITEMS], T tile_predecessor, Flag (&tail)[ITEMS],
                                       T tile_successor, T (&items)[ITEMS], Op op) {
    share(items);
    heads(head, items, op, &tile_predecessor);
    tails(tail, items, op, &tile_successor);
  }
};

} // namespace hipcub

#endif
