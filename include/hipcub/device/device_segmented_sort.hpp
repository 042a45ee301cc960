// DeviceSegmentedRadixSort and DeviceSegmentedSort: many segments sorted at once.
#ifndef HIPCUB_DEVICE_DEVICE_SEGMENTED_SORT_HPP_
#define HIPCUB_DEVICE_DEVICE_SEGMENTED_SORT_HPP_

#include "device_radix_sort.hpp"
#include <wlprim/segmented_sort.h>

namespace hipcub {

namespace detail {

template <bool descending, class K, class V, class Begin, class End>
hipError_t segmented_sort(void* temporary, size_t& bytes, const K* keys, K* keys_out, const V* values,
                          V* values_out, size_t n, size_t segments, Begin begin, End end, int begin_bit,
                          int end_bit, hipStream_t stream) {
  wlprim::segmented_sorter<K, V, descending> work;
  return wlprim::two_phase(
      temporary, bytes, [&](wlprim::storage& parts) { work.plan(parts, n); },
      [&] {
        return work.run(keys, keys_out, values, values_out, segments, begin, end,
                        {static_cast<unsigned>(begin_bit), static_cast<unsigned>(end_bit)}, stream);
      });
}

} // namespace detail

#define HIPCUB_DETAIL_SORT(suffix, descending)                                                               \
  template <class K, class V, class Begin, class End>                                                        \
  static hipError_t SortPairs##suffix(void* temporary, size_t& bytes, const K* keys_in, K* keys_out,         \
                                      const V* values_in, V* values_out, int num_items, int num_segments,    \
                                      Begin begin, End end, int begin_bit = 0,                               \
                                      int end_bit = detail::bits_of<K>, hipStream_t stream = 0) {            \
    return detail::segmented_sort<descending>(temporary, bytes, keys_in, keys_out, values_in, values_out,    \
                                              num_items, num_segments, begin, end, begin_bit, end_bit,       \
                                              stream);                                                       \
  }                                                                                                          \
  template <class K, class V, class Begin, class End>                                                        \
  static hipError_t SortPairs##suffix(void* temporary, size_t& bytes, DoubleBuffer<K>& keys,                 \
                                      DoubleBuffer<V>& values, int num_items, int num_segments, Begin begin, \
                                      End end, int begin_bit = 0, int end_bit = detail::bits_of<K>,          \
                                      hipStream_t stream = 0) {                                              \
    const hipError_t e =                                                                                     \
        SortPairs##suffix(temporary, bytes, static_cast<const K*>(keys.Current()), keys.Alternate(),         \
                          static_cast<const V*>(values.Current()), values.Alternate(), num_items,            \
                          num_segments, begin, end, begin_bit, end_bit, stream);                             \
    if (temporary) {                                                                                         \
      keys.selector ^= 1;                                                                                    \
      values.selector ^= 1;                                                                                  \
    }                                                                                                        \
    return e;                                                                                                \
  }                                                                                                          \
  template <class K, class Begin, class End>                                                                 \
  static hipError_t SortKeys##suffix(                                                                        \
      void* temporary, size_t& bytes, const K* keys_in, K* keys_out, int num_items, int num_segments,        \
      Begin begin, End end, int begin_bit = 0, int end_bit = detail::bits_of<K>, hipStream_t stream = 0) {   \
    const wlprim::no_value* none = nullptr;                                                                  \
    return detail::segmented_sort<descending>(temporary, bytes, keys_in, keys_out, none,                     \
                                              static_cast<wlprim::no_value*>(nullptr), num_items,            \
                                              num_segments, begin, end, begin_bit, end_bit, stream);         \
  }                                                                                                          \
  template <class K, class Begin, class End>                                                                 \
  static hipError_t SortKeys##suffix(void* temporary, size_t& bytes, DoubleBuffer<K>& keys, int num_items,   \
                                     int num_segments, Begin begin, End end, int begin_bit = 0,              \
                                     int end_bit = detail::bits_of<K>, hipStream_t stream = 0) {             \
    const hipError_t e =                                                                                     \
        SortKeys##suffix(temporary, bytes, static_cast<const K*>(keys.Current()), keys.Alternate(),          \
                         num_items, num_segments, begin, end, begin_bit, end_bit, stream);                   \
    if (temporary) keys.selector ^= 1;                                                                       \
    return e;                                                                                                \
  }
struct DeviceSegmentedRadixSort {
  HIPCUB_DETAIL_SORT(, false)
  HIPCUB_DETAIL_SORT(Descending, true)
};
#undef HIPCUB_DETAIL_SORT

// The same without a choice of bits: the stream follows the offsets. Always stable.
struct DeviceSegmentedSort {
#define HIPCUB_DETAIL_SORT(kind, suffix)                                                                     \
  template <class K, class V, class Begin, class End>                                                        \
  static hipError_t kind##SortPairs##suffix(                                                                 \
      void* temporary, size_t& bytes, const K* keys_in, K* keys_out, const V* values_in, V* values_out,      \
      int num_items, int num_segments, Begin begin, End end, hipStream_t stream = 0) {                       \
    return DeviceSegmentedRadixSort::SortPairs##suffix(temporary, bytes, keys_in, keys_out, values_in,       \
                                                       values_out, num_items, num_segments, begin, end, 0,   \
                                                       detail::bits_of<K>, stream);                          \
  }                                                                                                          \
  template <class K, class V, class Begin, class End>                                                        \
  static hipError_t kind##SortPairs##suffix(void* temporary, size_t& bytes, DoubleBuffer<K>& keys,           \
                                            DoubleBuffer<V>& values, int num_items, int num_segments,        \
                                            Begin begin, End end, hipStream_t stream = 0) {                  \
    return DeviceSegmentedRadixSort::SortPairs##suffix(                                                      \
        temporary, bytes, keys, values, num_items, num_segments, begin, end, 0, detail::bits_of<K>, stream); \
  }                                                                                                          \
  template <class K, class Begin, class End>                                                                 \
  static hipError_t kind##SortKeys##suffix(void* temporary, size_t& bytes, const K* keys_in, K* keys_out,    \
                                           int num_items, int num_segments, Begin begin, End end,            \
                                           hipStream_t stream = 0) {                                         \
    return DeviceSegmentedRadixSort::SortKeys##suffix(temporary, bytes, keys_in, keys_out, num_items,        \
                                                      num_segments, begin, end, 0, detail::bits_of<K>,       \
                                                      stream);                                               \
  }                                                                                                          \
  template <class K, class Begin, class End>                                                                 \
  static hipError_t kind##SortKeys##suffix(void* temporary, size_t& bytes, DoubleBuffer<K>& keys,            \
                                           int num_items, int num_segments, Begin begin, End end,            \
                                           hipStream_t stream = 0) {                                         \
    return DeviceSegmentedRadixSort::SortKeys##suffix(temporary, bytes, keys, num_items, num_segments,       \
                                                      begin, end, 0, detail::bits_of<K>, stream);            \
  }
  HIPCUB_DETAIL_SORT(, )
  HIPCUB_DETAIL_SORT(, Descending)
  HIPCUB_DETAIL_SORT(Stable, )
  HIPCUB_DETAIL_SORT(Stable, Descending)
#undef HIPCUB_DETAIL_SORT
};

} // namespace hipcub

#endif
