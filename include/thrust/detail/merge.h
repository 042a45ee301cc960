// Sorted sequences: binary searches, merges and set operations.
//
// Sets may hold an element several times. An element's number among its equals in one sequence against their
// count in the other decides whether it belongs to the outcome; then the outcome is a selection, or a merge
// of two.
#ifndef THRUST_DETAIL_MERGE_H
#define THRUST_DETAIL_MERGE_H

#include "compact.h"
#include <wlprim/merge.h>

namespace thrust {
namespace detail {

// One value: in_sequence by a loop, on the device by one thread.
enum class bound { lower, upper };
template <bound which, class It, class T, class Less>
WLPRIM_BOTH size_t bound_index(It in, size_t n, const T& value, Less less) {
  return which == bound::lower ? wlprim::lower_bound(in, n, value, less)
                               : wlprim::upper_bound(in, n, value, less);
}
template <bound which, class It, class T, class Less>
WLPRIM_BOTH size_t find_bound(in_sequence, It in, size_t n, const T& value, Less less) {
  return bound_index<which>(in, n, value, less);
}
template <bound which, class It, class T, class Less>
size_t find_bound(const on_device& where, It in, size_t n, const T& value, Less less) {
  device_value<size_t> result(where);
  size_t* to = result.address();
  const T v = value;
  check(wlprim::call_on_device([=] __device__() { *to = bound_index<which>(in, n, v, less); }, where.stream),
        "binary search");
  return result.get();
}

// Many values.
template <bound which, class It, class Less> struct bound_of {
  It in;
  size_t n;
  mutable Less less;
  template <class T> WLPRIM_BOTH size_t operator()(const T& value) const {
    return bound_index<which>(in, n, value, less);
  }
};
template <class It, class Less> struct present_in {
  It in;
  size_t n;
  mutable Less less;
  template <class T> WLPRIM_BOTH bool operator()(const T& value) const {
    const size_t i = wlprim::lower_bound(in, n, value, less);
    return i < n && !less(value, in[i]);
  }
};

#define THRUST_DETAIL_BOUND(name, which)                                                                     \
  template <class System, class It, class T, class Less,                                                     \
            std::enable_if_t<!is_iterator<Less>::value, int> = 0>                                            \
  WLPRIM_BOTH It name(const System& where, It first, It last, const T& value, Less less) {                   \
    return first + detail::find_bound<which>(where, detail::raw(first), count_of(first, last), value, less); \
  }                                                                                                          \
  template <class System, class It, class T>                                                                 \
  WLPRIM_BOTH It name(const System& where, It first, It last, const T& value) {                              \
    return detail::name(where, first, last, value, less<>());                                                \
  }                                                                                                          \
  template <class System, class It, class V, class Out, class Less>                                          \
  WLPRIM_BOTH Out name(const System& where, It first, It last, V values, V values_end, Out out, Less less) { \
    return detail::transform(                                                                                \
        where, values, values_end, out,                                                                      \
        bound_of<which, raw_of<It>, Less>{detail::raw(first), count_of(first, last), less});                 \
  }                                                                                                          \
  template <class System, class It, class V, class Out>                                                      \
  WLPRIM_BOTH Out name(const System& where, It first, It last, V values, V values_end, Out out) {            \
    return detail::name(where, first, last, values, values_end, out, less<>());                              \
  }
THRUST_DETAIL_BOUND(lower_bound, bound::lower)
THRUST_DETAIL_BOUND(upper_bound, bound::upper)
#undef THRUST_DETAIL_BOUND

template <class System, class It, class T, class Less>
WLPRIM_BOTH pair<It, It> equal_range(const System& where, It first, It last, const T& value, Less less) {
  return {detail::lower_bound(where, first, last, value, less),
          detail::upper_bound(where, first, last, value, less)};
}
template <class System, class It, class T>
WLPRIM_BOTH pair<It, It> equal_range(const System& where, It first, It last, const T& value) {
  return detail::equal_range(where, first, last, value, less<>());
}
template <class System, class It, class T, class Less, std::enable_if_t<!is_iterator<Less>::value, int> = 0>
WLPRIM_BOTH bool binary_search(const System& where, It first, It last, const T& value, Less less) {
  const pair<It, It> range = detail::equal_range(where, first, last, value, less);
  return range.first != range.second;
}
template <class System, class It, class T>
WLPRIM_BOTH bool binary_search(const System& where, It first, It last, const T& value) {
  return detail::binary_search(where, first, last, value, less<>());
}
template <class System, class It, class V, class Out, class Less>
WLPRIM_BOTH Out binary_search(const System& where, It first, It last, V values, V values_end, Out out,
                              Less less) {
  return detail::transform(where, values, values_end, out,
                           present_in<raw_of<It>, Less>{detail::raw(first), count_of(first, last), less});
}
template <class System, class It, class V, class Out>
WLPRIM_BOTH Out binary_search(const System& where, It first, It last, V values, V values_end, Out out) {
  return detail::binary_search(where, first, last, values, values_end, out, less<>());
}

// Merges keys, and values along with them unless the value iterators are null pointers to no_values.
struct no_values {};
template <class KA, class KB, class VA, class VB, class KO, class VO, class Less> struct merge_part {
  KA a;
  size_t na;
  KB b;
  size_t nb;
  VA va;
  VB vb;
  KO keys_out;
  VO values_out;
  mutable Less less;
  WLPRIM_DEVICE void operator()(size_t group) const {
    const size_t first = group * wlprim::merge_items;
    wlprim::merge_some(a, na, b, nb, first, wlprim::at_most(na + nb - first, wlprim::merge_items), less,
                       [&](size_t i, bool from_a, size_t j) {
                         if (from_a)
                           keys_out[i] = a[j];
                         else
                           keys_out[i] = b[j];
                         if constexpr (!std::is_same_v<VA, no_values*>) {
                           if (from_a)
                             values_out[i] = va[j];
                           else
                             values_out[i] = vb[j];
                         }
                       });
  }
};
template <class KA, class KB, class VA, class VB, class KO, class VO, class Less>
void merge_all(const on_device& where, KA a, size_t na, KB b, size_t nb, VA va, VB vb, KO keys_out,
               VO values_out, Less less) {
  using part = merge_part<raw_of<KA>, raw_of<KB>, raw_of<VA>, raw_of<VB>, raw_of<KO>, raw_of<VO>, Less>;
  check(wlprim::for_each_n(wlprim::ceil_div(na + nb, size_t(wlprim::merge_items)),
                           part{detail::raw(a), na, detail::raw(b), nb, detail::raw(va), detail::raw(vb),
                                detail::raw(keys_out), detail::raw(values_out), less},
                           where.stream),
        "merge");
  where.done(hipSuccess, "merge");
}
template <class KA, class KB, class VA, class VB, class KO, class VO, class Less>
WLPRIM_BOTH void merge_all(in_sequence, KA a, size_t na, KB b, size_t nb, VA va, VB vb, KO keys_out,
                           VO values_out, Less less) {
  for (size_t i = 0, j = 0; i + j < na + nb;) {
    const size_t to = i + j;
    const bool from_a = j >= nb || (i < na && !less(b[j], a[i]));
    if (from_a)
      keys_out[to] = a[i];
    else
      keys_out[to] = b[j];
    if constexpr (!std::is_same_v<VA, no_values*>) {
      if (from_a)
        values_out[to] = va[i];
      else
        values_out[to] = vb[j];
    }
    ++(from_a ? i : j);
  }
}
template <class System, class A, class B, class Out, class Less>
WLPRIM_BOTH Out merge(const System& where, A a, A a_end, B b, B b_end, Out out, Less less) {
  const size_t na = count_of(a, a_end), nb = count_of(b, b_end);
  no_values* none = nullptr;
  detail::merge_all(where, a, na, b, nb, none, none, out, none, less);
  return out + (na + nb);
}
template <class System, class A, class B, class Out>
WLPRIM_BOTH Out merge(const System& where, A a, A a_end, B b, B b_end, Out out) {
  return detail::merge(where, a, a_end, b, b_end, out, less<>());
}
template <class System, class KA, class KB, class VA, class VB, class KO, class VO, class Less>
WLPRIM_BOTH pair<KO, VO> merge_by_key(const System& where, KA a, KA a_end, KB b, KB b_end, VA va, VB vb,
                                      KO keys_out, VO values_out, Less less) {
  const size_t na = count_of(a, a_end), nb = count_of(b, b_end);
  detail::merge_all(where, a, na, b, nb, va, vb, keys_out, values_out, less);
  return {keys_out + (na + nb), values_out + (na + nb)};
}
template <class System, class KA, class KB, class VA, class VB, class KO, class VO>
WLPRIM_BOTH pair<KO, VO> merge_by_key(const System& where, KA a, KA a_end, KB b, KB b_end, VA va, VB vb,
                                      KO keys_out, VO values_out) {
  return detail::merge_by_key(where, a, a_end, b, b_end, va, vb, keys_out, values_out, less<>());
}

// Kept are elements whose number among their equals is below (`shared`) or not below their count in the
// other.
template <class A, class B, class Less, bool shared> struct keep_matched {
  A a;
  size_t na;
  B b;
  size_t nb;
  mutable Less less;
  template <class T> WLPRIM_BOTH bool operator()(size_t i, const T& v) const {
    const size_t number = i - wlprim::lower_bound(a, na, v, less);
    const size_t there = wlprim::upper_bound(b, nb, v, less) - wlprim::lower_bound(b, nb, v, less);
    return (number < there) == shared;
  }
};
template <bool shared, class System, class A, class B, class Out, class Less>
WLPRIM_BOTH Out keep_matches(const System& where, A a, A a_end, B b, B b_end, Out out, Less less) {
  return detail::select_to(where, a, a_end, out,
                           keep_matched<raw_of<A>, raw_of<B>, Less, shared>{
                               detail::raw(a), count_of(a, a_end), detail::raw(b), count_of(b, b_end), less});
}
template <class System, class A, class B, class Out, class Less>
WLPRIM_BOTH Out set_intersection(const System& where, A a, A a_end, B b, B b_end, Out out, Less less) {
  return detail::keep_matches<true>(where, a, a_end, b, b_end, out, less);
}
template <class System, class A, class B, class Out, class Less>
WLPRIM_BOTH Out set_difference(const System& where, A a, A a_end, B b, B b_end, Out out, Less less) {
  return detail::keep_matches<false>(where, a, a_end, b, b_end, out, less);
}

// In sequence both remaining operations are the usual walk over the two.
template <bool symmetric, class A, class B, class Out, class Less>
WLPRIM_BOTH Out unite(in_sequence, A a, A a_end, B b, B b_end, Out out, Less less) {
  auto put = [&](auto& from) {
    *out = *from;
    ++out;
    ++from;
  };
  while (a != a_end || b != b_end) {
    if (b == b_end)
      put(a);
    else if (a == a_end)
      put(b);
    else if (less(*a, *b))
      put(a);
    else if (less(*b, *a))
      put(b);
    else {
      if (symmetric)
        ++a;
      else
        put(a);
      ++b;
    }
  }
  return out;
}
template <bool symmetric, class A, class B, class Out, class Less>
Out unite(const on_device& where, A a, A a_end, B b, B b_end, Out out, Less less) {
  using T = value_type_of<A>;
  using U = value_type_of<B>;
  const size_t na = count_of(a, a_end), nb = count_of(b, b_end);
  scratch only_b(nb * sizeof(U), where);
  U* rest = static_cast<U*>(only_b.get());
  U* rest_end = detail::keep_matches<false>(where, b, b_end, a, a_end, rest, less);
  if constexpr (symmetric) {
    scratch only_a(na * sizeof(T), where);
    T* mine = static_cast<T*>(only_a.get());
    T* mine_end = detail::keep_matches<false>(where, a, a_end, b, b_end, mine, less);
    return detail::merge(where, mine, mine_end, rest, rest_end, out, less);
  } else {
    return detail::merge(where, a, a_end, rest, rest_end, out, less);
  }
}
template <class System, class A, class B, class Out, class Less>
WLPRIM_BOTH Out set_union(const System& where, A a, A a_end, B b, B b_end, Out out, Less less) {
  return detail::unite<false>(where, a, a_end, b, b_end, out, less);
}
template <class System, class A, class B, class Out, class Less>
WLPRIM_BOTH Out set_symmetric_difference(const System& where, A a, A a_end, B b, B b_end, Out out,
                                         Less less) {
  return detail::unite<true>(where, a, a_end, b, b_end, out, less);
}
#define THRUST_DETAIL_SET(name)                                                                              \
  template <class System, class A, class B, class Out>                                                       \
  WLPRIM_BOTH Out name(const System& where, A a, A a_end, B b, B b_end, Out out) {                           \
    return detail::name(where, a, a_end, b, b_end, out, less<>());                                           \
  }
THRUST_DETAIL_SET(set_intersection)
THRUST_DETAIL_SET(set_difference)
THRUST_DETAIL_SET(set_union)
THRUST_DETAIL_SET(set_symmetric_difference)
#undef THRUST_DETAIL_SET

// By key: those with values of the first sequence only are selections of pairs.
template <bool shared, class System, class KA, class KB, class VA, class KO, class VO, class Less>
WLPRIM_BOTH pair<KO, VO> keep_matches_by_key(const System& where, KA a, KA a_end, KB b, KB b_end, VA va,
                                             KO keys_out, VO values_out, Less less) {
  const size_t n =
      detail::select(where, detail::raw(a), count_of(a, a_end),
                     keep_matched<raw_of<KA>, raw_of<KB>, Less, shared>{
                         detail::raw(a), count_of(a, a_end), detail::raw(b), count_of(b, b_end), less},
                     put_pair<raw_of<VA>, raw_of<KO>, raw_of<VO>>{detail::raw(va), detail::raw(keys_out),
                                                                  detail::raw(values_out)});
  return {keys_out + n, values_out + n};
}
template <class System, class KA, class KB, class VA, class KO, class VO>
WLPRIM_BOTH pair<KO, VO> set_intersection_by_key(const System& where, KA a, KA a_end, KB b, KB b_end, VA va,
                                                 KO keys_out, VO values_out) {
  return detail::keep_matches_by_key<true>(where, a, a_end, b, b_end, va, keys_out, values_out, less<>());
}
template <class System, class KA, class KB, class VA, class VB, class KO, class VO>
WLPRIM_BOTH pair<KO, VO> set_difference_by_key(const System& where, KA a, KA a_end, KB b, KB b_end, VA va, VB,
                                               KO keys_out, VO values_out) {
  return detail::keep_matches_by_key<false>(where, a, a_end, b, b_end, va, keys_out, values_out, less<>());
}

} // namespace detail

THRUST_DETAIL_ALGORITHM(lower_bound)
THRUST_DETAIL_ALGORITHM(upper_bound)
THRUST_DETAIL_ALGORITHM(equal_range)
THRUST_DETAIL_ALGORITHM(binary_search)
THRUST_DETAIL_ALGORITHM(merge)
THRUST_DETAIL_ALGORITHM(merge_by_key)
THRUST_DETAIL_ALGORITHM(set_intersection)
THRUST_DETAIL_ALGORITHM(set_difference)
THRUST_DETAIL_ALGORITHM(set_union)
THRUST_DETAIL_ALGORITHM(set_symmetric_difference)
THRUST_DETAIL_ALGORITHM(set_intersection_by_key)
THRUST_DETAIL_ALGORITHM(set_difference_by_key)

} // namespace thrust

#endif
