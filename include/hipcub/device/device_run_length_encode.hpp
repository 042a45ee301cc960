// DeviceRunLengthEncode: runs of equal items, and their lengths.
#ifndef HIPCUB_DEVICE_DEVICE_RUN_LENGTH_ENCODE_HPP_
#define HIPCUB_DEVICE_DEVICE_RUN_LENGTH_ENCODE_HPP_

#include "device_scan.hpp"

namespace hipcub {

namespace detail {

// Of runs longer than one: `heads` counts their second items, `value` is the length since the last head.
template <class In> struct load_run {
  In in;
  WLPRIM_DEVICE bool same(size_t i) const { return i > 0 && in[i - 1] == in[i]; }
  WLPRIM_DEVICE wlprim::segmented<unsigned long long> operator()(size_t i) const {
    const bool second = same(i) && !same(i - 1);
    return {second, same(i) ? 1ull : 0ull};
  }
};
// The length starts again (at 1) with the second item: what counts are the items that are like their
// neighbour.
struct run_op {
  using element = wlprim::segmented<unsigned long long>;
  WLPRIM_DEVICE element operator()(const element& a, const element& b) const {
    return {a.heads + b.heads, b.heads ? b.value : a.value + b.value};
  }
};
template <class In, class Offsets, class Lengths, class Count> struct emit_runs {
  size_t n;
  load_run<In> run;
  Offsets offsets;
  Lengths lengths;
  Count count;
  WLPRIM_DEVICE void operator()(size_t i, const run_op::element&, const run_op::element& upto) const {
    const bool in_run = run.same(i);
    if (in_run && !run.same(i - 1)) offsets[upto.heads - 1] = i - 1;
    if (in_run && (i + 1 == n || !run.same(i + 1))) lengths[upto.heads - 1] = upto.value + 1;
    if (i + 1 == n) *count = upto.heads;
  }
};

} // namespace detail

struct DeviceRunLengthEncode {
  template <class In, class Unique, class Lengths, class Runs, class NumItems>
  static hipError_t Encode(void* temporary, size_t& bytes, In in, Unique unique_out, Lengths counts_out,
                           Runs num_runs, NumItems n, hipStream_t stream = 0) {
    using Length = wlprim::output_of<Lengths, unsigned>;
    return DeviceReduce::ReduceByKey(temporary, bytes, in, unique_out,
                                     ConstantInputIterator<Length>(Length(1)), counts_out, num_runs, Sum(), n,
                                     stream);
  }
  // Runs of at least two.
  template <class In, class Offsets, class Lengths, class Runs, class NumItems>
  static hipError_t NonTrivialRuns(void* temporary, size_t& bytes, In in, Offsets offsets_out,
                                   Lengths lengths_out, Runs num_runs, NumItems num_items,
                                   hipStream_t stream = 0) {
    const size_t n = static_cast<size_t>(num_items);
    wlprim::scanner<detail::run_op::element> work;
    return wlprim::two_phase(
        temporary, bytes, [&](wlprim::storage& parts) { work.plan(parts, n); },
        [&] {
          if (n == 0) return wlprim::call_on_device(detail::store_start<Runs, int>{num_runs, 0}, stream);
          const detail::load_run<In> load{in};
          return work.run(
              n, load, detail::run_op(),
              detail::emit_runs<In, Offsets, Lengths, Runs>{n, load, offsets_out, lengths_out, num_runs},
              wlprim::no_start(), stream);
        });
  }
};

} // namespace hipcub

#endif
