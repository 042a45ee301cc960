// The approximate single-precision instructions rsq, exp, log, sin and cos, rounded correctly at little cost. Each first
// computes in double with an error of some 2^-43, which decides the rounding of all but one lane in 2^17; a block with
// a lane that it leaves open is computed again by the functions of float_math.h.
#pragma once
#include "soft/isa/float_math.h"
#include <algorithm>

namespace wavelift::soft::WAVE::quick {

// The polynomial of N coefficients that is nearest to that of M on [low, high], nearly: the terms of highest degree are
// taken off one by one as multiples of the Chebyshev polynomial of their degree, which is the smallest there is.
template <size_t N, size_t M>
constexpr std::array<double, N> economised(std::array<long double, M> c, long double low, long double high) {
  const long double scale = 2 / (high - low), shift = -(high + low) / (high - low);
  for (size_t degree = M - 1; degree >= N; --degree) {
    std::array<long double, M> before{1}, t{shift, scale};   // T0, T1 of scale * x + shift
    for (size_t d = 1; d < degree; ++d) {
      std::array<long double, M> next{};
      for (size_t k = 0; k <= d + 1; ++k) {
        next[k] = 2 * shift * t[k] - before[k];
        if (k > 0) next[k] += 2 * scale * t[k - 1];
      }
      before = t;
      t = next;
    }
    const long double factor = c[degree] / t[degree];
    for (size_t k = 0; k <= degree; ++k) c[k] -= factor * t[k];
  }
  std::array<double, N> r{};
  for (size_t k = 0; k < N; ++k) r[k] = static_cast<double>(c[k]);
  return r;
}

using series::kLn2;
using series::kTwoPi;

// 2^x on [-1/2, 1/2]: error 2^-40.
inline constexpr auto kExp2 = [] {
  std::array<long double, 16> c{};
  long double t = 1;
  for (size_t k = 0; k < c.size(); ++k, t *= kLn2 / static_cast<long double>(k)) c[k] = t;
  return economised<9>(c, -0.5L, 0.5L);
}();
// sin(2 pi x) / x by x^2 on [0, 1/16]: error 2^-43.
inline constexpr auto kSine = [] {
  std::array<long double, 14> c{};
  long double t = kTwoPi;
  for (size_t k = 0; k < c.size(); ++k) {
    c[k] = t;
    const auto n = static_cast<long double>(2 * k);
    t *= -kTwoPi * kTwoPi / ((n + 2) * (n + 3));
  }
  return economised<7>(c, 0.0L, 0.0625L);
}();

// A logarithm's argument is 2^e * m with m in [sqrt 1/2, sqrt 2), whose range is cut into eight of equal length in the bits
// of the float. In each, m times `inverse` is near 1; the interval around 1 has inverse 1, so that nothing cancels.
inline constexpr uint32_t kSqrtHalf = 0x3f3504f3;
struct LogTable {
  alignas(32) std::array<float, 8> inverse{};
  alignas(32) std::array<uint32_t, 8> low{}, high{};   // dwords of -log2(inverse)
  long double reach = 0;                               // greatest |m * inverse - 1|
};
inline constexpr LogTable kLogTable = [] {
  LogTable t;
  for (uint32_t i = 0; i < 8; ++i) {
    const long double from = std::bit_cast<float>(kSqrtHalf + (i << 20)), to = std::bit_cast<float>(kSqrtHalf + ((i + 1) << 20));
    const float inverse = from < 1 && to > 1 ? 1.0f : static_cast<float>(2 / (from + to));
    long double s = (inverse - 1.0L) / (inverse + 1.0L), power = s, log = 0;
    for (int k = 1; k < 60; k += 2, power *= s * s) log += 2 / kLn2 * power / k;
    const auto bits = std::bit_cast<uint64_t>(static_cast<double>(0 - log));
    t.inverse[i] = inverse;
    t.low[i] = static_cast<uint32_t>(bits);
    t.high[i] = static_cast<uint32_t>(bits >> 32);
    t.reach = std::max({t.reach, 1 - from * inverse, to * inverse - 1});
  }
  return t;
}();
// log2(1 + x) / x: error 2^-42.
inline constexpr auto kLog2 = [] {
  std::array<long double, 20> c{};
  for (size_t k = 0; k < c.size(); ++k) c[k] = (k % 2 ? -1 : 1) / kLn2 / static_cast<long double>(k + 1);
  return economised<8>(c, -kLogTable.reach, kLogTable.reach);
}();

WL_INLINE bool any(I32 mask) { return _mm256_movemask_ps(as<__m256>(mask)) != 0; }
WL_INLINE F32 smaller(F32 a, F32 b) { return as<F32>(_mm256_min_ps(as<__m256>(a), as<__m256>(b))); }   // b when one is a NaN
WL_INLINE F32 larger(F32 a, F32 b) { return as<F32>(_mm256_max_ps(as<__m256>(a), as<__m256>(b))); }

// Whether a double of `r` lies within Width units of its last place of where its rounding to float changes.
template <uint32_t Width> WL_INLINE bool leaves_open(F64 r) {
  constexpr uint32_t below = (1u << 29) - 1, half = 1u << 28;
  const auto x = as<std::array<__m256, 2>>(r);
  const U32 low = as<U32>(_mm256_shuffle_ps(x[0], x[1], 0x88));
  return any(as<I32>((low - (half - Width)) & below) <= I32(2 * Width));
}

WL_INLINE I32 is_positive_normal(F32 x) { return (as<I32>(x) >= I32(0x00800000)) & (as<I32>(x) < I32(0x7f800000)); }

[[gnu::noinline]] F32 rsq_again(F32 x);
[[gnu::noinline]] F32 exp2_again(F32 x);
[[gnu::noinline]] F32 log2_again(F32 x);
[[gnu::noinline]] F32 sin_again(F32 x);
[[gnu::noinline]] F32 cos_again(F32 x);

WL_INLINE F32 rsq(F32 x) {
  const I32 usual = is_positive_normal(x);
  const F32 v = usual ? x : F32(1);
  // From 12 bits to 22 in float, from there by two terms of the series in double.
  F32 a = as<F32>(_mm256_rsqrt_ps(as<__m256>(v)));
  a = a * fma(v * a * -0.5f, a, F32(1.5f));
  const F64 y = convert<F64>(a);
  const F64 e = fma(convert<F64>(v) * y, -y, F64(1));
  const F64 r = fma(y * e, fma(e, F64(0.375), F64(0.5)), y);
  if (leaves_open<1024>(r)) [[unlikely]] return rsq_again(x);
  return usual ? convert<F32>(r) : F32(1) / square_root(flush(x));
}

WL_INLINE F32 exp2(F32 x) {
  const F64 y = convert<F64>(smaller(larger(x, F32(-200)), F32(200)));
  const F64 t = y + kRoundingMagic;
  const F64 p = polynomial(y - (t - kRoundingMagic), kExp2);
  const F64 r = as<F64>(bits(p) + (bits(t) << 52));
  if (leaves_open<16384>(r)) [[unlikely]] return exp2_again(x);
  return is_nan(x) ? x + x : flush(convert<F32>(r));
}

WL_INLINE F32 log2(F32 x) {
  const I32 usual = is_positive_normal(x);
  const U32 v = bits(usual ? x : F32(1));
  const U32 above = v - kSqrtHalf;
  const I32 e = as<I32>(above) >> 23;
  const F32 m = as<F32>(v - (as<U32>(e) << 23));
  const __m256i at = as<__m256i>(above >> 20);   // its low three bits count
  auto table = [](const auto& t) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(t.data())); };
  const F32 inverse = as<F32>(_mm256_permutevar8x32_epi32(table(kLogTable.inverse), at));
  // In the order from which the unpacking makes that of the lanes.
  const __m256i mixed = _mm256_permute4x64_epi64(at, 0xd8);
  const __m256i low = _mm256_permutevar8x32_epi32(table(kLogTable.low), mixed);
  const __m256i high = _mm256_permutevar8x32_epi32(table(kLogTable.high), mixed);
  const F64 log = as<F64>(std::array{_mm256_unpacklo_epi32(low, high), _mm256_unpackhi_epi32(low, high)});
  const F64 d = fma(convert<F64>(m), convert<F64>(inverse), F64(-1));   // exact
  const F64 r = fma(d, polynomial(d, kLog2), convert<F64>(e) + log);
  if (leaves_open<4096>(r)) [[unlikely]] return log2_again(x);
  F32 y = convert<F32>(r);
  if (any(~usual)) {
    const F32 z = flush(x);
    F32 special = z < F32(0) ? indefinite<F32>() : z + z;   // infinity; a NaN becomes quiet
    special = z == F32(0) ? -infinity<F32>() : special;
    y = usual ? y : special;
  }
  return y;
}

// sin of y revolutions, |y| <= 257, before it is rounded.
WL_INLINE F64 sine(F64 y) {
  const F64 q = fma(y, F64(2), F64(kRoundingMagic));
  const F64 t = fma(q - kRoundingMagic, F64(-0.5), y);   // [-1/4, 1/4]
  return as<F64>(bits(t * polynomial(t * t, kSine)) ^ (bits(q) << 63));
}
WL_INLINE F32 sin_turns(F32 x) {
  // Where it is not too small for a normal result nor too large.
  const I32 usual = (magnitude(x) >= F32(0x1p-120f)) & (magnitude(x) <= F32(256));
  const F64 r = sine(convert<F64>(usual ? x : F32(0.125f)));
  if (leaves_open<4096>(r)) [[unlikely]] return sin_again(x);
  F32 y = convert<F32>(r) + F32(0);   // zeros are positive
  if (any(~usual)) {
    if (any((magnitude(x) < F32(0x1p-120f)) & (x != F32(0)))) return sin_again(x);
    F32 special = x == F32(0) ? x : F32(0);
    special = is_infinite(x) ? indefinite<F32>() : special;
    special = is_nan(x) ? x + x : special;
    y = usual ? y : special;
  }
  return y;
}
WL_INLINE F32 cos_turns(F32 x) {
  const I32 usual = magnitude(x) <= F32(256);
  const F64 r = sine(convert<F64>(usual ? magnitude(x) : F32(0)) + 0.25);
  if (leaves_open<4096>(r)) [[unlikely]] return cos_again(x);
  F32 y = convert<F32>(r) + F32(0);
  if (any(~usual)) {
    F32 special = is_infinite(x) ? indefinite<F32>() : F32(1);
    special = is_nan(x) ? x + x : special;
    y = usual ? y : special;
  }
  return y;
}

// Scales by 2^n, rounded once.
WL_INLINE F32 ldexp(F32 x, I32 n) {
  if (!any((n < I32(-126)) | (n > I32(127)))) return x * as<F32>((n + 127) << 23);
  // Exact in double for every n that matters.
  I32 e = n < I32(-400) ? I32(-400) : n;
  e = e > I32(400) ? I32(400) : e;
  return convert<F32>(convert<F64>(x) * as<F64>(convert<U64>(as<U32>(e + 1023)) << 52));
}

} // namespace wavelift::soft::WAVE::quick
