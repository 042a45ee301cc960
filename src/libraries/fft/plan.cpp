// FFTW's guru interface takes hipFFT's layouts as they are. Plans are made by estimate, for each call: for the sizes that run
// on a software GPU that costs less than keeping them would.
#include "libraries/fft/plan.h"
#include <algorithm>
#include <cstring>
#include <mutex>

namespace wavelift::libraries {

namespace {

std::mutex planner;  // FFTW's planner is the one part of it that is not re-entrant

// Both precisions of FFTW under one name.
template <class R> struct Fftw;
#define WL_FFTW(R, x)                                                                                        \
  template <> struct Fftw<R> {                                                                               \
    using Plan = x##plan;                                                                                    \
    using Complex = x##complex;                                                                              \
    using Dim = x##iodim64;                                                                                  \
    static constexpr auto c2c = x##plan_guru64_dft;                                                          \
    static constexpr auto r2c = x##plan_guru64_dft_r2c;                                                      \
    static constexpr auto c2r = x##plan_guru64_dft_c2r;                                                      \
    static constexpr auto run = x##execute;                                                                  \
    static constexpr auto destroy = x##destroy_plan;                                                         \
  };
WL_FFTW(float, fftwf_)
WL_FFTW(double, fftw_)
#undef WL_FFTW

// The layout of one side with every number given. `last` is that side's extent of the last dimension.
Layout full(const Layout& given, const std::vector<int64_t>& size, int64_t last, int64_t padded_last) {
  if (!given.basic) return given;
  Layout l{.basic = false, .embed = size, .stride = 1, .distance = 1};
  l.embed.back() = std::max(last, padded_last);
  for (int64_t n : l.embed) l.distance *= n;
  return l;
}

// How many elements a side spans from its first to its last.
int64_t span(const Layout& l, const std::vector<int64_t>& size, int64_t last, int64_t batch) {
  int64_t at = 0;
  for (size_t d = 0; d < size.size(); ++d)
    at = at * (d ? l.embed[d] : 1) + (d + 1 == size.size() ? last : size[d]) - 1;
  return (batch - 1) * l.distance + at * l.stride + 1;
}

template <class R> hipfftResult execute_as(const Transform& t, void* in, void* out, int direction, double scale) {
  using F = Fftw<R>;
  const int64_t n = t.size.back(), half = n / 2 + 1;
  const bool in_place = in == out, real_in = from_real(t.type), real_out = to_real(t.type);
  const int64_t last_in = real_out ? half : n, last_out = real_in ? half : n;
  const int64_t padded = in_place && (real_in || real_out) ? 2 * half : 0;
  const Layout from = full(t.in, t.size, last_in, real_in ? padded : 0);
  const Layout to = full(t.out, t.size, last_out, real_out ? padded : 0);

  std::vector<typename F::Dim> dims(t.size.size());
  int64_t is = from.stride, os = to.stride;
  for (size_t d = t.size.size(); d-- > 0;) {
    dims[d] = {t.size[d], is, os};
    is *= from.embed[d];
    os *= to.embed[d];
  }
  typename F::Dim batch{t.batch, from.distance, to.distance};

  // FFTW may destroy the input of a transform to real numbers.
  std::vector<std::complex<R>> copy;
  void* source = in;
  if (real_out && !in_place) {
    copy.resize(static_cast<size_t>(span(from, t.size, half, t.batch)));
    std::memcpy(static_cast<void*>(copy.data()), in, copy.size() * sizeof(copy[0]));
    source = copy.data();
  }

  constexpr unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
  auto* complex_in = static_cast<typename F::Complex*>(source);
  auto* complex_out = static_cast<typename F::Complex*>(out);
  auto rank = static_cast<int>(dims.size());
  typename F::Plan plan;
  {
    std::lock_guard lock(planner);
    if (real_in)
      plan = F::r2c(rank, dims.data(), 1, &batch, static_cast<R*>(source), complex_out, flags | FFTW_PRESERVE_INPUT * !in_place);
    else if (real_out)
      plan = F::c2r(rank, dims.data(), 1, &batch, complex_in, static_cast<R*>(out), flags);
    else
      plan = F::c2c(rank, dims.data(), 1, &batch, complex_in, complex_out, direction, flags);
  }
  if (!plan) return HIPFFT_EXEC_FAILED;
  F::run(plan);
  {
    std::lock_guard lock(planner);
    F::destroy(plan);
  }

  if (scale != 1) {
    // Each output element once: odometer over batch and dimensions.
    std::vector<int64_t> extent = t.size;
    extent.back() = last_out;
    int64_t count = t.batch;
    for (int64_t e : extent) count *= e;
    for (int64_t i = 0; i < count; ++i) {
      int64_t rest = i, at = 0;
      for (size_t d = extent.size(); d-- > 0; rest /= extent[d]) at += rest % extent[d] * dims[d].os;
      at += rest * to.distance;
      if (real_out)
        static_cast<R*>(out)[at] *= static_cast<R>(scale);
      else
        reinterpret_cast<std::complex<R>*>(out)[at] *= static_cast<R>(scale);
    }
  }
  return HIPFFT_SUCCESS;
}

}  // namespace

hipfftResult execute(const Transform& t, void* in, void* out, int direction, double scale) {
  return is_double(t.type) ? execute_as<double>(t, in, out, direction, scale) : execute_as<float>(t, in, out, direction, scale);
}

}  // namespace wavelift::libraries
