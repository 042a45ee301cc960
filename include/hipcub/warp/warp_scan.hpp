// WarpScan: prefix sums over a logical warp's items.
#ifndef HIPCUB_WARP_WARP_SCAN_HPP_
#define HIPCUB_WARP_WARP_SCAN_HPP_

#include "warp_reduce.hpp"

namespace hipcub {

template <class T, int LOGICAL_WARP_THREADS = HIPCUB_WARP_THREADS, int ARCH = 1> class WarpScan {
  static constexpr int W = LOGICAL_WARP_THREADS;
  const logical_warp<W> warp;

  template <class Op> WLPRIM_DEVICE T scan(T input, Op op) {
    if constexpr (logical_warp<W>::even) return wlprim::scan_group<W>(input, op);
    else return wlprim::scan_any(input, op, warp.index, W);
  }
  WLPRIM_DEVICE T left_of(T inclusive) { return wlprim::read_lane(inclusive, warp.index ? warp.lane - 1 : warp.lane); }
  WLPRIM_DEVICE T total_of(T inclusive) { return wlprim::read_lane(inclusive, warp.base + W - 1); }

public:
  struct TempStorage {};
  WLPRIM_DEVICE explicit WarpScan(TempStorage&) {}

  template <class Op> WLPRIM_DEVICE void InclusiveScan(T input, T& inclusive, Op op) { inclusive = scan(input, close_over<T>(op)); }
  template <class Op> WLPRIM_DEVICE void InclusiveScan(T input, T& inclusive, Op op, T& warp_aggregate) {
    InclusiveScan(input, inclusive, op);
    warp_aggregate = total_of(inclusive);
  }
  template <class Op> WLPRIM_DEVICE void InclusiveScan(T input, T& inclusive, T initial_value, Op op) {
    inclusive = static_cast<T>(op(initial_value, scan(input, close_over<T>(op))));
  }
  template <class Op> WLPRIM_DEVICE void InclusiveScan(T input, T& inclusive, T initial_value, Op op, T& warp_aggregate) {
    InclusiveScan(input, inclusive, op, warp_aggregate);
    inclusive = static_cast<T>(op(initial_value, inclusive));
  }
  // Without a start the first lane's output is not set.
  template <class Op> WLPRIM_DEVICE void ExclusiveScan(T input, T& exclusive, Op op) {
    T inclusive;
    Scan(input, inclusive, exclusive, op);
  }
  template <class Op> WLPRIM_DEVICE void ExclusiveScan(T input, T& exclusive, Op op, T& warp_aggregate) {
    T inclusive;
    Scan(input, inclusive, exclusive, op);
    warp_aggregate = total_of(inclusive);
  }
  template <class Op> WLPRIM_DEVICE void ExclusiveScan(T input, T& exclusive, T initial_value, Op op) {
    T total;
    ExclusiveScan(input, exclusive, initial_value, op, total);
  }
  template <class Op> WLPRIM_DEVICE void ExclusiveScan(T input, T& exclusive, T initial_value, Op op, T& warp_aggregate) {
    const T inclusive = scan(input, close_over<T>(op)), left = left_of(inclusive);
    warp_aggregate = total_of(inclusive);
    exclusive = warp.index ? static_cast<T>(op(initial_value, left)) : initial_value;
  }
  template <class Op> WLPRIM_DEVICE void Scan(T input, T& inclusive, T& exclusive, Op op) {
    inclusive = scan(input, close_over<T>(op));
    const T left = left_of(inclusive);
    if (warp.index) exclusive = left;
  }
  template <class Op> WLPRIM_DEVICE void Scan(T input, T& inclusive, T& exclusive, T initial_value, Op op) {
    T total;
    const T in = input;
    ExclusiveScan(in, exclusive, initial_value, op, total);
    inclusive = static_cast<T>(op(exclusive, in));
  }
  WLPRIM_DEVICE void InclusiveSum(T input, T& inclusive) { InclusiveScan(input, inclusive, hipcub::Sum()); }
  WLPRIM_DEVICE void InclusiveSum(T input, T& inclusive, T& warp_aggregate) {
    InclusiveScan(input, inclusive, hipcub::Sum(), warp_aggregate);
  }
  WLPRIM_DEVICE void ExclusiveSum(T input, T& exclusive) { ExclusiveScan(input, exclusive, T(0), hipcub::Sum()); }
  WLPRIM_DEVICE void ExclusiveSum(T input, T& exclusive, T& warp_aggregate) {
    ExclusiveScan(input, exclusive, T(0), hipcub::Sum(), warp_aggregate);
  }
  WLPRIM_DEVICE void Sum(T input, T& inclusive, T& exclusive) { Scan(input, inclusive, exclusive, T(0), hipcub::Sum()); }
  WLPRIM_DEVICE T Broadcast(T input, unsigned src_lane) { return wlprim::read_lane(input, warp.base + src_lane); }
};

} // namespace hipcub

#endif
