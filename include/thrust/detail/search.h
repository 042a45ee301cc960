// Questions about sequences: counts, extremes, the first place where something holds. Each is a reduction.
#ifndef THRUST_DETAIL_SEARCH_H
#define THRUST_DETAIL_SEARCH_H

#include "reduce.h"

namespace thrust {
namespace detail {

template <class P> struct one_if {
  mutable P p;
  template <class T> WLPRIM_BOTH std::ptrdiff_t operator()(T&& v) const {
    return p(static_cast<T&&>(v)) ? 1 : 0;
  }
};
template <class T> struct equals {
  T value;
  template <class U> WLPRIM_BOTH bool operator()(const U& u) const { return u == value; }
};
template <class System, class It, class P>
WLPRIM_BOTH std::ptrdiff_t count_if(const System& where, It first, It last, P p) {
  return detail::transform_reduce(where, first, last, one_if<P>{p}, std::ptrdiff_t(0),
                                  plus<std::ptrdiff_t>());
}
template <class System, class It, class T>
WLPRIM_BOTH std::ptrdiff_t count(const System& where, It first, It last, const T& value) {
  return detail::count_if(where, first, last, equals<T>{value});
}

// The first index below n for which holds(index) is true, else n.
template <class Holds> WLPRIM_BOTH size_t first_index(in_sequence, size_t n, Holds holds) {
  size_t i = 0;
  while (i < n && !holds(i)) ++i;
  return i;
}
template <class Holds> struct index_if {
  size_t n;
  mutable Holds holds;
  WLPRIM_DEVICE size_t operator()(size_t i) const { return holds(i) ? i : n; }
};
template <class Holds> size_t first_index(const on_device& where, size_t n, Holds holds) {
  return n == 0 ? 0 : detail::reduce_loaded<size_t>(where, n, index_if<Holds>{n, holds}, minimum<size_t>());
}

// What an index is asked.
template <class It, class P, bool wanted> struct holds_at {
  It in;
  mutable P p;
  WLPRIM_BOTH bool operator()(size_t i) const { return static_cast<bool>(p(in[i])) == wanted; }
};
template <class A, class B, class Equal> struct differs_at {
  A a;
  B b;
  mutable Equal equal;
  WLPRIM_BOTH bool operator()(size_t i) const { return !equal(a[i], b[i]); }
};
template <class It, class P> struct neighbours_at {
  It in;
  mutable P p;
  WLPRIM_BOTH bool operator()(size_t i) const { return p(in[i], in[i + 1]); }
};
template <class It, class Less> struct falls_at {
  It in;
  mutable Less less;
  WLPRIM_BOTH bool operator()(size_t i) const { return less(in[i + 1], in[i]); }
};

template <class System, class It, class P>
WLPRIM_BOTH It find_if(const System& where, It first, It last, P p) {
  return first + detail::first_index(where, count_of(first, last),
                                     holds_at<raw_of<It>, P, true>{detail::raw(first), p});
}
template <class System, class It, class P>
WLPRIM_BOTH It find_if_not(const System& where, It first, It last, P p) {
  return first + detail::first_index(where, count_of(first, last),
                                     holds_at<raw_of<It>, P, false>{detail::raw(first), p});
}
template <class System, class It, class T>
WLPRIM_BOTH It find(const System& where, It first, It last, const T& value) {
  return detail::find_if(where, first, last, equals<T>{value});
}
template <class System, class It, class P>
WLPRIM_BOTH bool any_of(const System& where, It first, It last, P p) {
  return detail::find_if(where, first, last, p) != last;
}
template <class System, class It, class P>
WLPRIM_BOTH bool all_of(const System& where, It first, It last, P p) {
  return detail::find_if_not(where, first, last, p) == last;
}
template <class System, class It, class P>
WLPRIM_BOTH bool none_of(const System& where, It first, It last, P p) {
  return detail::find_if(where, first, last, p) == last;
}
template <class System, class A, class B, class Equal>
WLPRIM_BOTH pair<A, B> mismatch(const System& where, A first, A last, B other, Equal equal) {
  const size_t i = detail::first_index(
      where, count_of(first, last),
      differs_at<raw_of<A>, raw_of<B>, Equal>{detail::raw(first), detail::raw(other), equal});
  return {first + i, other + i};
}
template <class System, class A, class B>
WLPRIM_BOTH pair<A, B> mismatch(const System& where, A first, A last, B other) {
  return detail::mismatch(where, first, last, other, equal_to<>());
}
template <class System, class A, class B, class Equal>
WLPRIM_BOTH bool equal(const System& where, A first, A last, B other, Equal same) {
  return detail::mismatch(where, first, last, other, same).first == last;
}
template <class System, class A, class B>
WLPRIM_BOTH bool equal(const System& where, A first, A last, B other) {
  return detail::equal(where, first, last, other, equal_to<>());
}
template <class System, class It, class P>
WLPRIM_BOTH It adjacent_find(const System& where, It first, It last, P p) {
  if (first == last) return last;
  const size_t n = count_of(first, last) - 1;
  const size_t i = detail::first_index(where, n, neighbours_at<raw_of<It>, P>{detail::raw(first), p});
  return i == n ? last : first + i;
}
template <class System, class It> WLPRIM_BOTH It adjacent_find(const System& where, It first, It last) {
  return detail::adjacent_find(where, first, last, equal_to<>());
}
template <class System, class It, class Less>
WLPRIM_BOTH It is_sorted_until(const System& where, It first, It last, Less less) {
  if (first == last) return last;
  const size_t n = count_of(first, last) - 1;
  return first + (detail::first_index(where, n, falls_at<raw_of<It>, Less>{detail::raw(first), less}) + 1);
}
template <class System, class It> WLPRIM_BOTH It is_sorted_until(const System& where, It first, It last) {
  return detail::is_sorted_until(where, first, last, less<>());
}
template <class System, class It, class Less>
WLPRIM_BOTH bool is_sorted(const System& where, It first, It last, Less less) {
  return detail::is_sorted_until(where, first, last, less) == last;
}
template <class System, class It> WLPRIM_BOTH bool is_sorted(const System& where, It first, It last) {
  return detail::is_sorted(where, first, last, less<>());
}
template <class System, class It, class P>
WLPRIM_BOTH bool is_partitioned(const System& where, It first, It last, P p) {
  const It middle = detail::find_if_not(where, first, last, p);
  return detail::none_of(where, middle, last, p);
}
template <class System, class It, class P>
WLPRIM_BOTH It partition_point(const System& where, It first, It last, P p) {
  return detail::find_if_not(where, first, last, p);
}

// Places of the extremes; of equal elements the first.
template <class It, class Less> struct better_place {
  It in;
  mutable Less less;
  bool largest;
  WLPRIM_BOTH size_t operator()(size_t i, size_t j) const {
    const bool up = less(in[i], in[j]), down = less(in[j], in[i]);
    if (up == down) return i < j ? i : j;
    return up == largest ? j : i;
  }
};
struct place_itself {
  WLPRIM_BOTH size_t operator()(size_t i) const { return i; }
};
template <class Op> WLPRIM_BOTH size_t best_place(in_sequence, size_t n, Op op) {
  size_t best = 0;
  for (size_t i = 1; i < n; ++i) best = op(best, i);
  return best;
}
template <class Op> size_t best_place(const on_device& where, size_t n, Op op) {
  return n == 0 ? 0 : detail::reduce_loaded<size_t>(where, n, place_itself(), op);
}
template <class System, class It, class Less>
WLPRIM_BOTH It extreme(const System& where, It first, It last, Less less, bool largest) {
  return first + detail::best_place(where, count_of(first, last),
                                    better_place<raw_of<It>, Less>{detail::raw(first), less, largest});
}
template <class System, class It, class Less>
WLPRIM_BOTH It min_element(const System& where, It first, It last, Less less) {
  return detail::extreme(where, first, last, less, false);
}
template <class System, class It, class Less>
WLPRIM_BOTH It max_element(const System& where, It first, It last, Less less) {
  return detail::extreme(where, first, last, less, true);
}
template <class System, class It, class Less>
WLPRIM_BOTH pair<It, It> minmax_element(const System& where, It first, It last, Less less) {
  return {detail::extreme(where, first, last, less, false), detail::extreme(where, first, last, less, true)};
}
template <class System, class It> WLPRIM_BOTH It min_element(const System& where, It first, It last) {
  return detail::extreme(where, first, last, less<>(), false);
}
template <class System, class It> WLPRIM_BOTH It max_element(const System& where, It first, It last) {
  return detail::extreme(where, first, last, less<>(), true);
}
template <class System, class It>
WLPRIM_BOTH pair<It, It> minmax_element(const System& where, It first, It last) {
  return detail::minmax_element(where, first, last, less<>());
}

} // namespace detail

THRUST_DETAIL_ALGORITHM(count)
THRUST_DETAIL_ALGORITHM(count_if)
THRUST_DETAIL_ALGORITHM(find)
THRUST_DETAIL_ALGORITHM(find_if)
THRUST_DETAIL_ALGORITHM(find_if_not)
THRUST_DETAIL_ALGORITHM(any_of)
THRUST_DETAIL_ALGORITHM(all_of)
THRUST_DETAIL_ALGORITHM(none_of)
THRUST_DETAIL_ALGORITHM(mismatch)
THRUST_DETAIL_ALGORITHM(equal)
THRUST_DETAIL_ALGORITHM(adjacent_find)
THRUST_DETAIL_ALGORITHM(is_sorted)
THRUST_DETAIL_ALGORITHM(is_sorted_until)
THRUST_DETAIL_ALGORITHM(is_partitioned)
THRUST_DETAIL_ALGORITHM(partition_point)
THRUST_DETAIL_ALGORITHM(min_element)
THRUST_DETAIL_ALGORITHM(max_element)
THRUST_DETAIL_ALGORITHM(minmax_element)

} // namespace thrust

#endif
