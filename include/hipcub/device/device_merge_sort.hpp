// DeviceMergeSort: keys and pairs sorted by any order.
#ifndef HIPCUB_DEVICE_DEVICE_MERGE_SORT_HPP_
#define HIPCUB_DEVICE_DEVICE_MERGE_SORT_HPP_

#include "../util_type.hpp"
#include <wlprim/merge.h>

namespace hipcub {

namespace detail {

template <class Keys, class Values, class KeysOut, class ValuesOut, class Less>
hipError_t merge_sort(void* temporary, size_t& bytes, Keys keys, Values values, KeysOut keys_out,
                      ValuesOut values_out, size_t n, Less less, hipStream_t stream) {
  wlprim::merge_sorter<wlprim::value_of<Keys>, wlprim::value_of<Values>> work;
  return wlprim::two_phase(
      temporary, bytes, [&](wlprim::storage& parts) { work.plan(parts, n); },
      [&] { return work.run(n, keys, values, keys_out, values_out, less, stream); });
}

} // namespace detail

struct DeviceMergeSort {
  template <class Keys, class Values, class NumItems, class Less>
  static hipError_t SortPairs(void* temporary, size_t& bytes, Keys keys, Values values, NumItems n, Less less,
                              hipStream_t stream = 0) {
    return detail::merge_sort(temporary, bytes, keys, values, keys, values, static_cast<size_t>(n), less,
                              stream);
  }
  template <class KeysIn, class ValuesIn, class Keys, class Values, class NumItems, class Less>
  static hipError_t SortPairsCopy(void* temporary, size_t& bytes, KeysIn keys_in, ValuesIn values_in,
                                  Keys keys_out, Values values_out, NumItems n, Less less,
                                  hipStream_t stream = 0) {
    return detail::merge_sort(temporary, bytes, keys_in, values_in, keys_out, values_out,
                              static_cast<size_t>(n), less, stream);
  }
  template <class Keys, class NumItems, class Less>
  static hipError_t SortKeys(void* temporary, size_t& bytes, Keys keys, NumItems n, Less less,
                             hipStream_t stream = 0) {
    NullType* none = nullptr;
    return detail::merge_sort(temporary, bytes, keys, none, keys, none, static_cast<size_t>(n), less, stream);
  }
  template <class KeysIn, class Keys, class NumItems, class Less>
  static hipError_t SortKeysCopy(void* temporary, size_t& bytes, KeysIn keys_in, Keys keys_out, NumItems n,
                                 Less less, hipStream_t stream = 0) {
    NullType* none = nullptr;
    return detail::merge_sort(temporary, bytes, keys_in, none, keys_out, none, static_cast<size_t>(n), less,
                              stream);
  }
  template <class... A> static hipError_t StableSortPairs(void* temporary, size_t& bytes, A... a) {
    return SortPairs(temporary, bytes, a...);
  }
  template <class... A> static hipError_t StableSortKeys(void* temporary, size_t& bytes, A... a) {
    return SortKeys(temporary, bytes, a...);
  }
  template <class... A> static hipError_t StableSortKeysCopy(void* temporary, size_t& bytes, A... a) {
    return SortKeysCopy(temporary, bytes, a...);
  }
};

} // namespace hipcub

#endif
