// DeviceAdjacentDifference: an operator on each item and its neighbour. DeviceFor, DeviceTransform: one on
// each item.
#ifndef HIPCUB_DEVICE_DEVICE_ADJACENT_DIFFERENCE_HPP_
#define HIPCUB_DEVICE_DEVICE_ADJACENT_DIFFERENCE_HPP_

#include "../thread/thread_operators.hpp"
#include <wlprim/config.h>

namespace hipcub {

namespace detail {

template <class In, class Out, class Op, bool left> struct difference_at {
  In in;
  Out out;
  mutable Op op;
  size_t n;
  WLPRIM_DEVICE void operator()(size_t i) const {
    const bool has = left ? i > 0 : i + 1 < n;
    wlprim::value_of<In> item = in[i];
    if (has) {
      wlprim::value_of<In> other = in[left ? i - 1 : i + 1];
      out[i] = op(item, other);
    } else {
      out[i] = item;
    }
  }
};
template <bool left, class In, class Out, class Op>
hipError_t differences(void* temporary, size_t& bytes, In in, Out out, size_t n, Op op, hipStream_t stream) {
  return wlprim::two_phase(
      temporary, bytes, [](wlprim::storage&) {},
      [&] { return wlprim::for_each_n(n, difference_at<In, Out, Op, left>{in, out, op, n}, stream); });
}
// In place: from a copy of the items.
template <bool left, class It, class Op>
hipError_t differences_in_place(void* temporary, size_t& bytes, It data, size_t n, Op op,
                                hipStream_t stream) {
  using T = wlprim::value_of<It>;
  T* copy = nullptr;
  return wlprim::two_phase(
      temporary, bytes, [&](wlprim::storage& parts) { copy = parts.take<T>(n); },
      [&] {
        T* to = copy;
        hipError_t e = wlprim::for_each_n(n, [=] __device__(size_t i) { to[i] = data[i]; }, stream);
        if (e == hipSuccess)
          e = wlprim::for_each_n(n, difference_at<const T*, It, Op, left>{to, data, op, n}, stream);
        return e;
      });
}

} // namespace detail

struct DeviceAdjacentDifference {
  template <class In, class Out, class Op = Difference, class NumItems = unsigned>
  static hipError_t SubtractLeftCopy(void* temporary, size_t& bytes, In in, Out out, NumItems n, Op op = {},
                                     hipStream_t stream = 0) {
    return detail::differences<true>(temporary, bytes, in, out, static_cast<size_t>(n), op, stream);
  }
  template <class In, class Out, class Op = Difference, class NumItems = unsigned>
  static hipError_t SubtractRightCopy(void* temporary, size_t& bytes, In in, Out out, NumItems n, Op op = {},
                                      hipStream_t stream = 0) {
    return detail::differences<false>(temporary, bytes, in, out, static_cast<size_t>(n), op, stream);
  }
  template <class It, class Op = Difference, class NumItems = unsigned>
  static hipError_t SubtractLeft(void* temporary, size_t& bytes, It data, NumItems n, Op op = {},
                                 hipStream_t stream = 0) {
    return detail::differences_in_place<true>(temporary, bytes, data, static_cast<size_t>(n), op, stream);
  }
  template <class It, class Op = Difference, class NumItems = unsigned>
  static hipError_t SubtractRight(void* temporary, size_t& bytes, It data, NumItems n, Op op = {},
                                  hipStream_t stream = 0) {
    return detail::differences_in_place<false>(temporary, bytes, data, static_cast<size_t>(n), op, stream);
  }
};

namespace detail {

template <class It, class Op> struct call_at {
  It in;
  mutable Op op;
  WLPRIM_DEVICE void operator()(size_t i) const { op(in[i]); }
};

} // namespace detail

struct DeviceFor {
  template <class Shape, class Op> static hipError_t Bulk(Shape shape, Op op, hipStream_t stream = 0) {
    return wlprim::for_each_n(
        static_cast<size_t>(shape), [=] __device__(size_t i) mutable { op(static_cast<Shape>(i)); }, stream);
  }
  template <class It, class NumItems, class Op>
  static hipError_t ForEachN(It first, NumItems n, Op op, hipStream_t stream = 0) {
    return wlprim::for_each_n(static_cast<size_t>(n), detail::call_at<It, Op>{first, op}, stream);
  }
  template <class It, class Op> static hipError_t ForEach(It first, It last, Op op, hipStream_t stream = 0) {
    return ForEachN(first, last - first, op, stream);
  }
  template <class It, class NumItems, class Op>
  static hipError_t ForEachCopyN(It first, NumItems n, Op op, hipStream_t stream = 0) {
    return ForEachN(first, n, op, stream);
  }
  template <class It, class Op>
  static hipError_t ForEachCopy(It first, It last, Op op, hipStream_t stream = 0) {
    return ForEachN(first, last - first, op, stream);
  }
  // The form with temporary storage: none is needed.
  template <class Shape, class Op>
  static hipError_t Bulk(void* temporary, size_t& bytes, Shape shape, Op op, hipStream_t stream = 0) {
    return wlprim::two_phase(
        temporary, bytes, [](wlprim::storage&) {}, [&] { return Bulk(shape, op, stream); });
  }
  template <class It, class NumItems, class Op>
  static hipError_t ForEachN(void* temporary, size_t& bytes, It first, NumItems n, Op op,
                             hipStream_t stream = 0) {
    return wlprim::two_phase(
        temporary, bytes, [](wlprim::storage&) {}, [&] { return ForEachN(first, n, op, stream); });
  }
};

struct DeviceTransform {
  template <class In, class Out, class NumItems, class Op>
  static hipError_t Transform(In in, Out out, NumItems n, Op op, hipStream_t stream = 0) {
    return wlprim::for_each_n(
        static_cast<size_t>(n), [=] __device__(size_t i) mutable { out[i] = op(in[i]); }, stream);
  }
};

} // namespace hipcub

#endif
