// Functions of blocks of floating-point lanes (see blocks.h) that several instruction families share. V is
// F16, F32 or F64.
#pragma once
#include "soft/isa/blocks.h"
#include <limits>

namespace wavelift::soft::WAVE {

template <class T> struct FloatFormat;
template <> struct FloatFormat<_Float16> {
  using Bits = uint16_t;
  using Int = int16_t;
  static constexpr int mantissa = 10, bias = 15;
};
template <> struct FloatFormat<float> {
  using Bits = uint32_t;
  using Int = int32_t;
  static constexpr int mantissa = 23, bias = 127;
};
template <> struct FloatFormat<double> {
  using Bits = uint64_t;
  using Int = int64_t;
  static constexpr int mantissa = 52, bias = 1023;
};
template <class V> using FormatOf = FloatFormat<LaneOf<V>>;
template <class V> using BitsOf = typename FormatOf<V>::Bits; // one lane
template <class V> using BitBlock = Vec<BitsOf<V>>;
template <class V> using IntBlock = Vec<typename FormatOf<V>::Int>; // masks and exponents

template <class V>
inline constexpr BitsOf<V> kSignBit = static_cast<BitsOf<V>>(BitsOf<V>(1) << (sizeof(LaneOf<V>) * 8 - 1));
template <class V>
inline constexpr BitsOf<V> kQuietBit = static_cast<BitsOf<V>>(BitsOf<V>(1) << (FormatOf<V>::mantissa - 1));
template <class V>
inline constexpr BitsOf<V> kExponentBits =
    static_cast<BitsOf<V>>((BitsOf<V>(2) * FormatOf<V>::bias + 1) << FormatOf<V>::mantissa);

#define WL_INLINE [[gnu::always_inline]] inline

// Halves to floats and back, to nearest. By instruction: the compiler would turn an operation between two
// conversions into one on halves, which the host has not.
WL_INLINE F32 wide(F16 x) { return as<F32>(_mm256_cvtph_ps(as<__m128i>(x))); }
WL_INLINE F16 narrow(F32 x) { return as<F16>(_mm256_cvtps_ph(as<__m256>(x), _MM_FROUND_TO_NEAREST_INT)); }

template <class V> WL_INLINE BitBlock<V> bits(V x) { return as<BitBlock<V>>(x); }
template <class V> WL_INLINE V infinity() { return V(std::bit_cast<LaneOf<V>>(kExponentBits<V>)); }
// What an invalid operation gives, as on the host.
template <class V> WL_INLINE V indefinite() {
  return V(std::bit_cast<LaneOf<V>>(static_cast<BitsOf<V>>(kSignBit<V> | kExponentBits<V> | kQuietBit<V>)));
}
template <class V> WL_INLINE V magnitude(V x) {
  return as<V>(bits(x) & BitBlock<V>(static_cast<BitsOf<V>>(~kSignBit<V>)));
}
template <class V> WL_INLINE V with_sign_of(V x, BitBlock<V> sign) {
  return as<V>(bits(magnitude(x)) | sign);
}
template <class V> WL_INLINE BitBlock<V> sign_of(V x) { return bits(x) & BitBlock<V>(kSignBit<V>); }
template <class V> WL_INLINE V quiet(V x) { return as<V>(bits(x) | BitBlock<V>(kQuietBit<V>)); }
template <class V> WL_INLINE auto is_nan(V x) { return x != x; }
// The host compares no halves; their bits do.
WL_INLINE I16 is_nan(F16 x) { return (bits(x) & U16(0x7fff)) > U16(0x7c00); }
template <class V> WL_INLINE auto is_infinite(V x) { return magnitude(x) == infinity<V>(); }
template <class V> WL_INLINE auto is_signalling(V x) {
  return is_nan(x) & ((bits(x) & BitBlock<V>(kQuietBit<V>)) == BitBlock<V>(0));
}
// The biased exponent field.
template <class V> WL_INLINE IntBlock<V> exponent_field(V x) {
  return as<IntBlock<V>>((bits(x) & BitBlock<V>(kExponentBits<V>)) >> BitBlock<V>(FormatOf<V>::mantissa));
}
template <class V> WL_INLINE auto is_denormal(V x) {
  return (exponent_field(x) == IntBlock<V>(0)) & (x != V(0));
}
// Denormals become zeros of their sign.
template <class V> WL_INLINE V flush(V x) {
  return as<V>(exponent_field(x) == IntBlock<V>(0) ? sign_of(x) : bits(x));
}
template <class V> inline constexpr auto power_of_two(int n) {
  return std::bit_cast<LaneOf<V>>(
      static_cast<BitsOf<V>>(BitsOf<V>(n + FormatOf<V>::bias) << FormatOf<V>::mantissa));
}

template <class V> WL_INLINE V fma(V a, V b, V c) { return __builtin_elementwise_fma(a, b, c); }
template <class V> WL_INLINE V square_root(V a) { return __builtin_elementwise_sqrt(a); }

// Minimum and maximum with IEEE mode's rules: a signalling NaN wins and is quieted, a quiet one loses, -0 <
// +0. The ordered forms hold when neither is a NaN.
template <class V> WL_INLINE V max_ordered(V a, V b) {
  V x = a > b ? a : b, y = b > a ? b : a;
  return as<V>(bits(x) & bits(y));
}
template <class V> WL_INLINE V min_ordered(V a, V b) {
  V x = a < b ? a : b, y = b < a ? b : a;
  return as<V>(bits(x) | bits(y));
}
// Halves compare as integers of the same order.
WL_INLINE I16 order_of(F16 x) {
  const I16 u = as<I16>(x);
  return u ^ ((u >> 15) & I16(0x7fff));
}
WL_INLINE F16 max_ordered(F16 a, F16 b) { return order_of(a) > order_of(b) ? a : b; }
WL_INLINE F16 min_ordered(F16 a, F16 b) { return order_of(a) < order_of(b) ? a : b; }
template <class V> WL_INLINE V choose_number(V a, V b, V ordered) {
  V r = is_nan(b) ? a : ordered;
  r = is_nan(a) ? b : r;
  r = is_signalling(b) ? quiet(b) : r;
  return is_signalling(a) ? quiet(a) : r;
}
template <class V> WL_INLINE V max_ieee(V a, V b) { return choose_number(a, b, max_ordered(a, b)); }
template <class V> WL_INLINE V min_ieee(V a, V b) { return choose_number(a, b, min_ordered(a, b)); }
template <class V> WL_INLINE auto equal(V a, V b) { return a == b; }
WL_INLINE I16 equal(F16 a, F16 b) { return convert<I16>(wide(a) == wide(b)); }
// The larger of the two that are not the maximum; zeros of either sign count as equal.
template <class V> WL_INLINE V med3_ordered(V a, V b, V c) {
  const V most = max_ordered(max_ordered(a, b), c);
  V r = equal(most, b) ? max_ordered(a, c) : max_ordered(a, b);
  return equal(most, a) ? max_ordered(b, c) : r;
}
// With a NaN among them the median is the minimum.
template <class V> WL_INLINE V med3_ieee(V a, V b, V c) {
  V least = min_ieee(min_ieee(a, b), c);
  return (is_nan(a) | is_nan(b) | is_nan(c)) ? least : med3_ordered(a, b, c);
}

// x - floor(x), kept below one.
template <class V> WL_INLINE V fract(V x) {
  const V below_one = as<V>(bits(V(1)) - BitBlock<V>(1));
  V r = x - __builtin_elementwise_floor(x);
  return r >= V(1) ? below_one : r;
}

// frexp: mantissa in [0.5, 1) and exponent, or x and 0 for zeros, infinities and NaNs.
template <class V> struct Normalised {
  V value;           // x, scaled up when it is denormal
  IntBlock<V> scale; // log2 of that
};
template <class V> WL_INLINE Normalised<V> normalise(V x) {
  constexpr int up = FormatOf<V>::mantissa + 1;
  const auto denormal = exponent_field(x) == IntBlock<V>(0);
  return {denormal ? x * V(power_of_two<V>(up)) : x, denormal ? IntBlock<V>(up) : IntBlock<V>(0)};
}
template <class V> WL_INLINE auto has_exponent(V x) { return (x != V(0)) & (magnitude(x) < infinity<V>()); }
template <class V> WL_INLINE V frexp_mantissa(V x) {
  const BitBlock<V> half = bits(V(0.5));
  V m = as<V>((bits(normalise(x).value) & BitBlock<V>(static_cast<BitsOf<V>>(~kExponentBits<V>))) | half);
  return has_exponent(x) ? m : x + x; // x + x: quiets a NaN
}
template <class V> WL_INLINE IntBlock<V> frexp_exponent(V x) {
  Normalised<V> n = normalise(x);
  IntBlock<V> e = exponent_field(n.value) - IntBlock<V>(FormatOf<V>::bias - 1) - n.scale;
  return has_exponent(x) ? e : IntBlock<V>(0);
}

// `nearest` is a value rounded to float. Makes it such that a second rounding, to at most 22 bits, gives what
// one rounding would: where it was inexact its last bit is set.
WL_INLINE F32 round_to_odd(F32 nearest, I32 inexact, I32 too_small) {
  U32 u = bits(nearest);
  U32 toward = too_small ? u + 1u : u - 1u;
  return as<F32>((inexact & as<I32>((u & 1u) == 0u)) ? toward : u);
}
WL_INLINE F16 to_half(F64 x) {
  F32 f = convert<F32>(x);
  F64 back = convert<F64>(f);
  I32 inexact = convert<I32>((back != x) & (magnitude(back) < infinity<F64>()));
  return narrow(round_to_odd(f, inexact, convert<I32>(magnitude(back) < magnitude(x))));
}

// The bits of a bfloat16, rounded to nearest even.
WL_INLINE U32 to_bfloat(F32 x) {
  const U32 u = bits(x);
  return (is_nan(x) ? bits(quiet(x)) : u + 0x7fffu + (u >> 16 & 1u)) >> 16;
}

// c[0] + x * (c[1] + x * (...))
template <size_t N> WL_INLINE F64 polynomial(F64 x, const std::array<double, N>& c) {
  F64 r = c[N - 1];
#pragma clang loop unroll(full)
  for (size_t k = N - 1; k-- > 0;) r = fma(r, x, F64(c[k]));
  return r;
}

namespace series {
inline constexpr long double kLn2 = 0.693147180559945309417232121458176568L;
inline constexpr long double kTwoPi = 6.28318530717958647692528676655900577L;
// 2^x = sum (x ln 2)^k / k!
inline constexpr auto exp2 = [] {
  std::array<double, 14> c{};
  long double t = 1;
  for (int k = 0; k < 14; ++k, t *= kLn2 / k) c[static_cast<size_t>(k)] = static_cast<double>(t);
  return c;
}();
// log2((1 + s) / (1 - s)) = s * sum 2 / ln 2 * s^2k / (2k + 1)
inline constexpr auto log2 = [] {
  std::array<double, 12> c{};
  for (int k = 0; k < 12; ++k) c[static_cast<size_t>(k)] = static_cast<double>(2 / kLn2 / (2 * k + 1));
  return c;
}();
// sin(2 pi x) = x * sum c x^2k, cos(2 pi x) = sum c x^2k
inline constexpr auto sine = [] {
  std::array<double, 10> c{};
  long double t = kTwoPi;
  for (int k = 0; k < 10; t *= -kTwoPi * kTwoPi / ((2 * k + 2) * (2 * k + 3)), ++k)
    c[static_cast<size_t>(k)] = static_cast<double>(t);
  return c;
}();
inline constexpr auto cosine = [] {
  std::array<double, 10> c{};
  long double t = 1;
  for (int k = 0; k < 10; t *= -kTwoPi * kTwoPi / ((2 * k + 1) * (2 * k + 2)), ++k)
    c[static_cast<size_t>(k)] = static_cast<double>(t);
  return c;
}();
} // namespace series

// Functions of float's values in double, with an error of a few units of 2^-53; they are rounded to float or
// less afterwards.
inline constexpr double kRoundingMagic = 0x1.8p52; // its sum with x has rint(x) in the low bits

WL_INLINE F64 exp2_of(F64 x) {
  F64 y = x < F64(-1000) ? F64(-1000) : x; // a NaN passes
  y = y > F64(1000) ? F64(1000) : y;
  F64 t = y + kRoundingMagic;
  F64 r = polynomial(y - (t - kRoundingMagic), series::exp2);
  return is_nan(x) ? x + x : as<F64>(bits(r) + (bits(t) << 52));
}
WL_INLINE F64 log2_of(F64 x) {
  constexpr uint64_t kSqrtHalf = 0x3fe6a09e667f3bcd;
  U64 e = (bits(x) - kSqrtHalf) & 0xfff0000000000000ull; // x = 2^e * m, m in [sqrt 1/2, sqrt 2)
  F64 m = as<F64>(bits(x) - e);
  // The exponent as a double: its twelve signed bits, made positive, over the mantissa of 2^52.
  F64 n = as<F64>(bits(F64(0x1p52)) | (((e >> 52) + 2048) & 4095)) - F64(0x1p52 + 2048);
  F64 s = (m - 1) / (m + 1);
  F64 r = fma(s, polynomial(s * s, series::log2), n);
  r = x == F64(0) ? -infinity<F64>() : r;
  r = x == infinity<F64>() ? x : r;
  r = x < F64(0) ? indefinite<F64>() : r;
  return is_nan(x) ? x + x : r;
}

// sin (quarter 0) and cos (quarter 1) of x revolutions; the reduction is exact.
WL_INLINE F64 turn(F64 x, uint64_t quarter) {
  F64 q = x * 4 + kRoundingMagic;
  F64 t = x - (q - kRoundingMagic) * 0.25; // [-1/8, 1/8]
  F64 s = t * polynomial(t * t, series::sine), c = polynomial(t * t, series::cosine);
  U64 n = bits(q) + quarter;
  F64 r = (n & 1) != U64(0) ? c : s;
  return as<F64>(bits(r) ^ ((n & 2) << 62)) + F64(0); // zeros are positive
}
// Zero keeps its sign; beyond 256 revolutions sin is 0 and cos is 1; infinities give a NaN.
WL_INLINE F64 sin_revolutions(F64 x) {
  F64 r = magnitude(x) > F64(256) ? F64(0) : turn(x, 0);
  r = x == F64(0) ? x : r;
  r = is_infinite(x) ? indefinite<F64>() : r;
  return is_nan(x) ? x + x : r;
}
WL_INLINE F64 cos_revolutions(F64 x) {
  F64 r = magnitude(x) > F64(256) ? F64(1) : turn(x, 1);
  r = is_infinite(x) ? indefinite<F64>() : r;
  return is_nan(x) ? x + x : r;
}

// `r`, a few units of 2^-53 from f(x), rounded to float. Where that leaves the rounding open, about once in
// 2^25 times, f decides in extended precision.
using Extended = long double (*)(long double);
[[gnu::noinline]] F32 round_again(F32 y, F64 x, I64 open, Extended f);
WL_INLINE F32 round_once(F64 r, F64 x, Extended f) {
  constexpr uint64_t below = (1 << 29) - 1, half = 1 << 28; // bits that float has not, and a tie
  const I64 open = ((bits(r) - (half - 8)) & below) <= U64(16);
  const F32 y = convert<F32>(r);
  return __builtin_reduce_or(open) ? round_again(y, x, open, f) : y;
}

} // namespace wavelift::soft::WAVE
