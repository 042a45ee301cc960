// BlockShuffle: items moved between the threads of a block by a distance.
#ifndef HIPCUB_BLOCK_BLOCK_SHUFFLE_HPP_
#define HIPCUB_BLOCK_BLOCK_SHUFFLE_HPP_

#include "block_common.hpp"

namespace hipcub {

template <class T, int N> struct block_shuffle_storage {
  wlprim::raw_array<T, N> items;
};

template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = 1>
class BlockShuffle : block_base<block_shuffle_storage<T, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z>> {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using base = block_base<block_shuffle_storage<T, threads>>;
  const unsigned tid = linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

  WLPRIM_DEVICE T* share(const T& item) {
    T* lds = this->storage.items.data();
    lds[tid] = item;
    __syncthreads();
    return lds;
  }

public:
  using TempStorage = block_shuffle_storage<T, threads>;
  WLPRIM_DEVICE BlockShuffle() : base(base::own_storage()) {}
  WLPRIM_DEVICE explicit BlockShuffle(TempStorage& temporary) : base(temporary) {}

  // The item of the thread `distance` further on; left alone where there is none.
  WLPRIM_DEVICE void Offset(T input, T& output, int distance = 1) {
    T* lds = share(input);
    const int from = static_cast<int>(tid) + distance;
    if (from >= 0 && from < threads) output = lds[from];
  }
  WLPRIM_DEVICE void Rotate(T input, T& output, unsigned distance = 1) {
    output = share(input)[(tid + distance) % threads];
  }
  // The tile moved up (or down) by one item; the first (or last) item of the tile is left alone.
  template <int ITEMS> WLPRIM_DEVICE void Up(T (&input)[ITEMS], T (&prev)[ITEMS]) {
    T* lds = share(input[ITEMS - 1]);
#pragma unroll
    for (int j = ITEMS - 1; j > 0; --j) prev[j] = input[j - 1];
    if (tid > 0) prev[0] = lds[tid - 1];
  }
  template <int ITEMS> WLPRIM_DEVICE void Up(T (&input)[ITEMS], T (&prev)[ITEMS], T& block_suffix) {
    Up(input, prev);
    block_suffix = this->storage.items[threads - 1];
  }
  template <int ITEMS> WLPRIM_DEVICE void Down(T (&input)[ITEMS], T (&next)[ITEMS]) {
    T* lds = share(input[0]);
#pragma unroll
    for (int j = 0; j + 1 < ITEMS; ++j) next[j] = input[j + 1];
    if (tid + 1 < threads) next[ITEMS - 1] = lds[tid + 1];
  }
  template <int ITEMS> WLPRIM_DEVICE void Down(T (&input)[ITEMS], T (&next)[ITEMS], T& block_prefix) {
    Down(input, next);
    block_prefix = this->storage.items[0];
  }
};

} // namespace hipcub

#endif
