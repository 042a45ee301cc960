// DeviceRadixSort: keys and pairs sorted by the bits of the key.
#ifndef HIPCUB_DEVICE_DEVICE_RADIX_SORT_HPP_
#define HIPCUB_DEVICE_DEVICE_RADIX_SORT_HPP_

#include "../util_type.hpp"
#include <wlprim/radix_sort.h>

namespace hipcub {

namespace detail {

template <bool descending, class K, class V>
hipError_t radix_sort(void* temporary, size_t& bytes, const K* keys, K* keys_out, const V* values,
                      V* values_out, size_t n, int begin_bit, int end_bit, hipStream_t stream) {
  wlprim::radix_sorter<K, V, descending> work;
  return wlprim::two_phase(
      temporary, bytes, [&](wlprim::storage& parts) { work.plan(parts, n); },
      [&] {
        return work.run(n, keys, keys_out, values, values_out,
                        {static_cast<unsigned>(begin_bit), static_cast<unsigned>(end_bit)}, stream);
      });
}
template <class K> constexpr int bits_of = sizeof(K) * 8;

} // namespace detail

// With DoubleBuffers the outcome is in the alternate buffer, which becomes the current one.
struct DeviceRadixSort {
#define HIPCUB_DETAIL_SORT(suffix, descending)                                                               \
  template <class K, class V, class NumItems>                                                                \
  static hipError_t SortPairs##suffix(void* temporary, size_t& bytes, const K* keys_in, K* keys_out,         \
                                      const V* values_in, V* values_out, NumItems n, int begin_bit = 0,      \
                                      int end_bit = detail::bits_of<K>, hipStream_t stream = 0) {            \
    return detail::radix_sort<descending>(temporary, bytes, keys_in, keys_out, values_in, values_out,        \
                                          static_cast<size_t>(n), begin_bit, end_bit, stream);               \
  }                                                                                                          \
  template <class K, class V, class NumItems>                                                                \
  static hipError_t SortPairs##suffix(void* temporary, size_t& bytes, DoubleBuffer<K>& keys,                 \
                                      DoubleBuffer<V>& values, NumItems n, int begin_bit = 0,                \
                                      int end_bit = detail::bits_of<K>, hipStream_t stream = 0) {            \
    const hipError_t e = SortPairs##suffix(temporary, bytes, static_cast<const K*>(keys.Current()),          \
                                           keys.Alternate(), static_cast<const V*>(values.Current()),        \
                                           values.Alternate(), n, begin_bit, end_bit, stream);               \
    if (temporary) {                                                                                         \
      keys.selector ^= 1;                                                                                    \
      values.selector ^= 1;                                                                                  \
    }                                                                                                        \
    return e;                                                                                                \
  }                                                                                                          \
  template <class K, class NumItems>                                                                         \
  static hipError_t SortKeys##suffix(void* temporary, size_t& bytes, const K* keys_in, K* keys_out,          \
                                     NumItems n, int begin_bit = 0, int end_bit = detail::bits_of<K>,        \
                                     hipStream_t stream = 0) {                                               \
    const wlprim::no_value* none = nullptr;                                                                  \
    return detail::radix_sort<descending>(temporary, bytes, keys_in, keys_out, none,                         \
                                          static_cast<wlprim::no_value*>(nullptr), static_cast<size_t>(n),   \
                                          begin_bit, end_bit, stream);                                       \
  }                                                                                                          \
  template <class K, class NumItems>                                                                         \
  static hipError_t SortKeys##suffix(void* temporary, size_t& bytes, DoubleBuffer<K>& keys, NumItems n,      \
                                     int begin_bit = 0, int end_bit = detail::bits_of<K>,                    \
                                     hipStream_t stream = 0) {                                               \
    const hipError_t e = SortKeys##suffix(temporary, bytes, static_cast<const K*>(keys.Current()),           \
                                          keys.Alternate(), n, begin_bit, end_bit, stream);                  \
    if (temporary) keys.selector ^= 1;                                                                       \
    return e;                                                                                                \
  }
  HIPCUB_DETAIL_SORT(, false)
  HIPCUB_DETAIL_SORT(Descending, true)
#undef HIPCUB_DETAIL_SORT
};

} // namespace hipcub

#endif
