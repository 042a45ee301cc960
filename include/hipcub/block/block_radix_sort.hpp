// BlockRadixSort: a block's items sorted in LDS, RADIX_BITS of the key a pass.
#ifndef HIPCUB_BLOCK_BLOCK_RADIX_SORT_HPP_
#define HIPCUB_BLOCK_BLOCK_RADIX_SORT_HPP_

#include "block_exchange.hpp"
#include "block_scan.hpp"
#include <wlprim/radix_key.h>

namespace hipcub {

template <class K, class V, int N, int ITEMS, int DIGITS> struct block_radix_storage {
  wlprim::raw_array<K, N * ITEMS> keys;
  wlprim::raw_array<V, std::is_empty_v<V> ? 1 : N * ITEMS> values;
  unsigned counts[wlprim::waves_at_most(N)][DIGITS];
};

template <class KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD, class ValueT = NullType, int RADIX_BITS = 4,
          bool MEMOIZE_OUTER_SCAN = true, BlockScanAlgorithm INNER_SCAN_ALGORITHM = BLOCK_SCAN_WARP_SCANS,
          hipSharedMemConfig SMEM_CONFIG = hipSharedMemBankSizeFourByte, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int ARCH = 1>
class BlockRadixSort
    : block_base<block_radix_storage<KeyT, ValueT, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, ITEMS_PER_THREAD,
                                     (1 << (RADIX_BITS < 5 ? RADIX_BITS : 5))>> {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, items = ITEMS_PER_THREAD;
  // At most one digit a lane: 32 of them.
  static constexpr unsigned bits = RADIX_BITS < 5 ? RADIX_BITS : 5, digits = 1u << bits;
  using Storage = block_radix_storage<KeyT, ValueT, threads, items, digits>;
  using base = block_base<Storage>;
  const unsigned tid = linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>();

  // The hardware wavefront's items, striped: item j of its lanes are neighbours, so lanes stand in key order.
  WLPRIM_DEVICE item_places wave_striped() const {
    const unsigned width = wlprim::wave_size(), first = tid / width * width;
    return {first * items + (tid - first), wlprim::smaller(width, threads - first)};
  }
  template <class T> WLPRIM_DEVICE static void put(T* lds, const T (&v)[items], item_places at) {
#pragma unroll
    for (int j = 0; j < items; ++j) lds[at(j)] = v[j];
  }
  template <class T> WLPRIM_DEVICE static void get(T* lds, T (&v)[items], item_places at) {
#pragma unroll
    for (int j = 0; j < items; ++j) v[j] = lds[at(j)];
  }

  // Places of the thread's keys after a pass by the digit at `at`.
  template <bool descending>
  WLPRIM_DEVICE void rank(const KeyT (&keys)[items], unsigned at, unsigned width, unsigned (&ranks)[items]) {
    using Key = wlprim::radix_key<KeyT, descending>;
    const unsigned wave_width = wlprim::wave_size(), wave = wlprim::uniform(tid / wave_width);
    const unsigned waves = (threads + wave_width - 1) / wave_width;
    unsigned* flat = &this->storage.counts[0][0];
    for (unsigned i = tid; i < waves * digits; i += threads) flat[i] = 0;
    __syncthreads();
    unsigned* counts = this->storage.counts[wave];
    unsigned digit[items];
#pragma unroll
    for (int j = 0; j < items; ++j) {
      digit[j] = Key::digit(keys[j], at, width);
      const unsigned long long same = wlprim::peers(digit[j], width, true);
      const unsigned below = wlprim::lanes_below(same), earlier = counts[digit[j]];
      wlprim::wave_sync();
      if (below == 0) counts[digit[j]] = earlier + __builtin_popcountll(same);
      wlprim::wave_sync();
      ranks[j] = earlier + below;
    }
    __syncthreads();
    // A thread a digit: counts to places, wavefront by wavefront. Blocks narrower than the digits take turns.
    if (tid == 0 && threads < static_cast<int>(digits)) {
      unsigned sum = 0;
      for (unsigned d = 0; d < digits; ++d)
        for (unsigned w = 0; w < waves; ++w) {
          const unsigned c = this->storage.counts[w][d];
          this->storage.counts[w][d] = sum;
          sum += c;
        }
    } else if (threads >= static_cast<int>(digits) && tid < digits) {
      unsigned sum = 0;
      for (unsigned w = 0; w < waves; ++w) {
        const unsigned c = this->storage.counts[w][tid];
        this->storage.counts[w][tid] = sum;
        sum += c;
      }
      const unsigned before =
          wlprim::scan_any(sum, [](unsigned a, unsigned b) { return a + b; }, tid, digits) - sum;
      for (unsigned w = 0; w < waves; ++w) this->storage.counts[w][tid] += before;
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < items; ++j) ranks[j] += counts[digit[j]];
  }

  template <bool descending, bool with_values>
  WLPRIM_DEVICE void sort(KeyT (&keys)[items], ValueT (&values)[items], int begin_bit, int end_bit,
                          item_places result) {
    KeyT* lds_keys = this->storage.keys.data();
    ValueT* lds_values = this->storage.values.data();
    put(lds_keys, keys, blocked_items<items>(tid));
    if constexpr (with_values) put(lds_values, values, blocked_items<items>(tid));
    __syncthreads();
#pragma unroll 1
    for (int at = begin_bit; at < end_bit; at += bits) {
      get(lds_keys, keys, wave_striped());
      if constexpr (with_values) get(lds_values, values, wave_striped());
      unsigned ranks[items];
      rank<descending>(keys, at, wlprim::smaller(bits, static_cast<unsigned>(end_bit - at)), ranks);
#pragma unroll
      for (int j = 0; j < items; ++j) {
        lds_keys[ranks[j]] = keys[j];
        if constexpr (with_values) lds_values[ranks[j]] = values[j];
      }
      __syncthreads();
    }
    get(lds_keys, keys, result);
    if constexpr (with_values) get(lds_values, values, result);
  }
  WLPRIM_DEVICE item_places blocked() const { return blocked_items<items>(tid); }
  WLPRIM_DEVICE item_places striped() const { return striped_items<threads>(tid); }
  static constexpr int key_bits = sizeof(KeyT) * 8;
  using no_values = ValueT[items];

public:
  using TempStorage = Storage;
  WLPRIM_DEVICE BlockRadixSort() : base(base::own_storage()) {}
  WLPRIM_DEVICE explicit BlockRadixSort(TempStorage& temporary) : base(temporary) {}

#define HIPCUB_DETAIL_SORT(name, descending, places)                                                         \
  WLPRIM_DEVICE void name(KeyT(&keys)[items], int begin_bit = 0, int end_bit = key_bits) {                   \
    no_values none;                                                                                          \
    sort<descending, false>(keys, none, begin_bit, end_bit, places());                                       \
  }                                                                                                          \
  WLPRIM_DEVICE void name(KeyT(&keys)[items], ValueT(&values)[items], int begin_bit = 0,                     \
                          int end_bit = key_bits) {                                                          \
    sort<descending, true>(keys, values, begin_bit, end_bit, places());                                      \
  }
  HIPCUB_DETAIL_SORT(Sort, false, blocked)
  HIPCUB_DETAIL_SORT(SortDescending, true, blocked)
  HIPCUB_DETAIL_SORT(SortBlockedToStriped, false, striped)
  HIPCUB_DETAIL_SORT(SortDescendingBlockedToStriped, true, striped)
#undef HIPCUB_DETAIL_SORT
};

} // namespace hipcub

#endif
