// The three instructions that compilers build IEEE division from: v_div_scale brings numerator or denominator
// into a range where the iteration neither overflows nor loses bits and says so in a mask, v_div_fmas ends
// the iteration and takes the scale back, v_div_fixup puts in the special cases. V is F32 or F64 (fixup: F16
// too).
#pragma once
#include "soft/isa/float_math.h"

namespace wavelift::soft::WAVE {

template <class T> struct DivisionLimits;
template <> struct DivisionLimits<float> {
  static constexpr int far = 96, scale = 64, tiny = 23, underflow = -150;
  static constexpr int bias = 127, mantissa = 23, ordinary = 47;
};
template <> struct DivisionLimits<double> {
  static constexpr int far = 768, scale = 128, tiny = 53, underflow = -1075;
  static constexpr int bias = 1023, mantissa = 20, ordinary = 300;   // mantissa bits of the high dword
};

template <class V> struct Scaled {
  V value;
  IntBlock<V> flag; // v_div_fmas must scale
};

// x is the value to scale: the denominator or the numerator itself. Where reciprocal and quotient are both
// small the manual prints an upward scale of the denominator; only the downward one gives IEEE's quotient
// (and does not overflow).
template <class V> WL_INLINE Scaled<V> div_scale(V x, V denominator, V numerator) {
  using L = DivisionLimits<LaneOf<V>>;
  using I = IntBlock<V>;
  const V up = power_of_two<V>(L::scale), down = power_of_two<V>(-L::scale), one = 1;
  const V d = magnitude(denominator), n = magnitude(numerator);
  const I finite = d < infinity<V>();
  const I far = exponent_field(numerator) - exponent_field(denominator) >= I(L::far);
  const I small_denominator = is_denormal(denominator);
  // Below the smallest normal number, before any rounding or flushing: a quotient that rounds to zero is small too.
  const I small_reciprocal = finite & (d > V(power_of_two<V>(L::bias - 1)));
  const I small_quotient = finite & (n * up < d * V(power_of_two<V>(L::scale + 1 - L::bias)));
  const I tiny = exponent_field(numerator) <= I(L::tiny);
  const I is_denominator = bits(x) == bits(denominator), is_numerator = bits(x) == bits(numerator);

  // Later selects take precedence.
  V factor = tiny ? up : one;
  factor = small_quotient ? (is_numerator ? up : one) : factor;
  factor = small_reciprocal ? ((is_denominator | ~small_quotient) ? down : one) : factor;
  factor = small_denominator ? up : factor;
  factor = far ? (is_denominator ? up : one) : factor;
  const I zero = (numerator == V(0)) | (denominator == V(0));
  return {zero ? indefinite<V>() : x * factor, ~zero & (far | (~small_denominator & small_quotient))};
}

// Whether the active lanes' numbers all lie between 2^-ordinary and 2^ordinary: the quotient of two such needs no scaling.
// `row` holds the exponents.
template <class T> inline bool all_ordinary(const Wave& w, const uint32_t* row) {
  using L = DivisionLimits<T>;
  const __m256i least = _mm256_set1_epi32((L::bias - L::ordinary) << L::mantissa);
  const __m256i greatest = _mm256_set1_epi32(((L::bias + L::ordinary) << L::mantissa) - 1);
  __m256i others = _mm256_setzero_si256();
  for (int i = 0; i < kLanes; i += 8) {
    const __m256i x = _mm256_and_si256(load8(row + i), _mm256_set1_epi32(0x7fffffff));
    const __m256i other = _mm256_or_si256(_mm256_cmpgt_epi32(least, x), _mm256_cmpgt_epi32(x, greatest));
    others = _mm256_or_si256(others, _mm256_and_si256(other, load8(w.exec_rows.lane + i)));
  }
  return _mm256_testz_si256(others, others);
}

// dst = scaled a with denominator b and numerator c; sdst = flags.
template <class V> const Op* div_scale_op(Wave& w, const Op* op) {
  constexpr bool wide = sizeof(LaneOf<V>) == 8;
  const LanePtr a = rows_of<wide>(w, op->a, 0), b = rows_of<wide>(w, op->b, 1),
                c = rows_of<wide>(w, op->c, 2);
  const Destination d(w, op->dst);
  if ((a.lo == b.lo || a.lo == c.lo) && all_ordinary<LaneOf<V>>(w, wide ? b.hi : b.lo) &&
      all_ordinary<LaneOf<V>>(w, wide ? c.hi : c.lo)) {
    for (int i = 0; i < kLanes; i += kBlock) {
      const __m256i lo = load8(a.lo + i), hi = load8((wide ? a.hi : a.lo) + i);
      keep8<true>(d.lo + i, lo, d.mask + i);
      if constexpr (wide) keep8<true>(d.hi + i, hi, d.mask + i);
    }
    w.set_mask(op->sdst, 0);
    WL_NEXT(w, op);
  }
  uint64_t flags = 0;
  for (int i = 0; i < kLanes; i += kBlock) {
    const Scaled<V> s =
        div_scale(load_block<V, wide>(a, i), load_block<V, wide>(b, i), load_block<V, wide>(c, i));
    store_block<wide, true>(d, i, s.value);
    flags |= mask_bits<wide>(s.flag) << i;
  }
  w.set_mask(op->sdst, flags & w.exec());
  WL_NEXT(w, op);
}

// a * b + c scaled up when the quotient c is large and down when it is small, rounded once: the scaled value
// of the rounded sum would be rounded twice where it is denormal. Flushed where the host's vector unit would.
template <class T> [[gnu::noinline]] T scaled_fma(T a, T b, T c) {
  using V = Vec<T>;
  constexpr T normal = std::numeric_limits<T>::min();
  const bool large = (std::bit_cast<BitsOf<V>>(c) & kExponentBits<V>) >= std::bit_cast<BitsOf<V>>(T(2));
  const T factor = power_of_two<V>(large ? DivisionLimits<T>::scale : -DivisionLimits<T>::scale);
  const T r = __builtin_elementwise_fma(a, b, c) * factor;
  const T size = __builtin_elementwise_abs(r);
  if (size >= 2 * normal && size <= std::numeric_limits<T>::max()) return r;
  const T exact = static_cast<T>((static_cast<__float128>(a) * b + c) * factor);
  const bool flushed = _MM_GET_FLUSH_ZERO_MODE() == _MM_FLUSH_ZERO_ON && __builtin_elementwise_abs(exact) < normal;
  return flushed ? __builtin_elementwise_copysign(T(0), exact) : exact;
}

// dst = a * b + c, scaled in the lanes that VCC names.
template <class V> const Op* div_fmas_op(Wave& w, const Op* op) {
  constexpr auto plain = [](V a, V b, V c) { return fma(a, b, c); };
  const uint64_t scaled = w.mask(kVcc) & w.exec();
  if (scaled == 0) WL_BECOME(blockwise<plain>.any(w, op));
  constexpr auto select = [](V a, V b, V c, U32 flag) {
    V r = fma(a, b, c);
    for (int j = 0; j < kBlock; ++j)
      if (flag[j]) r[j] = scaled_fma(a[j], b[j], c[j]);
    return r;
  };
  Row flags;
  for (int i = 0; i < kLanes; ++i) flags.lane[i] = static_cast<uint32_t>(scaled >> i & 1);
  constexpr bool interleaved = Calls<select>::interleaved;
  run_over<select>(w, op, std::tuple_cat(blocks_for<plain, false, -1>(w, op),
                                         std::tuple{RowBlocks<U32, interleaved>{{flags.lane, flags.lane}}}));
  WL_NEXT(w, op);
}

// The quotient of numerator by denominator, or what IEEE says instead.
template <class V> WL_INLINE V div_fixup(V quotient, V denominator, V numerator) {
  const V inf = infinity<V>(), zero = 0;
  const V d = magnitude(denominator), n = magnitude(numerator);
  // The iteration ends in a NaN where the quotient overflows.
  V r = is_nan(quotient) ? inf : magnitude(quotient);
  if constexpr (sizeof(LaneOf<V>) > 2) {
    const IntBlock<V> ed = exponent_field(d), en = exponent_field(n);
    r = en - ed < IntBlock<V>(DivisionLimits<LaneOf<V>>::underflow) ? zero : r;
  }
  r = ((d == inf) | (n == zero)) ? zero : r;
  r = ((d == zero) | (n == inf)) ? inf : r;
  r = with_sign_of(r, sign_of(denominator) ^ sign_of(numerator));
  r = (((d == zero) & (n == zero)) | ((d == inf) & (n == inf))) ? indefinite<V>() : r;
  r = is_nan(d) ? quiet(denominator) : r;
  return is_nan(n) ? quiet(numerator) : r;
}

} // namespace wavelift::soft::WAVE
