// DeviceScan: prefix sums of whole arrays, plain and by key.
#ifndef HIPCUB_DEVICE_DEVICE_SCAN_HPP_
#define HIPCUB_DEVICE_DEVICE_SCAN_HPP_

#include "device_reduce.hpp"

namespace hipcub {

namespace detail {

template <class T, class Load, class Op, class Emit, class Start>
hipError_t scan(void* temporary, size_t& bytes, size_t n, Load load, Op op, Emit emit, Start start,
                hipStream_t stream) {
  wlprim::scanner<T> work;
  return wlprim::two_phase(
      temporary, bytes, [&](wlprim::storage& parts) { work.plan(parts, n); },
      [&] { return work.run(n, load, op, emit, start, stream); });
}
// A start that lies on the device is read by the kernel.
template <class T> struct value_of_start {
  using type = T;
};
template <class T, class It> struct value_of_start<FutureValue<T, It>> {
  using type = T;
};

} // namespace detail

struct DeviceScan {
  template <class In, class Out, class Op, class T, class NumItems>
  static hipError_t ExclusiveScan(void* temporary, size_t& bytes, In in, Out out, Op op, T init, NumItems n,
                                  hipStream_t stream = 0) {
    using start = typename detail::value_of_start<T>::type;
    using accumulated = wlprim::result_of<Op, start, wlprim::value_of<In>>;
    return detail::scan<accumulated>(temporary, bytes, static_cast<size_t>(n),
                                     wlprim::load_as<accumulated, In>{in}, wlprim::op_as<accumulated, Op>{op},
                                     wlprim::emit_before<Out>{out}, init, stream);
  }
  template <class It, class Op, class T, class NumItems>
  static std::enable_if_t<std::is_integral_v<NumItems>, hipError_t>
  ExclusiveScan(void* temporary, size_t& bytes, It data, Op op, T init, NumItems n, hipStream_t stream = 0) {
    return ExclusiveScan(temporary, bytes, data, data, op, init, n, stream);
  }
  template <class In, class Out, class Op, class NumItems>
  static hipError_t InclusiveScan(void* temporary, size_t& bytes, In in, Out out, Op op, NumItems n,
                                  hipStream_t stream = 0) {
    using accumulated = wlprim::result_of<Op, wlprim::value_of<In>, wlprim::value_of<In>>;
    return detail::scan<accumulated>(temporary, bytes, static_cast<size_t>(n),
                                     wlprim::load_as<accumulated, In>{in}, wlprim::op_as<accumulated, Op>{op},
                                     wlprim::emit_upto<Out>{out}, wlprim::no_start(), stream);
  }
  template <class It, class Op, class NumItems>
  static std::enable_if_t<std::is_integral_v<NumItems>, hipError_t>
  InclusiveScan(void* temporary, size_t& bytes, It data, Op op, NumItems n, hipStream_t stream = 0) {
    return InclusiveScan(temporary, bytes, data, data, op, n, stream);
  }
  template <class In, class Out, class Op, class T, class NumItems>
  static hipError_t InclusiveScanInit(void* temporary, size_t& bytes, In in, Out out, Op op, T init,
                                      NumItems n, hipStream_t stream = 0) {
    using accumulated = wlprim::result_of<Op, T, wlprim::value_of<In>>;
    return detail::scan<accumulated>(temporary, bytes, static_cast<size_t>(n),
                                     wlprim::load_as<accumulated, In>{in}, wlprim::op_as<accumulated, Op>{op},
                                     wlprim::emit_upto<Out>{out}, init, stream);
  }
  template <class In, class Out, class NumItems>
  static hipError_t ExclusiveSum(void* temporary, size_t& bytes, In in, Out out, NumItems n,
                                 hipStream_t stream = 0) {
    return ExclusiveScan(temporary, bytes, in, out, Sum(), wlprim::value_of<In>(0), n, stream);
  }
  template <class It, class NumItems>
  static std::enable_if_t<std::is_integral_v<NumItems>, hipError_t>
  ExclusiveSum(void* temporary, size_t& bytes, It data, NumItems n, hipStream_t stream = 0) {
    return ExclusiveSum(temporary, bytes, data, data, n, stream);
  }
  template <class In, class Out, class NumItems>
  static hipError_t InclusiveSum(void* temporary, size_t& bytes, In in, Out out, NumItems n,
                                 hipStream_t stream = 0) {
    return InclusiveScan(temporary, bytes, in, out, Sum(), n, stream);
  }
  template <class It, class NumItems>
  static std::enable_if_t<std::is_integral_v<NumItems>, hipError_t>
  InclusiveSum(void* temporary, size_t& bytes, It data, NumItems n, hipStream_t stream = 0) {
    return InclusiveSum(temporary, bytes, data, data, n, stream);
  }

  template <class Keys, class In, class Out, class Op, class NumItems, class Equal = Equality>
  static hipError_t InclusiveScanByKey(void* temporary, size_t& bytes, Keys keys, In in, Out out, Op op,
                                       NumItems n, Equal equal = Equal(), hipStream_t stream = 0) {
    using T = wlprim::result_of<Op, wlprim::value_of<In>, wlprim::value_of<In>>;
    using Head = wlprim::head_of_run<Keys, Equal>;
    using Load = wlprim::load_as<T, In>;
    const Head head{keys, equal};
    return detail::scan<wlprim::segmented<T>>(
        temporary, bytes, static_cast<size_t>(n), wlprim::load_segmented<T, Head, Load>{head, {in}},
        wlprim::segmented_op<Op>{op}, wlprim::emit_segment_upto<T, Head, Out>{head, out}, wlprim::no_start(),
        stream);
  }
  template <class Keys, class In, class Out, class NumItems, class Equal = Equality>
  static hipError_t InclusiveSumByKey(void* temporary, size_t& bytes, Keys keys, In in, Out out, NumItems n,
                                      Equal equal = Equal(), hipStream_t stream = 0) {
    return InclusiveScanByKey(temporary, bytes, keys, in, out, Sum(), n, equal, stream);
  }
  template <class Keys, class In, class Out, class Op, class T, class NumItems, class Equal = Equality>
  static hipError_t ExclusiveScanByKey(void* temporary, size_t& bytes, Keys keys, In in, Out out, Op op,
                                       T init, NumItems n, Equal equal = Equal(), hipStream_t stream = 0) {
    using accumulated = wlprim::result_of<Op, T, wlprim::value_of<In>>;
    using Head = wlprim::head_of_run<Keys, Equal>;
    using Load = wlprim::load_as<accumulated, In>;
    const Head head{keys, equal};
    return detail::scan<wlprim::segmented<accumulated>>(
        temporary, bytes, static_cast<size_t>(n), wlprim::load_segmented<accumulated, Head, Load>{head, {in}},
        wlprim::segmented_op<Op>{op},
        wlprim::emit_segment_before<accumulated, Head, Out, Op>{head, out, op,
                                                                static_cast<accumulated>(init)},
        wlprim::no_start(), stream);
  }
  template <class Keys, class In, class Out, class NumItems, class Equal = Equality>
  static hipError_t ExclusiveSumByKey(void* temporary, size_t& bytes, Keys keys, In in, Out out, NumItems n,
                                      Equal equal = Equal(), hipStream_t stream = 0) {
    return ExclusiveScanByKey(temporary, bytes, keys, in, out, Sum(), wlprim::value_of<In>(0), n, equal,
                              stream);
  }
};

} // namespace hipcub

#endif
