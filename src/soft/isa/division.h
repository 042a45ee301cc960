// The three instructions that compilers build IEEE division from: v_div_scale brings numerator or denominator into a
// range where the iteration neither overflows nor loses bits and says so in a mask, v_div_fmas ends the iteration and
// takes the scale back, v_div_fixup puts in the special cases. T is float or double.
#pragma once
#include "soft/isa/blocks.h"
#include "soft/isa/float_math.h"

namespace wavelift::soft {

template <class T> struct DivisionLimits;
template <> struct DivisionLimits<float> {
  static constexpr int far = 96, scale = 64, tiny = 23, underflow = -150;
};
template <> struct DivisionLimits<double> {
  static constexpr int far = 768, scale = 128, tiny = 53, underflow = -1075;
};

template <class T> inline constexpr T power_of_two(int n) {
  return std::bit_cast<T>(BitsOf<T>(BitsOf<T>(n + FloatFormat<T>::bias) << FloatFormat<T>::mantissa));
}
template <class T> inline bool is_denormal(T x) { return (exponent_field(x) == 0) && (x != 0); }

template <class T> struct Scaled {
  T value;
  bool flag;  // v_div_fmas must scale
};

// x is the value to scale: the denominator or the numerator itself.
template <class T> inline Scaled<T> div_scale(T x, T denominator, T numerator) {
  using L = DivisionLimits<T>;
  constexpr T up = power_of_two<T>(L::scale), down = power_of_two<T>(-L::scale);
  const T quotient = numerator / denominator;
  const bool far = exponent_field(numerator) - exponent_field(denominator) >= L::far;
  const bool small_denominator = is_denormal(denominator);
  const bool small_reciprocal = is_denormal(T(1) / denominator);
  const bool small_quotient = is_denormal(quotient);
  const bool tiny = exponent_field(numerator) <= L::tiny;
  const bool is_denominator = bits(x) == bits(denominator), is_numerator = bits(x) == bits(numerator);

  // In order of precedence, the later selects win.
  T factor = tiny ? up : T(1);
  factor = small_quotient ? (is_numerator ? up : T(1)) : factor;
  factor = small_reciprocal ? (small_quotient ? (is_denominator ? down : T(1)) : down) : factor;
  factor = small_denominator ? up : factor;
  factor = far ? (is_denominator ? up : T(1)) : factor;
  T r = x * factor;
  const bool zero = (numerator == 0) || (denominator == 0);
  r = zero ? std::numeric_limits<T>::quiet_NaN() : r;
  return {r, !zero && (far || (!small_denominator && small_quotient))};
}

// dst = scaled a with denominator b and numerator c; sdst = flags.
template <class T> const Op* div_scale_op(Wave& w, const Op* op) {
  const LanePtr a = rows_of<is_wide<T>>(w, op->a, 0), b = rows_of<is_wide<T>>(w, op->b, 1),
                c = rows_of<is_wide<T>>(w, op->c, 2);
  const Destination d(w, op->dst);
  constexpr bool interleaved = is_wide<T>;
  uint64_t flags = 0;
  for (int i = 0; i < kLanes; i += kBlock) {
    const Block<T> x = load_block<T, interleaved>(a, i), y = load_block<T, interleaved>(b, i),
                   z = load_block<T, interleaved>(c, i);
    Block<T> r;
    Block<uint32_t> f;
    for (size_t j = 0; j < kBlock; ++j) {
      Scaled<T> s = div_scale(x[j], y[j], z[j]);
      r[j] = s.value;
      f[j] = s.flag ? ~0u : 0u;
    }
    store_block<T, interleaved, true>(d, i, r);
    auto m = std::bit_cast<__m256i>(f);
    if constexpr (interleaved) m = _mm256_permute4x64_epi64(m, 0xd8);
    flags |= uint64_t(uint32_t(_mm256_movemask_ps(_mm256_castsi256_ps(m)))) << i;
  }
  w.set_s64(op->sdst, flags & w.exec());
  return op + 1;
}

template <class T> inline T fused(T a, T b, T c) { return __builtin_elementwise_fma(a, b, c); }

// fma(a, b, c) scaled up when the quotient c is large and down when it is small, rounded once: the product of the
// rounded sum would be rounded twice where it is denormal.
template <class T> [[gnu::noinline]] T scaled_fma(T a, T b, T c) {
  const int n = exponent_field(c) > FloatFormat<T>::bias ? DivisionLimits<T>::scale : -DivisionLimits<T>::scale;
  const T factor = power_of_two<T>(n);
  T r = fused(a, b, c) * factor;
  if (exponent_field(r) > 1 || is_nan(r)) return r;
  return static_cast<T>((static_cast<__float128>(a) * b + c) * factor);
}

// dst = a * b + c, scaled in the lanes that VCC names.
template <class T> const Op* div_fmas_op(Wave& w, const Op* op) {
  constexpr auto fma = [](T a, T b, T c) { return fused(a, b, c); };
  const uint64_t scaled = w.s64(kVcc) & w.exec();
  if (scaled == 0) return lanewise<fma>(w, op);
  constexpr auto select = [](T a, T b, T c, uint32_t flag) { return flag ? scaled_fma(a, b, c) : fused(a, b, c); };
  const auto p = rows_for<fma, false>(w, op);
  Row flags;
  for (int i = 0; i < kLanes; ++i) flags.lane[i] = static_cast<uint32_t>(scaled >> i & 1);
  run_over<select>(w, op, std::array{p[0], p[1], p[2], LanePtr{flags.lane, flags.lane}});
  return op + 1;
}

// The quotient a of numerator c by denominator b, or what IEEE says instead.
template <class T> inline T div_fixup(T quotient, T denominator, T numerator) {
  constexpr T inf = std::numeric_limits<T>::infinity();
  const BitsOf<T> sign = (bits(denominator) ^ bits(numerator)) & sign_bit<T>;
  auto with_sign = [&](T x) { return from_bits<T>(bits(magnitude(x)) | sign); };
  const T d = magnitude(denominator), n = magnitude(numerator);
  T r = magnitude(quotient);
  if constexpr (sizeof(T) > 2) {
    const int ed = exponent_field(denominator), en = exponent_field(numerator);
    r = ed == 2 * FloatFormat<T>::bias + 1 ? inf : r;
    r = en - ed < DivisionLimits<T>::underflow ? T(0) : r;
  }
  r = ((d == inf) || (n == 0)) ? T(0) : r;
  r = ((d == 0) || (n == inf)) ? inf : r;
  r = with_sign(r);
  const T indefinite = from_bits<T>(BitsOf<T>(sign_bit<T> | exponent_mask<T> | quiet_bit<T>));
  r = (((d == 0) && (n == 0)) || ((d == inf) && (n == inf))) ? indefinite : r;
  r = is_nan(denominator) ? quiet(denominator) : r;
  return is_nan(numerator) ? quiet(numerator) : r;
}

}  // namespace wavelift::soft
