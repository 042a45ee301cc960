// Where a thread and its items lie in a block.
#ifndef HIPCUB_BLOCK_BLOCK_COMMON_HPP_
#define HIPCUB_BLOCK_BLOCK_COMMON_HPP_

#include "../thread/thread_operators.hpp"
#include <wlprim/block.h>

namespace hipcub {

// The thread's place in a block of X * Y * Z threads, x running fastest.
template <int X, int Y, int Z> WLPRIM_DEVICE unsigned linear_thread() {
  unsigned t = threadIdx.x;
  if constexpr (Y > 1 || Z > 1) t += X * threadIdx.y;
  if constexpr (Z > 1) t += X * Y * threadIdx.z;
  return t;
}
WLPRIM_DEVICE int RowMajorTid(int X, int Y, int) {
  return static_cast<int>(threadIdx.x + X * (threadIdx.y + Y * threadIdx.z));
}

template <class T, class Op> WLPRIM_DEVICE wlprim::op_as<T, Op> close_over(Op op) { return {op}; }

// The width of warp-striped arrangements.
WLPRIM_DEVICE unsigned striping_warp() {
#ifdef __WAVELIFT_CUDA__
  return 32;
#else
  return wlprim::wave_size();
#endif
}

// Places of a thread's items in the tile: j * step + first.
struct item_places {
  unsigned first, step;
  WLPRIM_DEVICE unsigned operator()(unsigned j) const { return first + j * step; }
};
template <int ITEMS> WLPRIM_DEVICE item_places blocked_items(unsigned tid) { return {tid * ITEMS, 1}; }
template <int THREADS> WLPRIM_DEVICE item_places striped_items(unsigned tid) { return {tid, THREADS}; }
template <int THREADS, int ITEMS> WLPRIM_DEVICE item_places warp_striped_items(unsigned tid) {
  const unsigned width = striping_warp(), first = tid / width * width;
  return {first * ITEMS + (tid - first), wlprim::smaller(width, THREADS - first)};
}

// What every block class keeps: its storage, or one of its own when it is given none.
template <class Storage> class block_base {
protected:
  Storage& storage;
  WLPRIM_DEVICE static Storage& own_storage() {
    __shared__ Storage own;
    return own;
  }
  WLPRIM_DEVICE explicit block_base(Storage& s) : storage(s) {}
};

} // namespace hipcub

#endif
