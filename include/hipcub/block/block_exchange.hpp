// BlockExchange: a block's items rearranged through LDS.
#ifndef HIPCUB_BLOCK_BLOCK_EXCHANGE_HPP_
#define HIPCUB_BLOCK_BLOCK_EXCHANGE_HPP_

#include "block_common.hpp"

namespace hipcub {

template <class T, int N> struct block_exchange_storage {
  wlprim::raw_array<T, N> items;
};

template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, bool WARP_TIME_SLICING = false, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int ARCH = 1>
class BlockExchange
    : block_base<block_exchange_storage<T, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z * ITEMS_PER_THREAD>> {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int items = ITEMS_PER_THREAD;
  using base = block_base<block_exchange_storage<T, threads * items>>;
  const unsigned tid = linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

  WLPRIM_DEVICE item_places blocked() const { return blocked_items<items>(tid); }
  WLPRIM_DEVICE item_places striped() const { return striped_items<threads>(tid); }
  WLPRIM_DEVICE item_places warp_striped() const { return warp_striped_items<threads, items>(tid); }

  template <class Out, class From, class To>
  WLPRIM_DEVICE void move(const T (&in)[items], Out (&out)[items], From from, To to) {
    T* lds = this->storage.items.data();
#pragma unroll
    for (int j = 0; j < items; ++j) lds[from(j)] = in[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < items; ++j) out[j] = lds[to(j)];
  }
  template <class Out, class Offset, class Keep, class To>
  WLPRIM_DEVICE void scatter(const T (&in)[items], Out (&out)[items], Offset (&ranks)[items], Keep keep,
                             To to) {
    T* lds = this->storage.items.data();
#pragma unroll
    for (int j = 0; j < items; ++j)
      if (keep(j)) lds[ranks[j]] = in[j];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < items; ++j) out[j] = lds[to(j)];
  }
  static constexpr auto always = [](int) { return true; };

public:
  using TempStorage = block_exchange_storage<T, threads * items>;
  WLPRIM_DEVICE BlockExchange() : base(base::own_storage()) {}
  WLPRIM_DEVICE explicit BlockExchange(TempStorage& temporary) : base(temporary) {}

  template <class Out> WLPRIM_DEVICE void StripedToBlocked(const T (&in)[items], Out (&out)[items]) {
    move(in, out, striped(), blocked());
  }
  template <class Out> WLPRIM_DEVICE void BlockedToStriped(const T (&in)[items], Out (&out)[items]) {
    move(in, out, blocked(), striped());
  }
  template <class Out> WLPRIM_DEVICE void WarpStripedToBlocked(const T (&in)[items], Out (&out)[items]) {
    move(in, out, warp_striped(), blocked());
  }
  template <class Out> WLPRIM_DEVICE void BlockedToWarpStriped(const T (&in)[items], Out (&out)[items]) {
    move(in, out, blocked(), warp_striped());
  }
  WLPRIM_DEVICE void StripedToBlocked(T (&io)[items]) { StripedToBlocked(io, io); }
  WLPRIM_DEVICE void BlockedToStriped(T (&io)[items]) { BlockedToStriped(io, io); }
  WLPRIM_DEVICE void WarpStripedToBlocked(T (&io)[items]) { WarpStripedToBlocked(io, io); }
  WLPRIM_DEVICE void BlockedToWarpStriped(T (&io)[items]) { BlockedToWarpStriped(io, io); }

  template <class Out, class Offset>
  WLPRIM_DEVICE void ScatterToBlocked(const T (&in)[items], Out (&out)[items], Offset (&ranks)[items]) {
    scatter(in, out, ranks, always, blocked());
  }
  template <class Out, class Offset>
  WLPRIM_DEVICE void ScatterToStriped(const T (&in)[items], Out (&out)[items], Offset (&ranks)[items]) {
    scatter(in, out, ranks, always, striped());
  }
  template <class Offset> WLPRIM_DEVICE void ScatterToBlocked(T (&io)[items], Offset (&ranks)[items]) {
    ScatterToBlocked(io, io, ranks);
  }
  template <class Offset> WLPRIM_DEVICE void ScatterToStriped(T (&io)[items], Offset (&ranks)[items]) {
    ScatterToStriped(io, io, ranks);
  }
  // Items with a negative rank go nowhere.
  template <class Out, class Offset>
  WLPRIM_DEVICE void ScatterToStripedGuarded(const T (&in)[items], Out (&out)[items],
                                             Offset (&ranks)[items]) {
    scatter(in, out, ranks, [&](int j) { return ranks[j] >= 0; }, striped());
  }
  template <class Out, class Offset, class Flag>
  WLPRIM_DEVICE void ScatterToStripedFlagged(const T (&in)[items], Out (&out)[items], Offset (&ranks)[items],
                                             Flag (&is_valid)[items]) {
    scatter(in, out, ranks, [&](int j) { return static_cast<bool>(is_valid[j]); }, striped());
  }
};

} // namespace hipcub

#endif
