// Scalar functions of floating-point lanes that several instruction families share. T is float, double or _Float16.
// They are free of branches, so that loops over lanes vectorise.
#pragma once
#include "soft/isa/lanes.h"
#include <array>
#include <limits>

namespace wavelift::soft {

template <class T> struct FloatFormat;
template <> struct FloatFormat<float> {
  using Bits = uint32_t;
  static constexpr int mantissa = 23, bias = 127;
};
template <> struct FloatFormat<double> {
  using Bits = uint64_t;
  static constexpr int mantissa = 52, bias = 1023;
};
template <> struct FloatFormat<_Float16> {
  using Bits = uint16_t;
  static constexpr int mantissa = 10, bias = 15;
};
template <class T> using BitsOf = typename FloatFormat<T>::Bits;

template <class T> inline BitsOf<T> bits(T x) { return std::bit_cast<BitsOf<T>>(x); }
template <class T> inline T from_bits(BitsOf<T> u) { return std::bit_cast<T>(u); }
template <class T> inline constexpr BitsOf<T> sign_bit = BitsOf<T>(BitsOf<T>(1) << (sizeof(T) * 8 - 1));
template <class T> inline constexpr BitsOf<T> quiet_bit = BitsOf<T>(BitsOf<T>(1) << (FloatFormat<T>::mantissa - 1));
template <class T> inline constexpr BitsOf<T> exponent_mask =
    BitsOf<T>((BitsOf<T>(2) * FloatFormat<T>::bias + 1) << FloatFormat<T>::mantissa);

template <class T> inline T magnitude(T x) { return from_bits<T>(bits(x) & BitsOf<T>(~sign_bit<T>)); }
template <class T> inline T quiet(T x) { return from_bits<T>(bits(x) | quiet_bit<T>); }
template <class T> inline bool is_nan(T x) { return x != x; }
template <class T> inline bool is_signalling(T x) { return is_nan(x) && ((bits(x) & quiet_bit<T>) == 0); }
// The biased exponent field.
template <class T> inline int exponent_field(T x) {
  return static_cast<int>((bits(x) & exponent_mask<T>) >> FloatFormat<T>::mantissa);
}
// Denormals become zeros of their sign.
template <class T> inline T flush(T x) {
  return from_bits<T>((bits(x) & exponent_mask<T>) ? bits(x) : BitsOf<T>(bits(x) & sign_bit<T>));
}

// Minimum and maximum with IEEE mode's rules: a signalling NaN wins and is quieted, a quiet one loses, -0 < +0.
// The ordered forms hold when neither is a NaN.
template <class T> inline T max_ordered(T a, T b) {
  T x = a > b ? a : b, y = b > a ? b : a;
  return from_bits<T>(bits(x) & bits(y));
}
template <class T> inline T min_ordered(T a, T b) {
  T x = a < b ? a : b, y = b < a ? b : a;
  return from_bits<T>(bits(x) | bits(y));
}
template <class T> inline T choose_number(T a, T b, T ordered) {
  T r = is_nan(b) ? a : ordered;
  r = is_nan(a) ? b : r;
  r = is_signalling(b) ? quiet(b) : r;
  return is_signalling(a) ? quiet(a) : r;
}
template <class T> inline T max_ieee(T a, T b) { return choose_number(a, b, max_ordered(a, b)); }
template <class T> inline T min_ieee(T a, T b) { return choose_number(a, b, min_ordered(a, b)); }
template <class T> inline T med3_ordered(T a, T b, T c) {
  return max_ordered(min_ordered(a, b), min_ordered(max_ordered(a, b), c));
}
// With a NaN among them the median is the minimum.
template <class T> inline T med3_ieee(T a, T b, T c) {
  T least = min_ieee(min_ieee(a, b), c);
  return (is_nan(a) || is_nan(b) || is_nan(c)) ? least : med3_ordered(a, b, c);
}

// x - floor(x), kept below one.
template <class T> inline T fract(T x, T floor_x) {
  T below_one = from_bits<T>(BitsOf<T>(bits(T(1)) - 1));
  T r = x - floor_x;
  return r >= T(1) ? below_one : r;
}

// frexp: mantissa in [0.5, 1) and exponent, or x and 0 for zeros, infinities and NaNs.
template <class T> struct Normalised {
  T value;   // x, scaled up when it is denormal
  int scale; // log2 of that
};
template <class T> inline Normalised<T> normalise(T x) {
  constexpr int up = FloatFormat<T>::mantissa + 1;
  const bool denormal = exponent_field(x) == 0;
  return {denormal ? x * static_cast<T>(BitsOf<T>(1) << up) : x, denormal ? up : 0};
}
template <class T> inline bool has_exponent(T x) {
  return (exponent_field(x) != exponent_field(std::numeric_limits<T>::infinity())) && (x != 0);
}
template <class T> inline T frexp_mantissa(T x) {
  T n = normalise(x).value;
  BitsOf<T> half = bits(T(0.5)) & exponent_mask<T>;
  T m = from_bits<T>(BitsOf<T>((bits(n) & BitsOf<T>(~exponent_mask<T>)) | half));
  T special = is_nan(x) ? quiet(x) : x;
  return has_exponent(x) ? m : special;
}
template <class T> inline int frexp_exponent(T x) {
  Normalised<T> n = normalise(x);
  return has_exponent(x) ? exponent_field(n.value) - (FloatFormat<T>::bias - 1) - n.scale : 0;
}

// x rounded to float such that a second rounding to a format of at most 22 bits gives what one rounding would: an
// inexact result has its last bit set.
inline float round_to_odd(float nearest, bool inexact, bool too_small) {
  uint32_t u = bits(nearest);
  uint32_t toward = too_small ? u + 1 : u - 1;
  return from_bits<float>((inexact && ((u & 1) == 0)) ? toward : u);
}
inline _Float16 to_half(double x) {
  float f = static_cast<float>(x);
  double back = static_cast<double>(f);
  return static_cast<_Float16>(round_to_odd(f, magnitude(back) < std::numeric_limits<double>::infinity() && back != x,
                                            magnitude(back) < magnitude(x)));
}

// c[0] + x * (c[1] + x * (...))
template <size_t N> inline double polynomial(double x, const std::array<double, N>& c) {
  double r = c[N - 1];
  for (size_t k = N - 1; k-- > 0;) r = __builtin_fma(r, x, c[k]);
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
}  // namespace series

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Functions of double with an error of a few units of 2^-53, for results that are rounded to float or less afterwards.
// Domain: float's values (no double denormals).
inline double exp2_of(double x) {
  constexpr double magic = 0x1.8p52;  // its sum with x has rint(x) in the low bits
  double y = x < -1000.0 ? -1000.0 : x > 1000.0 ? 1000.0 : x;  // a NaN passes
  double t = y + magic;
  double r = polynomial(y - (t - magic), series::exp2);
  double scaled = from_bits<double>(bits(r) + (bits(t) << 52));
  return is_nan(x) ? x : scaled;
}
inline double log2_of(double x) {
  constexpr uint64_t kSqrtHalf = 0x3fe6a09e667f3bcd;
  uint64_t e = (bits(x) - kSqrtHalf) >> 52 << 52;  // x = 2^e * m, m in [sqrt 1/2, sqrt 2)
  double m = from_bits<double>(bits(x) - e);
  double s = (m - 1) / (m + 1);
  // The exponent as a double: its signed 12 bits over the mantissa of 3 * 2^51.
  constexpr double magic = 0x1.8p52;
  double n = from_bits<double>(bits(magic) + (((e >> 52) + 2048) & 4095)) - magic - 2048;
  double r = __builtin_fma(s, polynomial(s * s, series::log2), n);
  r = x == 0 ? -kInfinity : r;
  r = magnitude(x) == kInfinity ? x : r;
  r = x < 0 ? -std::numeric_limits<double>::quiet_NaN() : r;
  return is_nan(x) ? x : r;
}
// sin and cos of x revolutions. The reduction is exact.
struct Quadrant {
  double t;      // [-1/8, 1/8]
  uint64_t n;    // quarter turns
};
inline Quadrant quadrant_of(double x) {
  constexpr double magic = 0x1.8p52;
  double q = x * 4 + magic;
  return {x - (q - magic) * 0.25, bits(q)};
}
inline double sine_of(Quadrant q) { return q.t * polynomial(q.t * q.t, series::sine); }
inline double cosine_of(Quadrant q) { return polynomial(q.t * q.t, series::cosine); }
inline double turn(Quadrant q, uint64_t quarter) {
  double s = sine_of(q), c = cosine_of(q);
  uint64_t n = q.n + quarter;
  double r = (n & 1) ? c : s;
  return from_bits<double>(bits(r) ^ ((n & 2) << 62));
}
// Zero keeps its sign; beyond 256 revolutions sin is 0 and cos is 1; infinities give NaN.
inline double sin_revolutions(double x) {
  double r = magnitude(x) > 256 ? 0.0 : turn(quadrant_of(x), 0);
  r = x == 0 ? x : r;
  r = magnitude(x) == kInfinity ? -std::numeric_limits<double>::quiet_NaN() : r;
  return is_nan(x) ? x : r;
}
inline double cos_revolutions(double x) {
  double r = magnitude(x) > 256 ? 1.0 : turn(quadrant_of(x), 1);
  r = magnitude(x) == kInfinity ? -std::numeric_limits<double>::quiet_NaN() : r;
  return is_nan(x) ? x : r;
}

}  // namespace wavelift::soft
