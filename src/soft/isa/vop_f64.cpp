// Double-precision arithmetic: VOP1, VOP2 and VOP3 *_f64.
#include "soft/isa/division.h"

namespace wavelift::soft::WAVE {
namespace {

// 1 / sqrt(x): the residual 1 - x y^2, to twice the precision, corrects the last bit. Far values are brought near first.
F64 rsq(F64 x) {
  const auto small = x < F64(0x1p-500), large = x > F64(0x1p500);
  const F64 z = x * (small ? F64(0x1p600) : large ? F64(0x1p-600) : F64(1));
  const F64 y = F64(1) / square_root(z);
  const F64 square = y * y, square_low = fma(y, y, -square);
  const F64 t = z * square, t_low = fma(z, square, -t);
  const F64 residual = ((F64(1) - t) - t_low) - z * square_low;
  const F64 r = fma(y * 0.5, residual, y) * (small ? F64(0x1p300) : large ? F64(0x1p-300) : F64(1));
  return ((x > F64(0)) & (x < infinity<F64>())) ? r : y;
}

// x * 2^n, rounded once: the exponent is set where the result is normal; where it is not, it is set 200 too
// high and one multiplication takes that back.
F64 ldexp(F64 x, I32 n) {
  const Normalised<F64> m = normalise(x);
  I32 k = n < I32(-4000) ? I32(-4000) : n;
  k = k > I32(4000) ? I32(4000) : k;
  I64 e = convert<I64>(k) + exponent_field(m.value) - m.scale;
  e = e < I64(-190) ? I64(-190) : e;
  e = e > I64(2047) ? I64(2047) : e;
  const I64 small = e < I64(1);
  const U64 fraction = e == I64(2047) ? U64(0) : bits(m.value) & 0x000fffffffffffffull;
  const U64 u = sign_of(x) | as<U64>(small ? e + 200 : e) << 52 | fraction;
  const F64 r = as<F64>(u) * (small ? F64(0x1p-200) : F64(1));
  return has_exponent(x) ? r : x + x;
}

// The first 1201 bits of the fraction of 2/pi, and zeros.
constexpr uint64_t kTwoOverPi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b0000,
};
constexpr int kTwoOverPiWords = sizeof kTwoOverPi / sizeof *kTwoOverPi;

// Segment n of 2/pi for reducing x: 53 bits of it with their weight, skipping bits whose product with x is a
// whole number of turns.
double trig_preop(double x, uint32_t n) {
  const int exponent = static_cast<int>(std::bit_cast<uint64_t>(x) >> 52 & 2047);
  const int shift = static_cast<int>(n & 31) * 53 + (exponent > 1077 ? exponent - 1077 : 0);
  if (shift >= 64 * kTwoOverPiWords) return 0;
  auto word = [](int i) { return i < kTwoOverPiWords ? kTwoOverPi[i] : 0; };
  const int i = shift / 64, bit = shift % 64;
  const uint64_t top = bit ? word(i) << bit | word(i + 1) >> (64 - bit) : word(i);
  const int scale = -53 - shift + (exponent >= 1968 ? 128 : 0);
  // In two steps, neither of which leaves the range of a factor; the first is exact.
  return static_cast<double>(top >> 11) * power_of_two<F64>(scale / 2) * power_of_two<F64>(scale - scale / 2);
}
F64 trig_preop(F64 x, U32 n) {
  F64 r;
  for (int j = 0; j < kBlock; ++j) r[j] = trig_preop(x[j], n[j]);
  return r;
}

constexpr auto kMax = blockwise_by_nan<[](F64 a, F64 b) { return max_ordered(a, b); },
                                       [](F64 a, F64 b) { return max_ieee(a, b); }>;
constexpr auto kMin = blockwise_by_nan<[](F64 a, F64 b) { return min_ordered(a, b); },
                                       [](F64 a, F64 b) { return min_ieee(a, b); }>;

constexpr Semantics kTable[] = {
    {"v_add_f64", blockwise<[](F64 a, F64 b) { return a + b; }>, 1, Mod::f64},
    {"v_mul_f64", blockwise<[](F64 a, F64 b) { return a * b; }>, 1, Mod::f64},
    {"v_fma_f64", blockwise<[](F64 a, F64 b, F64 c) { return fma(a, b, c); }>, 1, Mod::f64},
    {"v_fmac_f64", accumulate<[](F64 a, F64 b, F64 d) { return fma(a, b, d); }>, 1, Mod::f64},
    {"v_min_f64", kMin, 1, Mod::f64},
    {"v_max_f64", kMax, 1, Mod::f64},

    {"v_rcp_f64", blockwise<[](F64 a) { return F64(1) / a; }>, 1, Mod::f64},
    {"v_rsq_f64", blockwise<[](F64 a) { return rsq(a); }>, 1, Mod::f64},
    {"v_sqrt_f64", blockwise<[](F64 a) { return square_root(a); }>, 1, Mod::f64},

    {"v_fract_f64", blockwise<[](F64 a) { return fract(a); }>, 1, Mod::f64},
    {"v_trunc_f64", blockwise<[](F64 a) { return __builtin_elementwise_trunc(a); }>, 1, Mod::f64},
    {"v_ceil_f64", blockwise<[](F64 a) { return __builtin_elementwise_ceil(a); }>, 1, Mod::f64},
    {"v_floor_f64", blockwise<[](F64 a) { return __builtin_elementwise_floor(a); }>, 1, Mod::f64},
    {"v_rndne_f64", blockwise<[](F64 a) { return __builtin_elementwise_roundeven(a); }>, 1, Mod::f64},
    {"v_frexp_mant_f64", blockwise<[](F64 a) { return frexp_mantissa(a); }>, 1, Mod::f64},
    {"v_frexp_exp_i32_f64", blockwise<[](F64 a) { return convert<I32>(frexp_exponent(a)); }>, 1, Mod::f64},
    {"v_ldexp_f64", blockwise<[](F64 a, I32 b) { return ldexp(a, b); }>, 1, Mod::f64},
    {"v_trig_preop_f64", blockwise<[](F64 a, U32 b) { return trig_preop(a, b); }>, 1, Mod::f64},

    {"v_div_scale_f64", div_scale_op<F64>, 2, Mod::f64},
    {"v_div_fmas_f64", div_fmas_op<F64>, 1, Mod::f64},
    {"v_div_fixup_f64", blockwise<[](F64 a, F64 b, F64 c) { return div_fixup(a, b, c); }>, 1, Mod::f64},
};

} // namespace

std::span<const Semantics> vop_f64_table() { return kTable; }

} // namespace wavelift::soft::WAVE
