// DeviceSegmentedReduce: one reduction a segment.
#ifndef HIPCUB_DEVICE_DEVICE_SEGMENTED_REDUCE_HPP_
#define HIPCUB_DEVICE_DEVICE_SEGMENTED_REDUCE_HPP_

#include "device_reduce.hpp"

namespace hipcub {

namespace detail {

template <class Out, class Start, class Op> struct finish_segment {
  Out out;
  Start start;
  mutable Op op;
  template <class T> WLPRIM_DEVICE void operator()(size_t s, const T* result) const {
    if (result)
      out[s] = op(static_cast<T>(start), *result);
    else
      out[s] = start;
  }
};
// Places count from the segment's first element; the start of an empty segment is given as it is.
template <class Out, class Pair, class Begin> struct finish_place {
  Out out;
  Pair start;
  Begin begin;
  WLPRIM_DEVICE void operator()(size_t s, const Pair* result) const {
    Pair p = start;
    if (result) p = Pair(static_cast<typename Pair::Key>(result->key - begin[s]), result->value);
    out[s] = p;
  }
};
template <class T, class Load, class Begin, class End, class Op, class Finish>
hipError_t reduce_segments(void* temporary, size_t& bytes, Load load, size_t segments, Begin begin, End end,
                           Op op, Finish finish, hipStream_t stream) {
  return wlprim::two_phase(
      temporary, bytes, [](wlprim::storage&) {},
      [&] {
        if (segments == 0) return hipSuccess;
        wlprim::reduce_segments<T><<<static_cast<unsigned>(segments), wlprim::block_threads, 0, stream>>>(
            load, begin, end, wlprim::op_as<T, Op>{op}, finish);
        return hipGetLastError();
      });
}

} // namespace detail

struct DeviceSegmentedReduce {
  template <class In, class Out, class Begin, class End, class Op, class T>
  static hipError_t Reduce(void* temporary, size_t& bytes, In in, Out out, int num_segments, Begin begin,
                           End end, Op op, T init, hipStream_t stream = 0) {
    using accumulated = wlprim::result_of<Op, T, wlprim::value_of<In>>;
    return detail::reduce_segments<accumulated>(temporary, bytes, wlprim::load_as<accumulated, In>{in},
                                                static_cast<size_t>(num_segments), begin, end, op,
                                                detail::finish_segment<Out, T, Op>{out, init, op}, stream);
  }
  template <class In, class Out, class Begin, class End>
  static hipError_t Sum(void* temporary, size_t& bytes, In in, Out out, int num_segments, Begin begin,
                        End end, hipStream_t stream = 0) {
    using T = wlprim::output_of<Out, wlprim::value_of<In>>;
    return Reduce(temporary, bytes, in, out, num_segments, begin, end, hipcub::Sum(), T(0), stream);
  }
  template <class In, class Out, class Begin, class End>
  static hipError_t Min(void* temporary, size_t& bytes, In in, Out out, int num_segments, Begin begin,
                        End end, hipStream_t stream = 0) {
    return Reduce(temporary, bytes, in, out, num_segments, begin, end, hipcub::Min(),
                  detail::worst<wlprim::value_of<In>>::high(), stream);
  }
  template <class In, class Out, class Begin, class End>
  static hipError_t Max(void* temporary, size_t& bytes, In in, Out out, int num_segments, Begin begin,
                        End end, hipStream_t stream = 0) {
    return Reduce(temporary, bytes, in, out, num_segments, begin, end, hipcub::Max(),
                  detail::worst<wlprim::value_of<In>>::low(), stream);
  }
#define HIPCUB_DETAIL_ARG(name, limit)                                                                       \
  template <class In, class Out, class Begin, class End>                                                     \
  static hipError_t name(void* temporary, size_t& bytes, In in, Out out, int num_segments, Begin begin,      \
                         End end, hipStream_t stream = 0) {                                                  \
    using T = wlprim::value_of<In>;                                                                          \
    using pair = wlprim::output_of<Out, KeyValuePair<int, T>>;                                               \
    using indexed = ArgIndexInputIterator<In, typename pair::Key, typename pair::Value>;                     \
    return detail::reduce_segments<pair>(                                                                    \
        temporary, bytes, wlprim::load_as<pair, indexed>{indexed(in)}, static_cast<size_t>(num_segments),    \
        begin, end, hipcub::name(),                                                                          \
        detail::finish_place<Out, pair, Begin>{out, pair(1, detail::worst<T>::limit()), begin}, stream);     \
  }
  HIPCUB_DETAIL_ARG(ArgMin, high)
  HIPCUB_DETAIL_ARG(ArgMax, low)
#undef HIPCUB_DETAIL_ARG
};

} // namespace hipcub

#endif
