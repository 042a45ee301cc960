// Prefix sums, plain and by key.
#ifndef THRUST_DETAIL_SCAN_H
#define THRUST_DETAIL_SCAN_H

#include "../functional.h"
#include "transform_device.h"
#include <wlprim/scan.h>

namespace thrust {
namespace detail {

struct unchanged {
  template <class T> WLPRIM_BOTH const T& operator()(const T& v) const { return v; }
};

template <class T, class Load, class Op, class Emit, class Start>
void scan_loaded(const on_device& where, size_t n, Load load, Op op, Emit emit, Start start) {
  if (n == 0) return;
  wlprim::scanner<T> work;
  where.done(with_storage(
                 where, [&](wlprim::storage& parts) { work.plan(parts, n); },
                 [&] { return work.run(n, load, op, emit, start, where.stream); }),
             "scan");
}

template <class In, class Out, class F, class Op>
WLPRIM_BOTH Out transform_inclusive_scan(in_sequence, In first, In last, Out out, F f, Op op) {
  using T = std::decay_t<std::invoke_result_t<F, value_type_of<In>>>;
  if (first == last) return out;
  T sum = f(*first);
  *out = sum;
  for (++first, ++out; first != last; ++first, ++out) *out = sum = op(sum, f(*first));
  return out;
}
template <class In, class Out, class F, class Op>
Out transform_inclusive_scan(const on_device& where, In first, In last, Out out, F f, Op op) {
  using T = std::decay_t<std::invoke_result_t<F, value_type_of<In>>>;
  detail::scan_loaded<T>(
      where, count_of(first, last), wlprim::load_transformed<T, raw_of<In>, F>{detail::raw(first), f},
      wlprim::op_as<T, Op>{op}, wlprim::emit_upto<raw_of<Out>>{detail::raw(out)}, wlprim::no_start());
  return out + (last - first);
}
template <class In, class Out, class F, class T, class Op>
WLPRIM_BOTH Out transform_inclusive_scan(in_sequence, In first, In last, Out out, F f, T start, Op op) {
  for (; first != last; ++first, ++out) *out = start = op(start, f(*first));
  return out;
}
template <class In, class Out, class F, class T, class Op>
Out transform_inclusive_scan(const on_device& where, In first, In last, Out out, F f, T start, Op op) {
  detail::scan_loaded<T>(where, count_of(first, last),
                         wlprim::load_transformed<T, raw_of<In>, F>{detail::raw(first), f},
                         wlprim::op_as<T, Op>{op}, wlprim::emit_upto<raw_of<Out>>{detail::raw(out)}, start);
  return out + (last - first);
}
template <class In, class Out, class F, class T, class Op>
WLPRIM_BOTH Out transform_exclusive_scan(in_sequence, In first, In last, Out out, F f, T start, Op op) {
  for (; first != last; ++first, ++out) {
    const T next = op(start, f(*first));
    *out = start;
    start = next;
  }
  return out;
}
template <class In, class Out, class F, class T, class Op>
Out transform_exclusive_scan(const on_device& where, In first, In last, Out out, F f, T start, Op op) {
  detail::scan_loaded<T>(where, count_of(first, last),
                         wlprim::load_transformed<T, raw_of<In>, F>{detail::raw(first), f},
                         wlprim::op_as<T, Op>{op}, wlprim::emit_before<raw_of<Out>>{detail::raw(out)}, start);
  return out + (last - first);
}

template <class System, class In, class Out, class Op>
WLPRIM_BOTH Out inclusive_scan(const System& where, In first, In last, Out out, Op op) {
  return detail::transform_inclusive_scan(where, first, last, out, unchanged(), op);
}
template <class System, class In, class Out>
WLPRIM_BOTH Out inclusive_scan(const System& where, In first, In last, Out out) {
  return detail::inclusive_scan(where, first, last, out, plus<value_type_of<In>>());
}
template <class System, class In, class Out, class T, class Op>
WLPRIM_BOTH Out inclusive_scan(const System& where, In first, In last, Out out, T start, Op op) {
  return detail::transform_inclusive_scan(where, first, last, out, unchanged(), start, op);
}
template <class System, class In, class Out, class T, class Op>
WLPRIM_BOTH Out exclusive_scan(const System& where, In first, In last, Out out, T start, Op op) {
  return detail::transform_exclusive_scan(where, first, last, out, unchanged(), start, op);
}
template <class System, class In, class Out, class T>
WLPRIM_BOTH Out exclusive_scan(const System& where, In first, In last, Out out, T start) {
  return detail::exclusive_scan(where, first, last, out, start, plus<T>());
}
template <class System, class In, class Out>
WLPRIM_BOTH Out exclusive_scan(const System& where, In first, In last, Out out) {
  return detail::exclusive_scan(where, first, last, out, value_type_of<In>());
}

// By key: the sum starts afresh where the key changes.
template <class Keys, class In, class Out, class Equal, class Op>
WLPRIM_BOTH Out inclusive_scan_by_key(in_sequence, Keys first, Keys last, In in, Out out, Equal equal,
                                      Op op) {
  if (first == last) return out;
  value_type_of<Keys> key = *first;
  value_type_of<In> sum = *in;
  *out = sum;
  for (++first, ++in, ++out; first != last; ++first, ++in, ++out) {
    const value_type_of<Keys> next = *first;
    if (equal(key, next))
      sum = op(sum, *in);
    else
      sum = *in;
    key = next;
    *out = sum;
  }
  return out;
}
template <class Keys, class In, class Out, class Equal, class Op>
Out inclusive_scan_by_key(const on_device& where, Keys first, Keys last, In in, Out out, Equal equal, Op op) {
  using T = value_type_of<In>;
  using Head = wlprim::head_of_run<raw_of<Keys>, Equal>;
  using Load = wlprim::load_as<T, raw_of<In>>;
  const Head head{detail::raw(first), equal};
  detail::scan_loaded<wlprim::segmented<T>>(
      where, count_of(first, last), wlprim::load_segmented<T, Head, Load>{head, {detail::raw(in)}},
      wlprim::segmented_op<Op>{op}, wlprim::emit_segment_upto<T, Head, raw_of<Out>>{head, detail::raw(out)},
      wlprim::no_start());
  return out + (last - first);
}
template <class Keys, class In, class Out, class T, class Equal, class Op>
WLPRIM_BOTH Out exclusive_scan_by_key(in_sequence, Keys first, Keys last, In in, Out out, T start,
                                      Equal equal, Op op) {
  if (first == last) return out;
  value_type_of<Keys> key = *first;
  T sum = start;
  for (; first != last; ++first, ++in, ++out) {
    const value_type_of<Keys> next = *first;
    const value_type_of<In> value = *in;
    if (!equal(key, next)) sum = start;
    key = next;
    *out = sum;
    sum = op(sum, value);
  }
  return out;
}
template <class Keys, class In, class Out, class T, class Equal, class Op>
Out exclusive_scan_by_key(const on_device& where, Keys first, Keys last, In in, Out out, T start, Equal equal,
                          Op op) {
  using Head = wlprim::head_of_run<raw_of<Keys>, Equal>;
  using Load = wlprim::load_as<T, raw_of<In>>;
  const Head head{detail::raw(first), equal};
  detail::scan_loaded<wlprim::segmented<T>>(
      where, count_of(first, last), wlprim::load_segmented<T, Head, Load>{head, {detail::raw(in)}},
      wlprim::segmented_op<Op>{op},
      wlprim::emit_segment_before<T, Head, raw_of<Out>, Op>{head, detail::raw(out), op, start},
      wlprim::no_start());
  return out + (last - first);
}
template <class System, class Keys, class In, class Out, class Equal>
WLPRIM_BOTH Out inclusive_scan_by_key(const System& where, Keys first, Keys last, In in, Out out,
                                      Equal equal) {
  return detail::inclusive_scan_by_key(where, first, last, in, out, equal, plus<value_type_of<In>>());
}
template <class System, class Keys, class In, class Out>
WLPRIM_BOTH Out inclusive_scan_by_key(const System& where, Keys first, Keys last, In in, Out out) {
  return detail::inclusive_scan_by_key(where, first, last, in, out, equal_to<value_type_of<Keys>>());
}
template <class System, class Keys, class In, class Out, class T, class Equal>
WLPRIM_BOTH Out exclusive_scan_by_key(const System& where, Keys first, Keys last, In in, Out out, T start,
                                      Equal equal) {
  return detail::exclusive_scan_by_key(where, first, last, in, out, start, equal, plus<T>());
}
template <class System, class Keys, class In, class Out, class T>
WLPRIM_BOTH Out exclusive_scan_by_key(const System& where, Keys first, Keys last, In in, Out out, T start) {
  return detail::exclusive_scan_by_key(where, first, last, in, out, start, equal_to<value_type_of<Keys>>());
}
template <class System, class Keys, class In, class Out>
WLPRIM_BOTH Out exclusive_scan_by_key(const System& where, Keys first, Keys last, In in, Out out) {
  return detail::exclusive_scan_by_key(where, first, last, in, out, value_type_of<In>());
}

} // namespace detail

THRUST_DETAIL_ALGORITHM(inclusive_scan)
THRUST_DETAIL_ALGORITHM(exclusive_scan)
THRUST_DETAIL_ALGORITHM(transform_inclusive_scan)
THRUST_DETAIL_ALGORITHM(transform_exclusive_scan)
THRUST_DETAIL_ALGORITHM(inclusive_scan_by_key)
THRUST_DETAIL_ALGORITHM(exclusive_scan_by_key)

} // namespace thrust

#endif
