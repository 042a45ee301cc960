// Vector ALU on 16-bit integers, single and packed, and integer dot products. A single 16-bit result clears
// the upper half of its register, as gfx9 does.
#include "soft/isa/int_lanes.h"
#include <limits>

namespace wavelift::soft::WAVE {
namespace {

using u16 = uint16_t;
using i16 = int16_t;
using u32 = uint32_t;
using i32 = int32_t;
using i64 = int64_t;

constexpr u16 low(auto x) { return static_cast<u16>(x); }
constexpr i16 low_signed(auto x) { return static_cast<i16>(x); }
constexpr u16 saturate(i32 x) { return low(std::clamp(x, 0, 0xffff)); }
// Unsigned sums that do not fit a signed 32-bit integer (a multiply-add) saturate from above only.
constexpr u16 saturate_large(u32 x) { return low(std::min(x, 0xffffu)); }
constexpr i16 saturate_signed(i32 x) { return low_signed(std::clamp(x, -0x8000, 0x7fff)); }

// Operations on one 16-bit value; *Sat are their saturating forms.
constexpr auto kAdd = [](u16 a, u16 b) { return low(a + b); };
constexpr auto kAddSat = [](u16 a, u16 b) { return saturate(a + b); };
constexpr auto kAddSatSigned = [](i16 a, i16 b) { return saturate_signed(a + b); };
constexpr auto kSub = [](u16 a, u16 b) { return low(a - b); };
constexpr auto kSubSat = [](u16 a, u16 b) { return saturate(a - b); };
constexpr auto kSubSatSigned = [](i16 a, i16 b) { return saturate_signed(a - b); };
constexpr auto kSubrev = [](u16 a, u16 b) { return low(b - a); };
constexpr auto kSubrevSat = [](u16 a, u16 b) { return saturate(b - a); };
constexpr auto kMul = [](u16 a, u16 b) { return low(u32{a} * b); };
constexpr auto kMulSat = [](u16 a, u16 b) { return saturate_large(u32{a} * b); };
constexpr auto kMad = [](u16 a, u16 b, u16 c) { return low(u32{a} * b + c); };
constexpr auto kMadSat = [](u16 a, u16 b, u16 c) { return saturate_large(u32{a} * b + c); };
constexpr auto kMadSatSigned = [](i16 a, i16 b, i16 c) { return saturate_signed(i32{a} * b + c); };
constexpr auto kShl = [](u16 a, u16 b) { return low(u32{b} << (a & 15)); };
constexpr auto kShr = [](u16 a, u16 b) { return low(b >> (a & 15)); };
constexpr auto kSar = [](i16 a, i16 b) { return low_signed(b >> (a & 15)); };
constexpr auto kMin = [](auto a, auto b) { return std::min(a, b); };
constexpr auto kMax = [](auto a, auto b) { return std::max(a, b); };

// A source of a packed operation: op_sel chooses the half for the low result, op_sel_hi for the high one.
struct Halves {
  const u32* x;
  int low_shift, high_shift;
  Halves(Wave& w, const Op* op, const Src& s, int k)
      : x(rows_of<false>(w, s, k).lo), low_shift(op->flags >> k & 1 ? 16 : 0),
        high_shift(op->flags >> (3 + k) & 1 ? 16 : 0) {}
  template <class T> T lo(int i) const { return static_cast<T>(x[i] >> low_shift); }
  template <class T> T hi(int i) const { return static_cast<T>(x[i] >> high_shift); }
};
u32 pack(auto low_half, auto high_half) {
  return static_cast<u16>(low_half) | u32{static_cast<u16>(high_half)} << 16;
}

template <class T, auto F> const Op* packed2(Wave& w, const Op* op) {
  const Halves a(w, op, op->a, 0), b(w, op, op->b, 1);
  store_lanes(w, op->dst, [&](int i) { return pack(F(a.lo<T>(i), b.lo<T>(i)), F(a.hi<T>(i), b.hi<T>(i))); });
  WL_NEXT(w, op);
}
template <class T, auto F> const Op* packed3(Wave& w, const Op* op) {
  const Halves a(w, op, op->a, 0), b(w, op, op->b, 1), c(w, op, op->c, 2);
  store_lanes(w, op->dst, [&](int i) {
    return pack(F(a.lo<T>(i), b.lo<T>(i), c.lo<T>(i)), F(a.hi<T>(i), b.hi<T>(i), c.hi<T>(i)));
  });
  WL_NEXT(w, op);
}

// Dot products: dst = sum of the products of the fields of a and b, plus c. It wraps; with clamp the exact
// sum saturates to the result's type.
template <class T> u32 saturate_dot(i64 sum) {
  return static_cast<u32>(std::clamp<i64>(sum, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
}
// Field k of width Bits, with the sign of T.
template <class T, int Bits> T field(u32 x, int k) {
  return static_cast<T>(x << (32 - Bits - k * Bits)) >> (32 - Bits);
}
// Sum in arithmetic of type S: u32 wraps, i64 is exact.
template <class T, int Bits, class S> S dot_sum(u32 a, u32 b, T c) {
  S sum = static_cast<S>(c);
  for (int k = 0; k < 32 / Bits; ++k)
    sum += static_cast<S>(field<T, Bits>(a, k)) * static_cast<S>(field<T, Bits>(b, k));
  return sum;
}
template <class T, int Bits>
constexpr Operation dot = clampable<
    ternary<u32, dot_sum<T, Bits, u32>, u32, T>,
    ternary<u32, [](u32 a, u32 b, T c) { return saturate_dot<T>(dot_sum<T, Bits, i64>(a, b, c)); }, u32, T>>;
// The 16-bit form has op_sel.
template <class T, class Half> const Op* dot2(Wave& w, const Op* op) {
  const Halves a(w, op, op->a, 0), b(w, op, op->b, 1);
  Lanes<T> c(w, op->c, 2);
  const auto low_product = [&](int i) {
    return static_cast<T>(T{a.template lo<Half>(i)} * T{b.template lo<Half>(i)});
  };
  const auto high_product = [&](int i) {
    return static_cast<T>(T{a.template hi<Half>(i)} * T{b.template hi<Half>(i)});
  };
  if (op->flags & kClamp)
    store_lanes(w, op->dst,
                [&](int i) { return saturate_dot<T>(i64{low_product(i)} + high_product(i) + c[i]); });
  else
    store_lanes(w, op->dst, [&](int i) {
      return static_cast<u32>(low_product(i)) + static_cast<u32>(high_product(i)) + static_cast<u32>(c[i]);
    });
  WL_NEXT(w, op);
}
// v_dotNc: the destination is the addend.
template <int Bits> const Op* dot_accumulate(Wave& w, const Op* op) {
  Op x = *op;
  x.c = {Src::Kind::vector, 1, op->dst};
  execute(w, dot<i32, Bits>, x);
  WL_NEXT(w, op);
}

// gfx11: neg_lo says for a and b whether their fields are signed. The sum is signed.
template <class A, class B, int Bits> u32 mixed_dot(u32 a, u32 b, i32 c, bool clamp) {
  i64 sum = c;
  for (int k = 0; k < 32 / Bits; ++k) sum += i64{field<A, Bits>(a, k)} * i64{field<B, Bits>(b, k)};
  return clamp ? saturate_dot<i32>(sum) : static_cast<u32>(sum);
}
template <class A, class B, int Bits> const Op* mixed_dot_op(Wave& w, const Op* op) {
  Lanes<u32> a(w, op->a, 0), b(w, op->b, 1);
  Lanes<i32> c(w, op->c, 2);
  const bool clamp = op->flags & kClamp;
  store_lanes(w, op->dst, [&](int i) { return mixed_dot<A, B, Bits>(a[i], b[i], c[i], clamp); });
  return op + 1;
}
template <int Bits> const Op* dot_by_sign(Wave& w, const Op* op) {
  switch (op->flags >> 6 & 3) {
  case 0: return mixed_dot_op<u32, u32, Bits>(w, op);
  case 1: return mixed_dot_op<i32, u32, Bits>(w, op);
  case 2: return mixed_dot_op<u32, i32, Bits>(w, op);
  default: return mixed_dot_op<i32, i32, Bits>(w, op);
  }
}

// Exchanges halves of registers: op_sel says which of the source, kOpSelDst which of the destination.
const Op* swap_halves(Wave& w, const Op* op) {
  u32 *d = w.v[op->dst].lane, *s = w.v[op->a.index].lane;
  const int to = op->flags & kOpSelDst ? 16 : 0, from = op->flags & 1 ? 16 : 0;
  for (int i = 0; i < kLanes; ++i) {
    if (!w.exec_rows.lane[i]) continue;
    const u32 x = d[i] >> to & 0xffff, y = s[i] >> from & 0xffff;
    d[i] = (d[i] & ~(0xffffu << to)) | y << to;
    s[i] = (s[i] & ~(0xffffu << from)) | x << from;
  }
  return op + 1;
}
const Op* cndmask16(Wave& w, const Op* op) {
  Lanes<u16> a(w, op->a, 0), b(w, op->b, 1);
  const uint64_t mask = scalar_mask(w, op->c);
  store_lanes(w, op->dst, [&](int i) { return low(mask >> i & 1 ? b[i] : a[i]); });
  return op + 1;
}

// Two signed halves to bytes: negative to 0, above 255 to 255.
u32 saturate_bytes(u32 a) {
  const auto byte = [](u32 half) {
    return static_cast<u32>(std::clamp<i32>(static_cast<i16>(half), 0, 255));
  };
  return byte(a) | byte(a >> 16) << 8;
}

// The multiply-adds that gfx9 added keep the destination's upper half.
template <class T, auto F> const Op* ternary_low(Wave& w, const Op* op) {
  Lanes<T> a(w, op->a, 0), b(w, op->b, 1), c(w, op->c, 2);
  const u32* old = w.v[op->dst].lane;
  store_lanes(w, op->dst,
              [&](int i) { return (old[i] & 0xffff0000u) | static_cast<u16>(F(a[i], b[i], c[i])); });
  WL_NEXT(w, op);
}

constexpr Semantics kTable[] = {
    {"v_add_u16", clampable<binary<u16, kAdd>, binary<u16, kAddSat>>, 1, Mod::none, true},
    {"v_sub_u16", clampable<binary<u16, kSub>, binary<u16, kSubSat>>, 1, Mod::none, true},
    {"v_subrev_u16", clampable<binary<u16, kSubrev>, binary<u16, kSubrevSat>>, 1, Mod::none, true},
    {"v_add_i16", clampable<binary<u16, kAdd>, binary<i16, kAddSatSigned>>, 1, Mod::none, true},
    {"v_sub_i16", clampable<binary<u16, kSub>, binary<i16, kSubSatSigned>>, 1, Mod::none, true},
    {"v_mul_lo_u16", clampable<binary<u16, kMul>, binary<u16, kMulSat>>, 1, Mod::none, true},
    {"v_mad_u16", clampable<ternary_low<u16, kMad>, ternary_low<u16, kMadSat>>, 1, Mod::none, true},
    {"v_mad_i16", clampable<ternary_low<u16, kMad>, ternary_low<i16, kMadSatSigned>>, 1, Mod::none, true},
    {"v_mad_legacy_u16", clampable<ternary<u16, kMad>, ternary<u16, kMadSat>>, 1, Mod::none, true},
    {"v_mad_legacy_i16", clampable<ternary<u16, kMad>, ternary<i16, kMadSatSigned>>, 1, Mod::none, true},
    {"v_mad_u32_u16",
     clampable<ternary<u16, [](u16 a, u16 b, u32 c) { return u32{a} * b + c; }, u16, u32>,
               ternary<u16, [](u16 a, u16 b, u32 c) { return saturate_dot<u32>(i64{a} * b + c); }, u16, u32>>,
     1, Mod::none, true},
    {"v_mad_i32_i16",
     clampable<
         ternary<i16, [](i16 a, i16 b, i32 c) { return static_cast<u32>(i32{a} * b) + static_cast<u32>(c); },
                 i16, i32>,
         ternary<i16, [](i16 a, i16 b, i32 c) { return saturate_dot<i32>(i64{a} * b + c); }, i16, i32>>,
     1, Mod::none, true},
    {"v_lshlrev_b16", binary<u16, kShl>},
    {"v_lshrrev_b16", binary<u16, kShr>},
    {"v_ashrrev_i16", binary<i16, kSar>},
    {"v_min_u16", binary<u16, kMin>},
    {"v_max_u16", binary<u16, kMax>},
    {"v_min_i16", binary<i16, kMin>},
    {"v_max_i16", binary<i16, kMax>},
    {"v_min3_u16", ternary<u16, least_of_three<u16>>},
    {"v_max3_u16", ternary<u16, greatest_of_three<u16>>},
    {"v_med3_u16", ternary<u16, middle_of_three<u16>>},
    {"v_min3_i16", ternary<i16, least_of_three<i16>>},
    {"v_max3_i16", ternary<i16, greatest_of_three<i16>>},
    {"v_med3_i16", ternary<i16, middle_of_three<i16>>},
    // gfx11
    {"v_mov_b16", unary<u16, [](u16 a) { return a; }>},
    {"v_not_b16", unary<u16, [](u16 a) { return low(~a); }>},
    {"v_and_b16", binary<u16, [](u16 a, u16 b) { return low(a & b); }>},
    {"v_or_b16", binary<u16, [](u16 a, u16 b) { return low(a | b); }>},
    {"v_xor_b16", binary<u16, [](u16 a, u16 b) { return low(a ^ b); }>},
    {"v_cndmask_b16", cndmask16, 1, Mod::f16},
    {"v_swap_b16", swap_halves, 1, Mod::packed},
    {"v_cvt_i32_i16", unary<i16, [](i16 a) { return i32{a}; }>},
    {"v_cvt_u32_u16", unary<u16, [](u16 a) { return u32{a}; }>},
    {"v_sat_pk_u8_i16", unary<u32, saturate_bytes>},
    // Packed
    {"v_pk_add_u16", clampable<packed2<u16, kAdd>, packed2<u16, kAddSat>>, 1, Mod::packed, true},
    {"v_pk_sub_u16", clampable<packed2<u16, kSub>, packed2<u16, kSubSat>>, 1, Mod::packed, true},
    {"v_pk_add_i16", clampable<packed2<u16, kAdd>, packed2<i16, kAddSatSigned>>, 1, Mod::packed, true},
    {"v_pk_sub_i16", clampable<packed2<u16, kSub>, packed2<i16, kSubSatSigned>>, 1, Mod::packed, true},
    {"v_pk_mul_lo_u16", clampable<packed2<u16, kMul>, packed2<u16, kMulSat>>, 1, Mod::packed, true},
    {"v_pk_mad_u16", clampable<packed3<u16, kMad>, packed3<u16, kMadSat>>, 1, Mod::packed, true},
    {"v_pk_mad_i16", clampable<packed3<u16, kMad>, packed3<i16, kMadSatSigned>>, 1, Mod::packed, true},
    {"v_pk_lshlrev_b16", packed2<u16, kShl>, 1, Mod::packed},
    {"v_pk_lshrrev_b16", packed2<u16, kShr>, 1, Mod::packed},
    {"v_pk_ashrrev_i16", packed2<i16, kSar>, 1, Mod::packed},
    {"v_pk_min_u16", packed2<u16, kMin>, 1, Mod::packed},
    {"v_pk_max_u16", packed2<u16, kMax>, 1, Mod::packed},
    {"v_pk_min_i16", packed2<i16, kMin>, 1, Mod::packed},
    {"v_pk_max_i16", packed2<i16, kMax>, 1, Mod::packed},
    // Dot products
    {"v_dot2_i32_i16", dot2<i32, i16>, 1, Mod::packed, true},
    {"v_dot2_u32_u16", dot2<u32, u16>, 1, Mod::packed, true},
    {"v_dot4_i32_i8", dot<i32, 8>, 1, Mod::packed, true},
    {"v_dot4_u32_u8", dot<u32, 8>, 1, Mod::packed, true},
    {"v_dot8_i32_i4", dot<i32, 4>, 1, Mod::packed, true},
    {"v_dot8_u32_u4", dot<u32, 4>, 1, Mod::packed, true},
    {"v_dot4_i32_iu8", dot_by_sign<8>, 1, Mod::packed, true},
    {"v_dot8_i32_iu4", dot_by_sign<4>, 1, Mod::packed, true},
    {"v_dot2c_i32_i16", dot_accumulate<16>, 1, Mod::packed, true},
    {"v_dot4c_i32_i8", dot_accumulate<8>, 1, Mod::packed, true},
    {"v_dot8c_i32_i4", dot_accumulate<4>, 1, Mod::packed, true},
};

} // namespace

std::span<const Semantics> vop_int16_table() { return kTable; }

} // namespace wavelift::soft::WAVE
