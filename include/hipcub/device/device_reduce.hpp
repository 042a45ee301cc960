// DeviceReduce: reductions of whole arrays, and of runs of equal keys.
#ifndef HIPCUB_DEVICE_DEVICE_REDUCE_HPP_
#define HIPCUB_DEVICE_DEVICE_REDUCE_HPP_

#include "../iterator/iterators.hpp"
#include "../thread/thread_operators.hpp"
#include <wlprim/reduce.h>
#include <wlprim/scan.h>

namespace hipcub {

namespace detail {

// out = op(start, result): the start takes part once, at the end.
template <class Out, class Start, class Op> struct finish_with {
  Out out;
  Start start;
  mutable Op op;
  template <class T> WLPRIM_DEVICE void operator()(const T& result) const {
    *out = op(static_cast<T>(start), result);
  }
};
template <class Out, class Start> struct store_start {
  Out out;
  Start start;
  WLPRIM_DEVICE void operator()() const { *out = start; }
};

// A reduction of n elements load(i) of type T.
template <class T, class Load, class Out, class Op, class Start>
hipError_t reduce_loaded(void* temporary, size_t& bytes, Load load, Out out, size_t n, Op op, Start start,
                         hipStream_t stream) {
  wlprim::reducer<T> work;
  return wlprim::two_phase(
      temporary, bytes, [&](wlprim::storage& parts) { work.plan(parts, n); },
      [&] {
        if (n == 0) return wlprim::call_on_device(store_start<Out, Start>{out, start}, stream);
        return work.run(n, load, wlprim::op_as<T, Op>{op}, finish_with<Out, Start, Op>{out, start, op},
                        stream);
      });
}

// What an index of the extreme element is told of an empty input: place 1, the worst value.
template <class T> struct worst {
  static WLPRIM_BOTH T low() { return std::numeric_limits<T>::lowest(); }
  static WLPRIM_BOTH T high() { return std::numeric_limits<T>::max(); }
};

} // namespace detail

struct DeviceReduce {
  template <class In, class Out, class Op, class T, class NumItems = int>
  static hipError_t Reduce(void* temporary, size_t& bytes, In in, Out out, NumItems n, Op op, T init,
                           hipStream_t stream = 0) {
    using accumulated = wlprim::result_of<Op, T, wlprim::value_of<In>>;
    return detail::reduce_loaded<accumulated>(temporary, bytes, wlprim::load_as<accumulated, In>{in}, out,
                                              static_cast<size_t>(n), op, init, stream);
  }
  template <class In, class Out, class NumItems = int>
  static hipError_t Sum(void* temporary, size_t& bytes, In in, Out out, NumItems n, hipStream_t stream = 0) {
    using T = wlprim::output_of<Out, wlprim::value_of<In>>;
    return Reduce(temporary, bytes, in, out, n, hipcub::Sum(), T(0), stream);
  }
  template <class In, class Out, class NumItems = int>
  static hipError_t Min(void* temporary, size_t& bytes, In in, Out out, NumItems n, hipStream_t stream = 0) {
    using T = wlprim::value_of<In>;
    return Reduce(temporary, bytes, in, out, n, hipcub::Min(), detail::worst<T>::high(), stream);
  }
  template <class In, class Out, class NumItems = int>
  static hipError_t Max(void* temporary, size_t& bytes, In in, Out out, NumItems n, hipStream_t stream = 0) {
    using T = wlprim::value_of<In>;
    return Reduce(temporary, bytes, in, out, n, hipcub::Max(), detail::worst<T>::low(), stream);
  }
  template <class In, class Out, class NumItems = int>
  static hipError_t ArgMin(void* temporary, size_t& bytes, In in, Out out, NumItems n,
                           hipStream_t stream = 0) {
    using T = wlprim::value_of<In>;
    using pair = wlprim::output_of<Out, KeyValuePair<int, T>>;
    using indexed = ArgIndexInputIterator<In, typename pair::Key, typename pair::Value>;
    return Reduce(temporary, bytes, indexed(in), out, n, hipcub::ArgMin(), pair(1, detail::worst<T>::high()),
                  stream);
  }
  template <class In, class Out, class NumItems = int>
  static hipError_t ArgMax(void* temporary, size_t& bytes, In in, Out out, NumItems n,
                           hipStream_t stream = 0) {
    using T = wlprim::value_of<In>;
    using pair = wlprim::output_of<Out, KeyValuePair<int, T>>;
    using indexed = ArgIndexInputIterator<In, typename pair::Key, typename pair::Value>;
    return Reduce(temporary, bytes, indexed(in), out, n, hipcub::ArgMax(), pair(1, detail::worst<T>::low()),
                  stream);
  }
  template <class In, class Out, class Op, class Transform, class T, class NumItems = int>
  static hipError_t TransformReduce(void* temporary, size_t& bytes, In in, Out out, NumItems n, Op op,
                                    Transform transform, T init, hipStream_t stream = 0) {
    using transformed = std::decay_t<std::invoke_result_t<Transform, wlprim::value_of<In>>>;
    using accumulated = wlprim::result_of<Op, T, transformed>;
    return detail::reduce_loaded<accumulated>(
        temporary, bytes, wlprim::load_transformed<accumulated, In, Transform>{in, transform}, out,
        static_cast<size_t>(n), op, init, stream);
  }

  template <class Keys, class Unique, class Values, class Aggregates, class Runs, class Op,
            class NumItems = int>
  static hipError_t ReduceByKey(void* temporary, size_t& bytes, Keys keys, Unique unique, Values values,
                                Aggregates aggregates, Runs num_runs, Op op, NumItems num_items,
                                hipStream_t stream = 0) {
    using T = wlprim::result_of<Op, wlprim::value_of<Values>, wlprim::value_of<Values>>;
    using Head = wlprim::head_of_run<Keys, Equality>;
    const size_t n = static_cast<size_t>(num_items);
    const Head head{keys, {}};
    wlprim::scanner<wlprim::segmented<T>> work;
    return wlprim::two_phase(
        temporary, bytes, [&](wlprim::storage& parts) { work.plan(parts, n); },
        [&] {
          if (n == 0) return wlprim::call_on_device(detail::store_start<Runs, int>{num_runs, 0}, stream);
          using load_value = wlprim::load_as<T, Values>;
          return work.run(n, wlprim::load_segmented<T, Head, load_value>{head, {values}},
                          wlprim::segmented_op<Op>{op},
                          wlprim::emit_segments<T, Head, Keys, Unique, Aggregates, Runs>{
                              n, head, keys, unique, aggregates, num_runs},
                          wlprim::no_start{}, stream);
        });
  }
};

} // namespace hipcub

#endif
