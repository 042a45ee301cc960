// reduce, transform_reduce, inner_product, and reductions of runs of equal keys.
#ifndef THRUST_DETAIL_REDUCE_H
#define THRUST_DETAIL_REDUCE_H

#include "../functional.h"
#include "transform_device.h"
#include <wlprim/reduce.h>
#include <wlprim/scan.h>

namespace thrust {
namespace detail {

template <class T> struct store_at {
  T* to;
  WLPRIM_DEVICE void operator()(const T& v) const { *to = v; }
};

// Combines load(0) .. load(n - 1), n > 0, on the device.
template <class T, class Load, class Op> T reduce_loaded(const on_device& where, size_t n, Load load, Op op) {
  device_value<T> result(where);
  wlprim::reducer<T> work;
  check(with_storage(
            where, [&](wlprim::storage& parts) { work.plan(parts, n); },
            [&] {
              return work.run(n, load, wlprim::op_as<T, Op>{op}, store_at<T>{result.address()}, where.stream);
            }),
        "reduce");
  return result.get();
}

template <class It, class F, class T, class Op>
WLPRIM_BOTH T transform_reduce(in_sequence, It first, It last, F f, T start, Op op) {
  for (; first != last; ++first) start = op(start, f(*first));
  return start;
}
template <class It, class F, class T, class Op>
T transform_reduce(const on_device& where, It first, It last, F f, T start, Op op) {
  const size_t n = count_of(first, last);
  if (n == 0) return start;
  return static_cast<T>(
      op(start, detail::reduce_loaded<T>(
                    where, n, wlprim::load_transformed<T, raw_of<It>, F>{detail::raw(first), f}, op)));
}

template <class It, class T, class Op> WLPRIM_BOTH T reduce(in_sequence, It first, It last, T start, Op op) {
  for (; first != last; ++first) start = op(start, *first);
  return start;
}
template <class It, class T, class Op> T reduce(const on_device& where, It first, It last, T start, Op op) {
  const size_t n = count_of(first, last);
  if (n == 0) return start;
  return static_cast<T>(
      op(start, detail::reduce_loaded<T>(where, n, wlprim::load_as<T, raw_of<It>>{detail::raw(first)}, op)));
}
template <class System, class It, class T>
WLPRIM_BOTH T reduce(const System& where, It first, It last, T start) {
  return detail::reduce(where, first, last, start, plus<T>());
}
template <class System, class It>
WLPRIM_BOTH value_type_of<It> reduce(const System& where, It first, It last) {
  return detail::reduce(where, first, last, value_type_of<It>());
}

template <class A, class B, class Op> struct combine_pairs {
  A a;
  B b;
  mutable Op op;
  template <class I> WLPRIM_BOTH auto operator()(I i) const { return op(a[i], b[i]); }
};
template <class A, class B, class T, class Sum, class Product>
WLPRIM_BOTH T inner_product(in_sequence, A first, A last, B other, T start, Sum sum, Product product) {
  for (; first != last; ++first, ++other) start = sum(start, product(*first, *other));
  return start;
}
template <class A, class B, class T, class Sum, class Product>
T inner_product(const on_device& where, A first, A last, B other, T start, Sum sum, Product product) {
  const counting_iterator<std::ptrdiff_t> zero(0);
  return detail::transform_reduce(
      where, zero, zero + (last - first),
      combine_pairs<raw_of<A>, raw_of<B>, Product>{detail::raw(first), detail::raw(other), product}, start,
      sum);
}
template <class System, class A, class B, class T>
WLPRIM_BOTH T inner_product(const System& where, A first, A last, B other, T start) {
  return detail::inner_product(where, first, last, other, start, plus<T>(), multiplies<T>());
}

// Runs of equal keys: their first key and the combination of their values.
template <class Keys, class Values, class KeysOut, class ValuesOut, class Equal, class Op>
WLPRIM_BOTH pair<KeysOut, ValuesOut> reduce_by_key(in_sequence, Keys first, Keys last, Values values,
                                                   KeysOut keys_out, ValuesOut values_out, Equal equal,
                                                   Op op) {
  while (first != last) {
    value_type_of<Keys> key = *first;
    value_type_of<Values> sum = *values;
    value_type_of<Keys> previous = key;
    for (++first, ++values; first != last && equal(previous, *first); ++first, ++values) {
      sum = op(sum, *values);
      previous = *first;
    }
    *keys_out = key;
    *values_out = sum;
    ++keys_out;
    ++values_out;
  }
  return {keys_out, values_out};
}
template <class Keys, class Values, class KeysOut, class ValuesOut, class Equal, class Op>
pair<KeysOut, ValuesOut> reduce_by_key(const on_device& where, Keys first, Keys last, Values values,
                                       KeysOut keys_out, ValuesOut values_out, Equal equal, Op op) {
  const size_t n = count_of(first, last);
  if (n == 0) return {keys_out, values_out};
  using T = value_type_of<Values>;
  using K = raw_of<Keys>;
  using Head = wlprim::head_of_run<K, Equal>;
  using Load = wlprim::load_as<T, raw_of<Values>>;
  const Head head{detail::raw(first), equal};
  device_value<unsigned long long> count(where);
  wlprim::scanner<wlprim::segmented<T>> work;
  check(with_storage(
            where, [&](wlprim::storage& parts) { work.plan(parts, n); },
            [&] {
              return work.run(
                  n, wlprim::load_segmented<T, Head, Load>{head, {detail::raw(values)}},
                  wlprim::segmented_op<Op>{op},
                  wlprim::emit_segments<T, Head, K, raw_of<KeysOut>, raw_of<ValuesOut>, unsigned long long*>{
                      n, head, detail::raw(first), detail::raw(keys_out), detail::raw(values_out),
                      count.address()},
                  wlprim::no_start{}, where.stream);
            }),
        "reduce_by_key");
  const auto runs = static_cast<std::ptrdiff_t>(count.get());
  return {keys_out + runs, values_out + runs};
}
template <class System, class Keys, class Values, class KeysOut, class ValuesOut, class Equal>
WLPRIM_BOTH pair<KeysOut, ValuesOut> reduce_by_key(const System& where, Keys first, Keys last, Values values,
                                                   KeysOut keys_out, ValuesOut values_out, Equal equal) {
  return detail::reduce_by_key(where, first, last, values, keys_out, values_out, equal,
                               plus<value_type_of<Values>>());
}
template <class System, class Keys, class Values, class KeysOut, class ValuesOut>
WLPRIM_BOTH pair<KeysOut, ValuesOut> reduce_by_key(const System& where, Keys first, Keys last, Values values,
                                                   KeysOut keys_out, ValuesOut values_out) {
  return detail::reduce_by_key(where, first, last, values, keys_out, values_out,
                               equal_to<value_type_of<Keys>>());
}

} // namespace detail

THRUST_DETAIL_ALGORITHM(reduce)
THRUST_DETAIL_ALGORITHM(transform_reduce)
THRUST_DETAIL_ALGORITHM(inner_product)
THRUST_DETAIL_ALGORITHM(reduce_by_key)

} // namespace thrust

#endif
