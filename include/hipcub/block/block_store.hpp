// BlockStore: a block's items to memory, and the functions it is made of.
#ifndef HIPCUB_BLOCK_BLOCK_STORE_HPP_
#define HIPCUB_BLOCK_BLOCK_STORE_HPP_

#include "block_load.hpp"

namespace hipcub {

template <class T, int ITEMS, class It>
WLPRIM_DEVICE void StoreDirectBlocked(int tid, It to, T (&items)[ITEMS]) {
  store_items(blocked_items<ITEMS>(tid), to, items);
}
template <class T, int ITEMS, class It>
WLPRIM_DEVICE void StoreDirectBlocked(int tid, It to, T (&items)[ITEMS], int valid) {
  store_items(blocked_items<ITEMS>(tid), to, items, valid);
}
template <class T, int ITEMS>
WLPRIM_DEVICE void StoreDirectBlockedVectorized(int tid, T* to, T (&items)[ITEMS]) {
  StoreDirectBlocked(tid, to, items);
}
template <int THREADS, class T, int ITEMS, class It>
WLPRIM_DEVICE void StoreDirectStriped(int tid, It to, T (&items)[ITEMS]) {
  store_items(striped_items<THREADS>(tid), to, items);
}
template <int THREADS, class T, int ITEMS, class It>
WLPRIM_DEVICE void StoreDirectStriped(int tid, It to, T (&items)[ITEMS], int valid) {
  store_items(striped_items<THREADS>(tid), to, items, valid);
}
template <class T, int ITEMS, class It>
WLPRIM_DEVICE void StoreDirectWarpStriped(int tid, It to, T (&items)[ITEMS]) {
  store_items(whole_warp_places(tid, ITEMS), to, items);
}
template <class T, int ITEMS, class It>
WLPRIM_DEVICE void StoreDirectWarpStriped(int tid, It to, T (&items)[ITEMS], int valid) {
  store_items(whole_warp_places(tid, ITEMS), to, items, valid);
}

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = 1>
class BlockStore {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int items = ITEMS_PER_THREAD;
  static constexpr bool by_block = ALGORITHM == BLOCK_STORE_TRANSPOSE;
  static constexpr bool by_warp =
      ALGORITHM == BLOCK_STORE_WARP_TRANSPOSE || ALGORITHM == BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED;
  using exchange = BlockExchange<T, BLOCK_DIM_X, items, false, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  struct nothing {};

public:
  using TempStorage = std::conditional_t<by_block || by_warp, typename exchange::TempStorage, nothing>;

private:
  TempStorage* storage;
  const unsigned tid = linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

  WLPRIM_DEVICE item_places places() const {
    if constexpr (by_block || ALGORITHM == BLOCK_STORE_STRIPED)
      return striped_items<threads>(tid);
    else if constexpr (by_warp)
      return warp_striped_items<threads, items>(tid);
    else
      return blocked_items<items>(tid);
  }
  WLPRIM_DEVICE void turn(T (&v)[items]) {
    if constexpr (by_block) exchange(*storage).BlockedToStriped(v);
    if constexpr (by_warp) exchange(*storage).BlockedToWarpStriped(v);
  }
  WLPRIM_DEVICE static TempStorage* own_storage() {
    __shared__ TempStorage own;
    return &own;
  }

public:
  WLPRIM_DEVICE BlockStore() : storage(own_storage()) {}
  WLPRIM_DEVICE explicit BlockStore(TempStorage& temporary) : storage(&temporary) {}

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
