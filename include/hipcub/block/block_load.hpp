// BlockLoad: a tile from memory to a block's registers, and the functions it is made of.
#ifndef HIPCUB_BLOCK_BLOCK_LOAD_HPP_
#define HIPCUB_BLOCK_BLOCK_LOAD_HPP_

#include "../thread/thread_load.hpp"
#include "block_exchange.hpp"

namespace hipcub {

// Items at the given places; those at `valid` and beyond are left alone.
template <class T, int ITEMS, class It>
WLPRIM_DEVICE void load_items(item_places at, It from, T (&items)[ITEMS]) {
#pragma unroll
  for (int j = 0; j < ITEMS; ++j) items[j] = from[at(j)];
}
template <class T, int ITEMS, class It>
WLPRIM_DEVICE void load_items(item_places at, It from, T (&items)[ITEMS], int valid) {
#pragma unroll
  for (int j = 0; j < ITEMS; ++j)
    if (static_cast<int>(at(j)) < valid) items[j] = from[at(j)];
}
template <class T, int ITEMS, class It>
WLPRIM_DEVICE void store_items(item_places at, It to, T (&items)[ITEMS]) {
#pragma unroll
  for (int j = 0; j < ITEMS; ++j) to[at(j)] = items[j];
}
template <class T, int ITEMS, class It>
WLPRIM_DEVICE void store_items(item_places at, It to, T (&items)[ITEMS], int valid) {
#pragma unroll
  for (int j = 0; j < ITEMS; ++j)
    if (static_cast<int>(at(j)) < valid) to[at(j)] = items[j];
}
template <class T, int ITEMS, class D> WLPRIM_DEVICE void set_items(T (&items)[ITEMS], const D& value) {
#pragma unroll
  for (int j = 0; j < ITEMS; ++j) items[j] = static_cast<T>(value);
}

template <class T, int ITEMS, class It>
WLPRIM_DEVICE void LoadDirectBlocked(int tid, It from, T (&items)[ITEMS]) {
  load_items(blocked_items<ITEMS>(tid), from, items);
}
template <class T, int ITEMS, class It>
WLPRIM_DEVICE void LoadDirectBlocked(int tid, It from, T (&items)[ITEMS], int valid) {
  load_items(blocked_items<ITEMS>(tid), from, items, valid);
}
template <class T, class D, int ITEMS, class It>
WLPRIM_DEVICE void LoadDirectBlocked(int tid, It from, T (&items)[ITEMS], int valid, D otherwise) {
  set_items(items, otherwise);
  LoadDirectBlocked(tid, from, items, valid);
}
template <class T, int ITEMS>
WLPRIM_DEVICE void LoadDirectBlockedVectorized(int tid, T* from, T (&items)[ITEMS]) {
  LoadDirectBlocked(tid, from, items);
}
template <int THREADS, class T, int ITEMS, class It>
WLPRIM_DEVICE void LoadDirectStriped(int tid, It from, T (&items)[ITEMS]) {
  load_items(striped_items<THREADS>(tid), from, items);
}
template <int THREADS, class T, int ITEMS, class It>
WLPRIM_DEVICE void LoadDirectStriped(int tid, It from, T (&items)[ITEMS], int valid) {
  load_items(striped_items<THREADS>(tid), from, items, valid);
}
template <int THREADS, class T, class D, int ITEMS, class It>
WLPRIM_DEVICE void LoadDirectStriped(int tid, It from, T (&items)[ITEMS], int valid, D otherwise) {
  set_items(items, otherwise);
  LoadDirectStriped<THREADS>(tid, from, items, valid);
}
WLPRIM_DEVICE item_places whole_warp_places(int tid, int items) {
  const unsigned width = striping_warp(), first = tid / width * width;
  return {first * items + (tid - first), width};
}
template <class T, int ITEMS, class It>
WLPRIM_DEVICE void LoadDirectWarpStriped(int tid, It from, T (&items)[ITEMS]) {
  load_items(whole_warp_places(tid, ITEMS), from, items);
}
template <class T, int ITEMS, class It>
WLPRIM_DEVICE void LoadDirectWarpStriped(int tid, It from, T (&items)[ITEMS], int valid) {
  load_items(whole_warp_places(tid, ITEMS), from, items, valid);
}
template <class T, class D, int ITEMS, class It>
WLPRIM_DEVICE void LoadDirectWarpStriped(int tid, It from, T (&items)[ITEMS], int valid, D otherwise) {
  set_items(items, otherwise);
  LoadDirectWarpStriped(tid, from, items, valid);
}

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

// The transposing kinds read with neighbouring threads at neighbouring addresses and turn the tile in LDS.
template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = 1>
class BlockLoad {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int items = ITEMS_PER_THREAD;
  static constexpr bool by_block = ALGORITHM == BLOCK_LOAD_TRANSPOSE;
  static constexpr bool by_warp =
      ALGORITHM == BLOCK_LOAD_WARP_TRANSPOSE || ALGORITHM == BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED;
  using exchange = BlockExchange<T, BLOCK_DIM_X, items, false, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  struct nothing {};

public:
  using TempStorage = std::conditional_t<by_block || by_warp, typename exchange::TempStorage, nothing>;

private:
  TempStorage* storage;
  const unsigned tid = linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

  WLPRIM_DEVICE item_places places() const {
    if constexpr (by_block || ALGORITHM == BLOCK_LOAD_STRIPED)
      return striped_items<threads>(tid);
    else if constexpr (by_warp)
      return warp_striped_items<threads, items>(tid);
    else
      return blocked_items<items>(tid);
  }
  WLPRIM_DEVICE void turn(T (&v)[items]) {
    if constexpr (by_block) exchange(*storage).StripedToBlocked(v);
    if constexpr (by_warp) exchange(*storage).WarpStripedToBlocked(v);
  }
  WLPRIM_DEVICE static TempStorage* own_storage() {
    __shared__ TempStorage own;
    return &own;
  }

public:
  WLPRIM_DEVICE BlockLoad() : storage(own_storage()) {}
  WLPRIM_DEVICE explicit BlockLoad(TempStorage& temporary) : storage(&temporary) {}

  template <class It> WLPRIM_DEVICE void Load(It from, T (&v)[items]) {
    load_items(places(), from, v);
    turn(v);
  }
  template <class It> WLPRIM_DEVICE void Load(It from, T (&v)[items], int valid_items) {
    load_items(places(), from, v, valid_items);
    turn(v);
  }
  template <class It, class D>
  WLPRIM_DEVICE void Load(It from, T (&v)[items], int valid_items, D oob_default) {
    set_items(v, oob_default);
    Load(from, v, valid_items);
  }
};

} // namespace hipcub

#endif
