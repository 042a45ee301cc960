// sort and sort_by_key: radix sort for numbers by less or greater, merge sort for everything else. Always
// stable.
#ifndef THRUST_DETAIL_SORT_H
#define THRUST_DETAIL_SORT_H

#include "../functional.h"
#include "transform_device.h"
#include <algorithm>
#include <vector>
#include <wlprim/merge.h>
#include <wlprim/radix_sort.h>

namespace thrust {
namespace detail {

template <class Less, class K>
constexpr bool is_less = std::is_same_v<Less, less<K>> || std::is_same_v<Less, less<>> ||
                         std::is_same_v<Less, std::less<K>> || std::is_same_v<Less, std::less<>>;
template <class Less, class K>
constexpr bool is_greater = std::is_same_v<Less, greater<K>> || std::is_same_v<Less, greater<>> ||
                            std::is_same_v<Less, std::greater<K>> || std::is_same_v<Less, std::greater<>>;

// By a table of places on the host, by insertion in a thread of a kernel: either works for any kind of
// iterator.
template <class Keys, class Values, class Less>
WLPRIM_BOTH void sort_pairs(in_sequence, Keys keys, size_t n, Values values, bool with_values, Less less) {
  using K = value_type_of<Keys>;
  using V = value_type_of<Values>;
#ifdef __HIP_DEVICE_COMPILE__
  for (size_t i = 1; i < n; ++i) {
    const K key = keys[i];
    const V value = values[with_values ? i : 0];
    size_t j = i;
    for (; j > 0 && less(key, keys[j - 1]); --j) {
      keys[j] = static_cast<K>(keys[j - 1]);
      if (with_values) values[j] = static_cast<V>(values[j - 1]);
    }
    keys[j] = key;
    if (with_values) values[j] = value;
  }
#else
  std::vector<size_t> from(n);
  for (size_t i = 0; i < n; ++i) from[i] = i;
  std::stable_sort(from.begin(), from.end(), [&](size_t a, size_t b) { return less(keys[a], keys[b]); });
  auto permute = [&](auto it) {
    using T = value_type_of<decltype(it)>;
    std::vector<std::pair<T, char>> old; // never the packed vector of bool
    old.reserve(n);
    for (size_t i = 0; i < n; ++i) old.emplace_back(static_cast<T>(it[from[i]]), 0);
    for (size_t i = 0; i < n; ++i) it[i] = old[i].first;
  };
  permute(keys);
  if (with_values) permute(values);
#endif
}

template <class Keys, class Values, class Less>
void sort_pairs(const on_device& where, Keys first, size_t n, Values values, bool, Less less) {
  using K = value_type_of<Keys>;
  using keys_t = raw_of<Keys>;
  using values_t = raw_of<Values>;
  constexpr bool with_values = !std::is_same_v<values_t, wlprim::no_value*>;
  using V = std::conditional_t<with_values, value_type_of<Values>, wlprim::no_value>;
  constexpr bool radix = wlprim::is_radix_key<K> && (is_less<Less, K> || is_greater<Less, K>) &&
                         std::is_pointer_v<keys_t> && std::is_pointer_v<values_t>;
  keys_t keys = detail::raw(first);
  values_t vals = detail::raw(values);
  if constexpr (radix) {
    wlprim::radix_sorter<K, V, is_greater<Less, K>> work;
    where.done(with_storage(
                   where, [&](wlprim::storage& parts) { work.plan(parts, n); },
                   [&] { return work.run(n, keys, keys, vals, vals, {0, sizeof(K) * 8}, where.stream); }),
               "sort");
  } else {
    wlprim::merge_sorter<K, V> work;
    where.done(with_storage(
                   where, [&](wlprim::storage& parts) { work.plan(parts, n); },
                   [&] { return work.run(n, keys, vals, keys, vals, less, where.stream); }),
               "sort");
  }
}

template <class System, class It, class Less>
WLPRIM_BOTH void stable_sort(const System& where, It first, It last, Less less) {
  // No values: the in_sequence form needs something to point at, the device form a type.
  if constexpr (std::is_same_v<System, in_sequence>)
    detail::sort_pairs(where, first, count_of(first, last), first, false, less);
  else
    detail::sort_pairs(where, first, count_of(first, last), static_cast<wlprim::no_value*>(nullptr), false,
                       less);
}
template <class System, class It> WLPRIM_BOTH void stable_sort(const System& where, It first, It last) {
  detail::stable_sort(where, first, last, less<value_type_of<It>>());
}
template <class System, class It, class... A>
WLPRIM_BOTH void sort(const System& where, It first, It last, A... a) {
  detail::stable_sort(where, first, last, a...);
}
template <class System, class K, class V, class Less>
WLPRIM_BOTH void stable_sort_by_key(const System& where, K first, K last, V values, Less less) {
  detail::sort_pairs(where, first, count_of(first, last), values, true, less);
}
template <class System, class K, class V>
WLPRIM_BOTH void stable_sort_by_key(const System& where, K first, K last, V values) {
  detail::stable_sort_by_key(where, first, last, values, less<value_type_of<K>>());
}
template <class System, class K, class V, class... A>
WLPRIM_BOTH void sort_by_key(const System& where, K first, K last, V values, A... a) {
  detail::stable_sort_by_key(where, first, last, values, a...);
}

} // namespace detail

THRUST_DETAIL_ALGORITHM(sort)
THRUST_DETAIL_ALGORITHM(stable_sort)
THRUST_DETAIL_ALGORITHM(sort_by_key)
THRUST_DETAIL_ALGORITHM(stable_sort_by_key)

} // namespace thrust

#endif
