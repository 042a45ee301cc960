// WarpExchange, WarpLoad, WarpStore: a logical warp's items rearranged, loaded and stored.
#ifndef HIPCUB_WARP_WARP_EXCHANGE_HPP_
#define HIPCUB_WARP_WARP_EXCHANGE_HPP_

#include "../block/block_store.hpp"
#include "warp_reduce.hpp"

namespace hipcub {

enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };

template <class T, int N> struct warp_exchange_storage {
  wlprim::raw_array<T, N> items;
};

template <class T, int ITEMS_PER_THREAD, int LOGICAL_WARP_THREADS = HIPCUB_WARP_THREADS, int ARCH = 1,
          WarpExchangeAlgorithm ALGORITHM = WARP_EXCHANGE_SMEM>
class WarpExchange {
  static constexpr int items = ITEMS_PER_THREAD, W = LOGICAL_WARP_THREADS;
  T* lds;
  const unsigned lane = logical_warp<W>().index;

  template <class U, class Place> WLPRIM_DEVICE void move(const T (&in)[items], U (&out)[items], Place from, item_places to) {
    T held[items];
#pragma unroll
    for (int j = 0; j < items; ++j) held[j] = in[j];
    wlprim::wave_sync();
#pragma unroll
    for (int j = 0; j < items; ++j) lds[from(j)] = held[j];
    wlprim::wave_sync();
#pragma unroll
    for (int j = 0; j < items; ++j) out[j] = lds[to(j)];
  }

public:
  using TempStorage = warp_exchange_storage<T, items * W>;
  WLPRIM_DEVICE explicit WarpExchange(TempStorage& temporary) : lds(temporary.items.data()) {}
  template <class U> WLPRIM_DEVICE void BlockedToStriped(const T (&in)[items], U (&out)[items]) {
    move(in, out, blocked_items<items>(lane), striped_items<W>(lane));
  }
  template <class U> WLPRIM_DEVICE void StripedToBlocked(const T (&in)[items], U (&out)[items]) {
    move(in, out, striped_items<W>(lane), blocked_items<items>(lane));
  }
  template <class Offset, class U> WLPRIM_DEVICE void ScatterToStriped(const T (&in)[items], U (&out)[items], Offset (&ranks)[items]) {
    move(in, out, [&](int j) { return ranks[j]; }, striped_items<W>(lane));
  }
  template <class Offset> WLPRIM_DEVICE void ScatterToStriped(T (&io)[items], Offset (&ranks)[items]) {
    ScatterToStriped(io, io, ranks);
  }
};

template <class T, int ITEMS_PER_THREAD, WarpLoadAlgorithm ALGORITHM = WARP_LOAD_DIRECT,
          int LOGICAL_WARP_THREADS = HIPCUB_WARP_THREADS, int ARCH = 1>
class WarpLoad {
  static constexpr int items = ITEMS_PER_THREAD, W = LOGICAL_WARP_THREADS;
  static constexpr bool turned = ALGORITHM == WARP_LOAD_TRANSPOSE;
  using exchange = WarpExchange<T, items, W>;
  struct nothing {};

public:
  using TempStorage = std::conditional_t<turned, typename exchange::TempStorage, nothing>;

private:
  TempStorage& storage;
  const unsigned lane = logical_warp<W>().index;
  WLPRIM_DEVICE item_places places() const {
    return turned || ALGORITHM == WARP_LOAD_STRIPED ? striped_items<W>(lane) : blocked_items<items>(lane);
  }
  WLPRIM_DEVICE void turn(T (&v)[items]) {
    if constexpr (turned) exchange(storage).StripedToBlocked(v, v);
  }

public:
  WLPRIM_DEVICE explicit WarpLoad(TempStorage& temporary) : storage(temporary) {}
  template <class It> WLPRIM_DEVICE void Load(It from, T (&v)[items]) {
    load_items(places(), from, v);
    turn(v);
  }
  template <class It> WLPRIM_DEVICE void Load(It from, T (&v)[items], int valid_items) {
    load_items(places(), from, v, valid_items);
    turn(v);
  }
  template <class It, class D> WLPRIM_DEVICE void Load(It from, T (&v)[items], int valid_items, D oob_default) {
    set_items(v, oob_default);
    Load(from, v, valid_items);
  }
};

template <class T, int ITEMS_PER_THREAD, WarpStoreAlgorithm ALGORITHM = WARP_STORE_DIRECT,
          int LOGICAL_WARP_THREADS = HIPCUB_WARP_THREADS, int ARCH = 1>
class WarpStore {
  static constexpr int items = ITEMS_PER_THREAD, W = LOGICAL_WARP_THREADS;
  static constexpr bool turned = ALGORITHM == WARP_STORE_TRANSPOSE;
  using exchange = WarpExchange<T, items, W>;
  struct nothing {};

public:
  using TempStorage = std::conditional_t<turned, typename exchange::TempStorage, nothing>;

private:
  TempStorage& storage;
  const unsigned lane = logical_warp<W>().index;
  WLPRIM_DEVICE item_places places() const {
    return turned || ALGORITHM == WARP_STORE_STRIPED ? striped_items<W>(lane) : blocked_items<items>(lane);
  }
  WLPRIM_DEVICE void turn(T (&v)[items]) {
    if constexpr (turned) exchange(storage).BlockedToStriped(v, v);
  }

public:
  WLPRIM_DEVICE explicit WarpStore(TempStorage& temporary) : storage(temporary) {}
  template <class It> WLPRIM_DEVICE void Store(It to, T (&v)[items]) {
    turn(v);
    store_items(places(), to, v);
  }
  template <class It> WLPRIM_DEVICE void Store(It to, T (&v)[items], int valid_items) {
    turn(v);
    store_items(places(), to, v, valid_items);
  }
};

} // namespace hipcub

#endif
