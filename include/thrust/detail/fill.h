// fill, sequence, tabulate, generate: elements that come from nowhere.
#ifndef THRUST_DETAIL_FILL_H
#define THRUST_DETAIL_FILL_H

#include "transform_device.h"

namespace thrust {
namespace detail {

template <class It, class N, class T> WLPRIM_BOTH It fill_n(in_sequence, It first, N n, const T& value) {
  for (N i = 0; i < n; ++i, ++first) *first = value;
  return first;
}
template <class It, class N, class T> It fill_n(const on_device& where, It first, N n, const T& value) {
  auto out = detail::raw(first);
  const T v = value;
  each_index(where, static_cast<size_t>(n), [=] __device__(size_t i) mutable { out[i] = v; }, "fill");
  where.done(hipSuccess, "fill");
  return first + n;
}
template <class System, class It, class T>
WLPRIM_BOTH void fill(const System& where, It first, It last, const T& value) {
  detail::fill_n(where, first, last - first, value);
}

// f(i) for each place i.
template <class It, class F> WLPRIM_BOTH void tabulate(in_sequence, It first, It last, F f) {
  for (std::ptrdiff_t i = 0; first != last; ++first, ++i) *first = f(i);
}
template <class It, class F> void tabulate(const on_device& where, It first, It last, F f) {
  auto out = detail::raw(first);
  each_index(
      where, count_of(first, last),
      [=] __device__(size_t i) mutable { out[i] = f(static_cast<std::ptrdiff_t>(i)); }, "tabulate");
  where.done(hipSuccess, "tabulate");
}

template <class T, class Step> struct nth_of_sequence {
  T start;
  Step step;
  template <class I> WLPRIM_BOTH T operator()(I i) const {
    return static_cast<T>(start + static_cast<T>(i) * step);
  }
};
template <class System, class It, class T, class Step>
WLPRIM_BOTH void sequence(const System& where, It first, It last, T start, Step step) {
  using V = value_type_of<It>;
  detail::tabulate(where, first, last, nth_of_sequence<V, V>{static_cast<V>(start), static_cast<V>(step)});
}
template <class System, class It, class T>
WLPRIM_BOTH void sequence(const System& where, It first, It last, T start) {
  detail::sequence(where, first, last, start, value_type_of<It>(1));
}
template <class System, class It> WLPRIM_BOTH void sequence(const System& where, It first, It last) {
  detail::sequence(where, first, last, value_type_of<It>(0), value_type_of<It>(1));
}

template <class It, class F> WLPRIM_BOTH void generate(in_sequence, It first, It last, F f) {
  for (; first != last; ++first) *first = f();
}
template <class It, class F> void generate(const on_device& where, It first, It last, F f) {
  auto out = detail::raw(first);
  each_index(where, count_of(first, last), [=] __device__(size_t i) mutable { out[i] = f(); }, "generate");
  where.done(hipSuccess, "generate");
}
template <class System, class It, class N, class F>
WLPRIM_BOTH It generate_n(const System& where, It first, N n, F f) {
  detail::generate(where, first, first + n, f);
  return first + n;
}

} // namespace detail

THRUST_DETAIL_ALGORITHM(fill)
THRUST_DETAIL_ALGORITHM(fill_n)
THRUST_DETAIL_ALGORITHM(tabulate)
THRUST_DETAIL_ALGORITHM(sequence)
THRUST_DETAIL_ALGORITHM(generate)
THRUST_DETAIL_ALGORITHM(generate_n)
template <class... A> auto uninitialized_fill(A... a) { return thrust::fill(a...); }
template <class... A> auto uninitialized_fill_n(A... a) { return thrust::fill_n(a...); }

} // namespace thrust

#endif
