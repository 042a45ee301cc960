// One thread's reduction, scan and search over its own items.
#ifndef HIPCUB_THREAD_THREAD_REDUCE_HPP_
#define HIPCUB_THREAD_THREAD_REDUCE_HPP_

#include "thread_operators.hpp"
#include <wlprim/merge.h>

namespace hipcub {

template <int LENGTH, class T, class Op> WLPRIM_DEVICE T ThreadReduce(const T* items, Op op, T prefix) {
#pragma unroll
  for (int i = 0; i < LENGTH; ++i) prefix = op(prefix, items[i]);
  return prefix;
}
template <int LENGTH, class T, class Op> WLPRIM_DEVICE T ThreadReduce(const T* items, Op op) {
  T sum = items[0];
#pragma unroll
  for (int i = 1; i < LENGTH; ++i) sum = op(sum, items[i]);
  return sum;
}
template <int LENGTH, class T, class Op>
WLPRIM_DEVICE T ThreadReduce(const T (&items)[LENGTH], Op op, T prefix) {
  return ThreadReduce<LENGTH>(static_cast<const T*>(items), op, prefix);
}
template <int LENGTH, class T, class Op> WLPRIM_DEVICE T ThreadReduce(const T (&items)[LENGTH], Op op) {
  return ThreadReduce<LENGTH>(static_cast<const T*>(items), op);
}

// Scans from `prefix`, which is left out of the first item when not applied. Give back the last sum.
template <int LENGTH, class T, class Op>
WLPRIM_DEVICE T ThreadScanInclusive(const T (&in)[LENGTH], T (&out)[LENGTH], Op op, T prefix,
                                    bool apply_prefix = true) {
  T sum = apply_prefix ? op(prefix, in[0]) : in[0];
  out[0] = sum;
#pragma unroll
  for (int i = 1; i < LENGTH; ++i) out[i] = sum = op(sum, in[i]);
  return sum;
}
template <int LENGTH, class T, class Op>
WLPRIM_DEVICE T ThreadScanInclusive(const T (&in)[LENGTH], T (&out)[LENGTH], Op op) {
  return ThreadScanInclusive(in, out, op, in[0], false);
}
template <int LENGTH, class T, class Op>
WLPRIM_DEVICE T ThreadScanExclusive(const T (&in)[LENGTH], T (&out)[LENGTH], Op op, T prefix,
                                    bool apply_prefix = true) {
  T sum = prefix;
#pragma unroll
  for (int i = 0; i < LENGTH; ++i) {
    const T next = i > 0 || apply_prefix ? op(sum, in[i]) : in[i];
    out[i] = sum;
    sum = next;
  }
  return sum;
}

template <class It, class OffsetT, class T> WLPRIM_BOTH OffsetT LowerBound(It in, OffsetT n, T value) {
  return static_cast<OffsetT>(wlprim::lower_bound(in, static_cast<size_t>(n), value,
                                                  [](const auto& a, const auto& b) { return a < b; }));
}
template <class It, class OffsetT, class T> WLPRIM_BOTH OffsetT UpperBound(It in, OffsetT n, T value) {
  return static_cast<OffsetT>(wlprim::upper_bound(in, static_cast<size_t>(n), value,
                                                  [](const auto& a, const auto& b) { return a < b; }));
}

} // namespace hipcub

#endif
