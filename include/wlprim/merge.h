// Merging and merge sort by any order: stable, no LDS, so elements may have any size.
#ifndef WLPRIM_MERGE_H
#define WLPRIM_MERGE_H

#include "config.h"

namespace wlprim {

// The first of n elements for which less(element, value) fails, or the first for which less(value, element)
// holds.
template <class It, class T, class Less>
WLPRIM_BOTH size_t lower_bound(It in, size_t n, const T& value, Less less) {
  size_t low = 0;
  while (low < n) {
    const size_t middle = low + (n - low) / 2;
    if (less(in[middle], value))
      low = middle + 1;
    else
      n = middle;
  }
  return low;
}
template <class It, class T, class Less>
WLPRIM_BOTH size_t upper_bound(It in, size_t n, const T& value, Less less) {
  size_t low = 0;
  while (low < n) {
    const size_t middle = low + (n - low) / 2;
    if (less(value, in[middle]))
      n = middle;
    else
      low = middle + 1;
  }
  return low;
}

// How many of the first `count` elements of the merged sequence come from a; of equal elements a's come
// first.
template <class A, class B, class Less>
WLPRIM_BOTH size_t merge_path(A a, size_t na, B b, size_t nb, size_t count, Less less) {
  size_t low = count > nb ? count - nb : 0, high = count < na ? count : na;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (less(b[count - 1 - middle], a[middle]))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

constexpr unsigned merge_items = 8; // elements that a thread merges
constexpr unsigned sort_items = 4;  // elements that a thread sorts to begin with

// put(i, from_a, j) for the merged elements `first` .. `first + count`: element i is a[j] or b[j].
template <class A, class B, class Less, class Put>
WLPRIM_DEVICE void merge_some(A a, size_t na, B b, size_t nb, size_t first, unsigned count, Less less,
                              Put put) {
  size_t i = merge_path(a, na, b, nb, first, less), j = first - i;
#pragma unroll 1
  for (unsigned k = 0; k < count; ++k) {
    const bool from_a = j >= nb || (i < na && !less(b[j], a[i]));
    put(first + k, from_a, from_a ? i : j);
    if (from_a)
      ++i;
    else
      ++j;
  }
}

// Sorts groups of sort_items elements.
template <class K, class V, class Keys, class Values, class Less>
__global__ void __launch_bounds__(block_threads)
    sort_groups(size_t n, Keys keys, Values values, K* keys_out, V* values_out, Less less) {
  const size_t first = (blockIdx.x * size_t(block_threads) + threadIdx.x) * sort_items;
  if (first >= n) return;
  const unsigned count = at_most(n - first, sort_items);
  K key[sort_items];
  unsigned from[sort_items];
#pragma unroll
  for (unsigned j = 0; j < sort_items; ++j) {
    from[j] = j;
    if (j < count) key[j] = keys[first + j];
  }
  // Odd-even transposition: only neighbours that are out of order change places, so it is stable.
#pragma unroll
  for (unsigned round = 0; round < sort_items; ++round)
#pragma unroll
    for (unsigned j = round % 2; j + 1 < sort_items; j += 2)
      if (j + 1 < count && less(key[j + 1], key[j])) {
        exchange(key[j], key[j + 1]);
        exchange(from[j], from[j + 1]);
      }
#pragma unroll
  for (unsigned j = 0; j < sort_items; ++j)
    if (j < count) {
      keys_out[first + j] = key[j];
      if constexpr (!std::is_empty_v<V>) values_out[first + j] = static_cast<V>(values[first + from[j]]);
    }
}

// Merges neighbouring sorted runs of `run` elements.
template <class K, class V, class Less>
__global__ void __launch_bounds__(block_threads)
    merge_runs(size_t n, size_t run, const K* keys, const V* values, K* keys_out, V* values_out, Less less) {
  const size_t first = (blockIdx.x * size_t(block_threads) + threadIdx.x) * merge_items;
  if (first >= n) return;
  // 2 * run is a multiple of merge_items: a thread's elements lie in one pair of runs.
  const size_t base = first / (2 * run) * (2 * run), middle = smaller(base + run, n),
               end = smaller(base + 2 * run, n);
  const K *a = keys + base, *b = keys + middle;
  merge_some(a, middle - base, b, end - middle, first - base, at_most(n - first, merge_items), less,
             [&](size_t i, bool from_a, size_t j) {
               keys_out[base + i] = from_a ? a[j] : b[j];
               if constexpr (!std::is_empty_v<V>) values_out[base + i] = values[(from_a ? base : middle) + j];
             });
}

template <class From, class To> struct copy_at {
  From from;
  To to;
  WLPRIM_BOTH void operator()(size_t i) const { to[i] = from[i]; }
};

// Stable sort of n keys with their values (V an empty type: none). Inputs and outputs are iterators and may
// be the same. Storage: two buffers.
template <class K, class V> struct merge_sorter {
  K* key_buffer[2];
  V* value_buffer[2];
  static constexpr bool with_values = !std::is_empty_v<V>;
  static unsigned blocks(size_t n, unsigned items) {
    return static_cast<unsigned>(ceil_div(n, size_t(block_threads) * items));
  }
  void plan(storage& parts, size_t n) {
    for (int i = 0; i < 2; ++i) {
      key_buffer[i] = parts.take<K>(n);
      value_buffer[i] = with_values ? parts.take<V>(n) : nullptr;
    }
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Less>
  hipError_t run(size_t n, Keys keys, Values values, KeysOut keys_out, ValuesOut values_out, Less less,
                 hipStream_t stream) const {
    if (n == 0) return hipSuccess;
    sort_groups<K, V><<<blocks(n, sort_items), block_threads, 0, stream>>>(n, keys, values, key_buffer[0],
                                                                           value_buffer[0], less);
    int now = 0;
    for (size_t run = sort_items; run < n; run *= 2, now ^= 1)
      merge_runs<K, V><<<blocks(n, merge_items), block_threads, 0, stream>>>(
          n, run, key_buffer[now], value_buffer[now], key_buffer[now ^ 1], value_buffer[now ^ 1], less);
    hipError_t e = for_each_n(n, copy_at<const K*, KeysOut>{key_buffer[now], keys_out}, stream);
    if constexpr (with_values)
      if (e == hipSuccess)
        e = for_each_n(n, copy_at<const V*, ValuesOut>{value_buffer[now], values_out}, stream);
    return e;
  }
};

} // namespace wlprim

#endif
