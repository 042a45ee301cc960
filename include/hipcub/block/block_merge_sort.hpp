// BlockMergeSort and WarpMergeSort: items sorted in LDS by any order, stable.
#ifndef HIPCUB_BLOCK_BLOCK_MERGE_SORT_HPP_
#define HIPCUB_BLOCK_BLOCK_MERGE_SORT_HPP_

#include "block_common.hpp"
#include <wlprim/merge.h>

namespace hipcub {

template <class K, class V, int N> struct merge_sort_storage {
  wlprim::raw_array<K, N> keys;
  wlprim::raw_array<V, std::is_empty_v<V> ? 1 : N> values;
  unsigned short from[N];
};

// Sorts N * ITEMS items of N threads that Sync::wait() brings together.
template <class KeyT, int N, int ITEMS, class ValueT, class Sync> class merge_sort_in_lds {
  static constexpr int total = N * ITEMS;

protected:
  using Storage = merge_sort_storage<KeyT, ValueT, total>;
  Storage& lds;
  const unsigned tid;
  WLPRIM_DEVICE merge_sort_in_lds(Storage& storage, unsigned thread) : lds(storage), tid(thread) {}

private:
  template <bool with_values, class Less>
  WLPRIM_DEVICE void sort(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS], Less less) {
    KeyT* key = lds.keys.data();
    unsigned short* from = lds.from;
    const unsigned first = tid * ITEMS;
    // Each thread's own items by insertion, in place.
    for (int j = 0; j < ITEMS; ++j) {
      KeyT k = keys[0];
#pragma unroll
      for (int i = 1; i < ITEMS; ++i)
        if (i == j) k = keys[i];
      unsigned at = first + j;
      for (; at > first && less(k, key[at - 1]); --at) {
        key[at] = key[at - 1];
        if constexpr (with_values) from[at] = from[at - 1];
      }
      key[at] = k;
      if constexpr (with_values) from[at] = static_cast<unsigned short>(first + j);
    }
    Sync::wait();
    unsigned short source[ITEMS];
#pragma unroll 1
    for (unsigned run = ITEMS; run < total; run *= 2) {
      const unsigned base = first / (2 * run) * (2 * run);
      const unsigned middle = wlprim::smaller<unsigned>(base + run, total),
                     end = wlprim::smaller<unsigned>(base + 2 * run, total);
      const KeyT *a = key + base, *b = key + middle;
      const unsigned na = middle - base, nb = end - middle;
      unsigned i = static_cast<unsigned>(wlprim::merge_path(a, na, b, nb, first - base, less)),
               j = first - base - i;
#pragma unroll
      for (int k = 0; k < ITEMS; ++k) {
        const bool from_a = j >= nb || (i < na && !less(b[j], a[i]));
        const unsigned at = from_a ? base + i : middle + j;
        keys[k] = key[at];
        if constexpr (with_values) source[k] = from[at];
        i += from_a;
        j += !from_a;
      }
      Sync::wait();
#pragma unroll
      for (int k = 0; k < ITEMS; ++k) {
        key[first + k] = keys[k];
        if constexpr (with_values) from[first + k] = source[k];
      }
      Sync::wait();
    }
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) keys[k] = key[first + k];
    if constexpr (with_values) {
      ValueT* value = lds.values.data();
#pragma unroll
      for (int k = 0; k < ITEMS; ++k) value[first + k] = values[k];
      Sync::wait();
#pragma unroll
      for (int k = 0; k < ITEMS; ++k) values[k] = value[from[first + k]];
    }
  }
  WLPRIM_DEVICE void pad(KeyT (&keys)[ITEMS], int valid_items, KeyT oob_default) {
#pragma unroll
    for (int k = 0; k < ITEMS; ++k)
      if (static_cast<int>(tid) * ITEMS + k >= valid_items) keys[k] = oob_default;
  }

public:
  using TempStorage = Storage;
  template <class Less> WLPRIM_DEVICE void Sort(KeyT (&keys)[ITEMS], Less less) {
    ValueT none[ITEMS];
    sort<false>(keys, none, less);
  }
  template <class Less>
  WLPRIM_DEVICE void Sort(KeyT (&keys)[ITEMS], Less less, int valid_items, KeyT oob_default) {
    pad(keys, valid_items, oob_default);
    Sort(keys, less);
  }
  template <class Less> WLPRIM_DEVICE void Sort(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS], Less less) {
    sort<true>(keys, values, less);
  }
  template <class Less>
  WLPRIM_DEVICE void Sort(KeyT (&keys)[ITEMS], ValueT (&values)[ITEMS], Less less, int valid_items,
                          KeyT oob_default) {
    pad(keys, valid_items, oob_default);
    sort<true>(keys, values, less);
  }
  template <class... A> WLPRIM_DEVICE void StableSort(A&&... a) { Sort(static_cast<A&&>(a)...); }
};

struct block_sync {
  static WLPRIM_DEVICE void wait() { __syncthreads(); }
};
struct warp_sync {
  static WLPRIM_DEVICE void wait() { wlprim::wave_sync(); }
};

template <class KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD, class ValueT = NullType, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1>
class BlockMergeSort : public merge_sort_in_lds<KeyT, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z,
                                                ITEMS_PER_THREAD, ValueT, block_sync> {
  using base =
      merge_sort_in_lds<KeyT, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, ITEMS_PER_THREAD, ValueT, block_sync>;
  WLPRIM_DEVICE static typename base::Storage& own_storage() {
    __shared__ typename base::Storage own;
    return own;
  }

public:
  WLPRIM_DEVICE BlockMergeSort() : BlockMergeSort(own_storage()) {}
  WLPRIM_DEVICE explicit BlockMergeSort(typename base::TempStorage& temporary)
      : base(temporary, linear_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>()) {}
};

template <class KeyT, int ITEMS_PER_THREAD, int LOGICAL_WARP_THREADS = HIPCUB_WARP_THREADS,
          class ValueT = NullType, int ARCH = 1>
class WarpMergeSort
    : public merge_sort_in_lds<KeyT, LOGICAL_WARP_THREADS, ITEMS_PER_THREAD, ValueT, warp_sync> {
  using base = merge_sort_in_lds<KeyT, LOGICAL_WARP_THREADS, ITEMS_PER_THREAD, ValueT, warp_sync>;

public:
  WLPRIM_DEVICE explicit WarpMergeSort(typename base::TempStorage& temporary)
      : base(temporary, wlprim::lane_id() % LOGICAL_WARP_THREADS) {}
  WLPRIM_DEVICE int get_linear_tid() const { return static_cast<int>(this->tid); }
};

} // namespace hipcub

#endif
