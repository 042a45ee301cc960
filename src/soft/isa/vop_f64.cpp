// Double-precision arithmetic: VOP1, VOP2 and VOP3 *_f64.
#include "soft/isa/blocks.h"
#include "soft/isa/division.h"
#include "soft/isa/float_math.h"

namespace wavelift::soft {
namespace {

// 1 / sqrt(x): the residual 1 - x y^2, to twice the precision, corrects the last bit.
double rsq(double x) {
  const double y = 1.0 / __builtin_sqrt(x);
  const double square = y * y, square_low = __builtin_fma(y, y, -square);
  const double t = x * square, t_low = __builtin_fma(x, square, -t);
  const double residual = ((1.0 - t) - t_low) - x * square_low;
  const double r = __builtin_fma(y * 0.5, residual, y);
  return x > 0x1p-1000 && x < 0x1p1000 ? r : y;
}

// x * 2^n, rounded once: the exponent is set where the result is normal; where it is not, it is set 200 too
// high and one multiplication takes that back.
double ldexp(double x, int32_t n) {
  const Normalised<double> m = normalise(x);
  int32_t e = n < -4000 ? -4000 : n > 4000 ? 4000 : n;
  e += exponent_field(m.value) - m.scale;
  e = e < -190 ? -190 : e > 2047 ? 2047 : e;
  const bool small = e < 1;
  const int64_t field = small ? e + 200 : e;
  const uint64_t fraction = e == 2047 ? 0 : bits(m.value) & ~exponent_mask<double> & ~sign_bit<double>;
  const uint64_t u = (bits(x) & sign_bit<double>) | static_cast<uint64_t>(field) << 52 | fraction;
  const double r = from_bits<double>(u) * (small ? 0x1p-200 : 1.0);
  return x == 0 || magnitude(x) == kInfinity || is_nan(x) ? x + x : r;
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
  const int exponent = exponent_field(x);
  const int shift = static_cast<int>(n & 31) * 53 + (exponent > 1077 ? exponent - 1077 : 0);
  auto word = [](int i) { return i < kTwoOverPiWords ? kTwoOverPi[i] : 0; };
  const int i = shift / 64, bit = shift % 64;
  const uint64_t top = bit ? word(i) << bit | word(i + 1) >> (64 - bit) : word(i);
  const int scale = -53 - shift + (exponent >= 1968 ? 128 : 0);
  return ldexp(static_cast<double>(top >> 11), scale);
}

constexpr auto kMax = lanewise_by_nan<[](double a, double b) { return max_ordered(a, b); },
                                      [](double a, double b) { return max_ieee(a, b); }>;
constexpr auto kMin = lanewise_by_nan<[](double a, double b) { return min_ordered(a, b); },
                                      [](double a, double b) { return min_ieee(a, b); }>;

constexpr Semantics kTable[] = {
    {"v_add_f64", lanewise<[](double a, double b) { return a + b; }>, 1, Mod::f64},
    {"v_mul_f64", lanewise<[](double a, double b) { return a * b; }>, 1, Mod::f64},
    {"v_fma_f64", lanewise<[](double a, double b, double c) { return __builtin_fma(a, b, c); }>, 1, Mod::f64},
    {"v_fmac_f64", accumulate<[](double a, double b, double d) { return __builtin_fma(a, b, d); }>, 1,
     Mod::f64},
    {"v_min_f64", kMin, 1, Mod::f64},
    {"v_max_f64", kMax, 1, Mod::f64},

    {"v_rcp_f64", lanewise<[](double a) { return 1.0 / a; }>, 1, Mod::f64},
    {"v_rsq_f64", lanewise<[](double a) { return rsq(a); }>, 1, Mod::f64},
    {"v_sqrt_f64", lanewise<[](double a) { return __builtin_sqrt(a); }>, 1, Mod::f64},

    {"v_fract_f64", lanewise<[](double a) { return fract(a, __builtin_floor(a)); }>, 1, Mod::f64},
    {"v_trunc_f64", lanewise<[](double a) { return __builtin_trunc(a); }>, 1, Mod::f64},
    {"v_ceil_f64", lanewise<[](double a) { return __builtin_ceil(a); }>, 1, Mod::f64},
    {"v_floor_f64", lanewise<[](double a) { return __builtin_floor(a); }>, 1, Mod::f64},
    {"v_rndne_f64", lanewise<[](double a) { return __builtin_roundeven(a); }>, 1, Mod::f64},
    {"v_frexp_mant_f64", lanewise<[](double a) { return frexp_mantissa(a); }>, 1, Mod::f64},
    {"v_frexp_exp_i32_f64", lanewise<[](double a) { return frexp_exponent(a); }>, 1, Mod::f64},
    {"v_ldexp_f64", lanewise<[](double a, int32_t b) { return ldexp(a, b); }>, 1, Mod::f64},
    {"v_trig_preop_f64", lanewise<[](double a, uint32_t b) { return trig_preop(a, b); }>, 1, Mod::f64},

    {"v_div_scale_f64", div_scale_op<double>, 2, Mod::f64},
    {"v_div_fmas_f64", div_fmas_op<double>, 1, Mod::f64},
    {"v_div_fixup_f64", lanewise<[](double a, double b, double c) { return div_fixup(a, b, c); }>, 1,
     Mod::f64},
};

} // namespace

std::span<const Semantics> vop_f64_table() { return kTable; }

} // namespace wavelift::soft
