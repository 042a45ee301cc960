// DeviceHistogram: samples counted by bins of even or given bounds, one or several channels.
#ifndef HIPCUB_DEVICE_DEVICE_HISTOGRAM_HPP_
#define HIPCUB_DEVICE_DEVICE_HISTOGRAM_HPP_

#include "../config.hpp"
#include <wlprim/histogram.h>
#include <wlprim/merge.h>

namespace hipcub {

namespace detail {

// Bins of the same width over [lower, upper).
template <class Level> struct even_bins {
  Level lower, upper;
  int bins;
  template <class Sample> WLPRIM_DEVICE int operator()(const Sample& sample) const {
    const Level s = static_cast<Level>(sample);
    if (s < lower || !(s < upper)) return -1;
    if constexpr (std::is_integral_v<Level>) {
      const unsigned long long above = static_cast<unsigned long long>(s - lower),
                               span = static_cast<unsigned long long>(upper - lower);
      if (span * bins <= 0xffffffffull && span <= 0xffffffffull)
        return static_cast<int>(static_cast<unsigned>(above) * static_cast<unsigned>(bins) /
                                static_cast<unsigned>(span));
      return static_cast<int>(above * static_cast<unsigned>(bins) / span);
    } else {
      const int bin = static_cast<int>((s - lower) * (static_cast<Level>(bins) / (upper - lower)));
      return bin < bins ? bin : bins - 1;
    }
  }
};
// Bin b is [levels[b], levels[b + 1]).
template <class Level> struct given_bins {
  const Level* levels;
  int bins;
  template <class Sample> WLPRIM_DEVICE int operator()(const Sample& sample) const {
    const int above = static_cast<int>(
        wlprim::upper_bound(levels, static_cast<size_t>(bins) + 1, static_cast<Level>(sample),
                            [](const Level& a, const Level& b) { return a < b; }));
    return above == 0 || above > bins ? -1 : above - 1;
  }
};

template <unsigned active, class In, class Counter, class Rule, class MakeRule>
hipError_t histogram(void* temporary, size_t& bytes, In in, Counter* const* out, const int* levels,
                     wlprim::histogram_shape shape, MakeRule rule, hipStream_t stream) {
  return wlprim::two_phase(
      temporary, bytes, [](wlprim::storage&) {},
      [&] {
        wlprim::histogram_job<active, In, Counter, Rule> job{};
        job.in = in;
        job.shape = shape;
        for (unsigned c = 0; c < active; ++c) {
          job.out[c] = out[c];
          job.bins[c] = static_cast<unsigned>(levels[c] - 1);
          job.rule[c] = rule(c);
        }
        return wlprim::histogram(job, stream);
      });
}

} // namespace detail

struct DeviceHistogram {
  template <class In, class Counter, class Level, class Offset>
  static hipError_t HistogramEven(void* temporary, size_t& bytes, In in, Counter* out, int num_levels,
                                  Level lower, Level upper, Offset num_samples, hipStream_t stream = 0) {
    return MultiHistogramEven<1, 1>(temporary, bytes, in, &out, &num_levels, &lower, &upper, num_samples,
                                    stream);
  }
  template <class In, class Counter, class Level, class Offset>
  static hipError_t HistogramEven(void* temporary, size_t& bytes, In in, Counter* out, int num_levels,
                                  Level lower, Level upper, Offset num_row_samples, Offset num_rows,
                                  size_t row_stride_bytes, hipStream_t stream = 0) {
    return MultiHistogramEven<1, 1>(temporary, bytes, in, &out, &num_levels, &lower, &upper, num_row_samples,
                                    num_rows, row_stride_bytes, stream);
  }
  template <class In, class Counter, class Level, class Offset>
  static hipError_t HistogramRange(void* temporary, size_t& bytes, In in, Counter* out, int num_levels,
                                   const Level* levels, Offset num_samples, hipStream_t stream = 0) {
    return MultiHistogramRange<1, 1>(temporary, bytes, in, &out, &num_levels, &levels, num_samples, stream);
  }
  template <class In, class Counter, class Level, class Offset>
  static hipError_t HistogramRange(void* temporary, size_t& bytes, In in, Counter* out, int num_levels,
                                   const Level* levels, Offset num_row_samples, Offset num_rows,
                                   size_t row_stride_bytes, hipStream_t stream = 0) {
    return MultiHistogramRange<1, 1>(temporary, bytes, in, &out, &num_levels, &levels, num_row_samples,
                                     num_rows, row_stride_bytes, stream);
  }
  template <int CHANNELS, int ACTIVE, class In, class Counter, class Level, class Offset>
  static hipError_t MultiHistogramEven(void* temporary, size_t& bytes, In in, Counter* const* out,
                                       const int* num_levels, const Level* lower, const Level* upper,
                                       Offset num_pixels, hipStream_t stream = 0) {
    return MultiHistogramEven<CHANNELS, ACTIVE>(
        temporary, bytes, in, out, num_levels, lower, upper, num_pixels, Offset(1),
        static_cast<size_t>(num_pixels) * CHANNELS * sizeof(wlprim::value_of<In>), stream);
  }
  template <int CHANNELS, int ACTIVE, class In, class Counter, class Level, class Offset>
  static hipError_t MultiHistogramEven(void* temporary, size_t& bytes, In in, Counter* const* out,
                                       const int* num_levels, const Level* lower, const Level* upper,
                                       Offset num_row_pixels, Offset num_rows, size_t row_stride_bytes,
                                       hipStream_t stream = 0) {
    return detail::histogram<ACTIVE, In, Counter, detail::even_bins<Level>>(
        temporary, bytes, in, out, num_levels,
        shape<CHANNELS, In>(num_row_pixels, num_rows, row_stride_bytes),
        [&](unsigned c) { return detail::even_bins<Level>{lower[c], upper[c], num_levels[c] - 1}; }, stream);
  }
  template <int CHANNELS, int ACTIVE, class In, class Counter, class Level, class Offset>
  static hipError_t MultiHistogramRange(void* temporary, size_t& bytes, In in, Counter* const* out,
                                        const int* num_levels, const Level* const* levels, Offset num_pixels,
                                        hipStream_t stream = 0) {
    return MultiHistogramRange<CHANNELS, ACTIVE>(
        temporary, bytes, in, out, num_levels, levels, num_pixels, Offset(1),
        static_cast<size_t>(num_pixels) * CHANNELS * sizeof(wlprim::value_of<In>), stream);
  }
  template <int CHANNELS, int ACTIVE, class In, class Counter, class Level, class Offset>
  static hipError_t MultiHistogramRange(void* temporary, size_t& bytes, In in, Counter* const* out,
                                        const int* num_levels, const Level* const* levels,
                                        Offset num_row_pixels, Offset num_rows, size_t row_stride_bytes,
                                        hipStream_t stream = 0) {
    return detail::histogram<ACTIVE, In, Counter, detail::given_bins<Level>>(
        temporary, bytes, in, out, num_levels,
        shape<CHANNELS, In>(num_row_pixels, num_rows, row_stride_bytes),
        [&](unsigned c) { return detail::given_bins<Level>{levels[c], num_levels[c] - 1}; }, stream);
  }

private:
  template <int CHANNELS, class In, class Offset>
  static wlprim::histogram_shape shape(Offset pixels, Offset rows, size_t row_bytes) {
    return {static_cast<size_t>(pixels), static_cast<size_t>(rows), row_bytes / sizeof(wlprim::value_of<In>),
            CHANNELS};
  }
};

} // namespace hipcub

#endif
