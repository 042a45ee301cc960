// Vector ALU on 32- and 64-bit integers: arithmetic, bit operations, moves, selection.
#include "soft/isa/blocks.h"
#include "soft/isa/int_lanes.h"
#include <algorithm>

namespace wavelift::soft::WAVE {
namespace {

using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

// Arithmetic that has a saturating form: wraps without the clamp modifier.
constexpr auto kAdd = [](u32 a, u32 b) { return a + b; };
constexpr auto kSub = [](u32 a, u32 b) { return a - b; };
constexpr auto kSubrev = [](u32 a, u32 b) { return b - a; };
constexpr auto kAddSat = [](u32 a, u32 b) {
  u32 r = a + b;
  return r < a ? ~0u : r;
};
constexpr auto kSubSat = [](u32 a, u32 b) { return a > b ? a - b : 0u; };
constexpr auto kSubrevSat = [](u32 a, u32 b) { return b > a ? b - a : 0u; };
i32 saturate_signed(i64 x) { return static_cast<i32>(std::clamp<i64>(x, INT32_MIN, INT32_MAX)); }
constexpr auto kAddSatSigned = [](i32 a, i32 b) { return saturate_signed(i64{a} + b); };
constexpr auto kSubSatSigned = [](i32 a, i32 b) { return saturate_signed(i64{a} - b); };

u32 low24(u32 x) { return x & 0xffffff; }
i32 sext24(u32 x) { return static_cast<i32>(x << 8) >> 8; }

// dst = sum, sdst = carries of the lanes of EXEC. With clamp a result that wraps becomes the limit.
template <class A, bool CarryIn, int Form> const Op* carry_out_form(Wave& w, const Op* op) {
  const DwordSource<Form, 1> a(w, op->a);
  const DwordSource<Form, 2> b(w, op->b);
  const MaskLanes c(CarryIn ? scalar_mask(w, op->c) : 0);
  const bool clamp = op->flags & kClamp;
  const RowWriter out(w, op->dst);
  const u64 carries = signs_of_lanes([&](int i) {
    const Dwords x = a(i), y = b(i);
    Dwords r = A::sum(x, y, CarryIn ? reinterpret_cast<Dwords>(c.all(i)) : Dwords{});
    const Dwords carry = A::carry(x, y, r);
    if (clamp) {
      const Dwords over = ~(carry >> 31) + 1;
      r = (r & ~over) | (over & A::kLimit);
    }
    out(i, r);
    return carry;
  });
  w.set_mask(op->sdst, carries & w.exec());
  WL_NEXT(w, op);
}
template <class A, bool CarryIn> struct CarryOutForms {
  template <int Form> static constexpr Handler handler = carry_out_form<A, CarryIn, Form>;
};
template <class A, bool CarryIn> constexpr Operation carry_out = with_forms<CarryOutForms<A, CarryIn>>(2);

// dst = a * b + c in 64 bits; sdst = bit 64 of the exact sum.
struct UnsignedMad {
  static Qwords product(Qwords a, Qwords b) {
    return reinterpret_cast<Qwords>(
        _mm256_mul_epu32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
  }
  static Qwords top(Qwords p, Qwords c, Qwords r) {
    return (p & c) | ((p | c) & ~r);
  } // the carry, in the sign
  static Qwords overflow(Qwords p, Qwords c, Qwords r) { return top(p, c, r); }
  static Qwords limit(Qwords c) { return c | ~c; }
};
struct SignedMad {
  static Qwords product(Qwords a, Qwords b) {
    return reinterpret_cast<Qwords>(
        _mm256_mul_epi32(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
  }
  static Qwords overflow(Qwords p, Qwords c, Qwords r) { return (p ^ r) & (c ^ r); }
  static Qwords top(Qwords p, Qwords c, Qwords r) { return r ^ overflow(p, c, r); } // the exact sum's sign
  // A sum overflows towards the sign that both addends have.
  static Qwords limit(Qwords c) { return (c >> 63) + 0x7fffffffffffffffull; }
};
template <class M> const Op* mad_wide(Wave& w, const Op* op) {
  const QwordSource<false> a(w, op->a, 0), b(w, op->b, 1);
  const QwordSource<true> c(w, op->c, 2);
  const bool clamp = op->flags & kClamp;
  const QwordWriter out(w, op->dst);
  const auto saturate = [](Qwords r, Qwords overflow, Qwords limit) {
    const Qwords over = ~(overflow >> 63) + 1;
    return (r & ~over) | (limit & over);
  };
  const u64 tops = signs_of_lanes([&](int i) {
    const Qwords p0 = M::product(a.even(i), b.even(i)), p1 = M::product(a.odd(i), b.odd(i));
    const Qwords c0 = c.even(i), c1 = c.odd(i);
    Qwords r0 = p0 + c0, r1 = p1 + c1;
    const Dwords top = high_dwords(M::top(p0, c0, r0), M::top(p1, c1, r1));
    if (clamp) {
      r0 = saturate(r0, M::overflow(p0, c0, r0), M::limit(c0));
      r1 = saturate(r1, M::overflow(p1, c1, r1), M::limit(c1));
    }
    out(i, r0, r1);
    return top;
  });
  w.set_mask(op->sdst, tops & w.exec());
  WL_NEXT(w, op);
}

constexpr auto copy_dword = [](u32 a) { return a; };
constexpr Operation copy = unary<u32, copy_dword>;

// A scalar or a constant is as common here as a register.
const Op* move_shared(Wave& w, const Op* op) {
  if (!w.exec_full) WL_BECOME(unary_form<u32, copy_dword, 1>(w, op));
  broadcast(w.v[op->dst], *shared_dword(w, op->a));
  WL_NEXT(w, op);
}
constexpr Operation kMove{copy.any, 1, {copy.form[0], move_shared}};

const Op* swap(Wave& w, const Op* op) {
  Row old = w.v[op->dst];
  Lanes<u32> a(w, op->a, 0);
  store_lanes(w, op->dst, [&](int i) { return a[i]; });
  store_lanes(w, op->a.index, [&](int i) { return old.lane[i]; });
  WL_NEXT(w, op);
}

// Register numbers relative to M0, which gfx9 has another way for (gpr_index.cpp).
const Op* movrel(Wave& w, const Op* op, u32 source, u32 destination) {
  Op x = *op;
  x.a.index = static_cast<uint16_t>((x.a.index + source) & 0xff);
  x.dst = static_cast<uint16_t>((x.dst + destination) & 0xff);
  execute(w, copy, x);
  return op + 1;
}
const Op* movrels(Wave& w, const Op* op) { return movrel(w, op, w.s[kM0], 0); }
// Its source need not be a register.
const Op* movreld(Wave& w, const Op* op) {
  Op x = *op;
  x.dst = static_cast<uint16_t>((x.dst + w.s[kM0]) & 0xff);
  execute(w, copy, x);
  return op + 1;
}
const Op* movrelsd(Wave& w, const Op* op) { return movrel(w, op, w.s[kM0], w.s[kM0]); }
const Op* movrelsd_2(Wave& w, const Op* op) { return movrel(w, op, w.s[kM0] & 0x3ff, w.s[kM0] >> 16 & 0x3ff); }
const Op* swaprel(Wave& w, const Op* op) {
  Op x = *op;
  x.a.index = static_cast<uint16_t>((x.a.index + (w.s[kM0] & 0x3ff)) & 0xff);
  x.dst = static_cast<uint16_t>((x.dst + (w.s[kM0] >> 16 & 0x3ff)) & 0xff);
  execute(w, swap, x);
  return op + 1;
}

// op_sel bit 0 chooses the half of a that becomes the low result, bit 1 the half of b that becomes the high
// one.
const Op* pk_mov(Wave& w, const Op* op) {
  const LanePtr a = rows_of<true>(w, op->a, 0), b = rows_of<true>(w, op->b, 1);
  Row high;
  std::copy_n(op->flags & 2 ? b.hi : b.lo, kLanes, high.lane);
  const u32* low = op->flags & 1 ? a.hi : a.lo;
  store_lanes(w, op->dst, [&](int i) { return low[i]; });
  store_lanes(w, op->dst + 1, [&](int i) { return high.lane[i]; });
  WL_NEXT(w, op);
}

// b in the lanes whose sign is set, else a. Of a choice that is stored where `a` was loaded the compiler would make a masked
// store, which AMD's processors carry out lane by lane: hence the empty asm.
__m256i choose(__m256i signs, __m256i a, __m256i b) {
  __m256 r = _mm256_blendv_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), _mm256_castsi256_ps(signs));
  asm("" : "+x"(r));
  return _mm256_castps_si256(r);
}

template <int Form> const Op* cndmask_form(Wave& w, const Op* op) {
  const DwordSource<Form, 1> a(w, op->a);
  const DwordSource<Form, 2> b(w, op->b);
  const u64 mask = scalar_mask(w, op->c);
  u32* const d = w.v[op->dst].lane;
  auto row = [](const Dwords& x) { return reinterpret_cast<__m256i>(x); };
  // A choice between the destination and another source only changes lanes, often few or none: lanes that are off are among
  // those that stay.
  const auto keeps = [&](const Src& s) { return s.kind == Src::Kind::vector && s.index == op->dst; };
  const auto change = [&](u64 changed, auto to) {
    if (changed == 0) return;
    const MaskLanes lanes(changed);
    for (int i = 0; i < kLanes; i += 8) {
      auto* p = reinterpret_cast<__m256i*>(d + i);
      _mm256_store_si256(p, choose(lanes.signs(i), _mm256_load_si256(p), row(to(i))));
    }
  };
  if (keeps(op->a)) {
    change(mask & w.exec(), b);
    WL_NEXT(w, op);
  }
  if (keeps(op->b)) {
    change(~mask & w.exec(), a);
    WL_NEXT(w, op);
  }
  const RowWriter out(w, op->dst);
  const MaskLanes lanes(mask);
  for (int i = 0; i < kLanes; i += 8) out(i, reinterpret_cast<Dwords>(choose(lanes.signs(i), row(a(i)), row(b(i)))));
  WL_NEXT(w, op);
}
struct CndmaskForms {
  template <int Form> static constexpr Handler handler = cndmask_form<Form>;
};
constexpr Operation cndmask = with_forms<CndmaskForms>(2);

u32 bfe_u(u32 x, u32 offset, u32 width) { return x >> (offset & 31) & ((1u << (width & 31)) - 1); }
i32 bfe_i(u32 x, u32 offset, u32 width) {
  const u32 o = offset & 31, n = width & 31, top = std::min(o + n, 32u);
  const i32 r = static_cast<i32>(x << ((32 - top) & 31)) >> ((32 - n) & 31);
  // A field that reaches past bit 31 ends there.
  const i32 past = static_cast<i32>(x) >> o;
  return n == 0 ? 0 : o + n >= 32 ? past : r;
}
u32 align_bits(u32 high, u32 low, u32 shift) { return static_cast<u32>((u64{high} << 32 | low) >> shift); }

u32 clz(u32 x) { return x == 0 ? ~0u : static_cast<u32>(std::countl_zero(x)); }
u32 ctz(u32 x) { return x == 0 ? ~0u : static_cast<u32>(std::countr_zero(x)); }

// Sums of absolute differences over the bytes of a and b; Masked leaves out bytes where b is 0.
template <bool Masked = false> u32 sad_bytes(u32 a, u32 b) {
  u32 sum = 0;
  for (int k = 0; k < 32; k += 8) {
    const i32 x = static_cast<i32>(a >> k & 0xff), y = static_cast<i32>(b >> k & 0xff);
    const u32 d = static_cast<u32>(std::abs(x - y));
    sum += Masked && y == 0 ? 0u : d;
  }
  return sum;
}
u32 sad_halves(u32 a, u32 b) {
  const i32 low = static_cast<i32>(a & 0xffff) - static_cast<i32>(b & 0xffff);
  const i32 high = static_cast<i32>(a >> 16) - static_cast<i32>(b >> 16);
  return static_cast<u32>(std::abs(low)) + static_cast<u32>(std::abs(high));
}
u32 add_sat(u32 a, u32 b) { return kAddSat(a, b); }

// A sum with c whose saturating form only differs in the addition.
template <auto F>
constexpr Operation kAccumulate =
    clampable<ternary<u32, [](u32 a, u32 b, u32 c) { return F(a, b) + c; }>,
              ternary<u32, [](u32 a, u32 b, u32 c) { return add_sat(F(a, b), c); }>>;

// Four windows of a (bytes k..k+3) against b, each added to its 16 bits of c.
template <bool Masked> u64 quad_sad(u64 a, u32 b, u64 c, bool saturate) {
  u64 r = 0;
  for (int k = 0; k < 4; ++k) {
    u32 s = sad_bytes<Masked>(static_cast<u32>(a >> (8 * k)), b) + static_cast<u32>(c >> (16 * k) & 0xffff);
    if (saturate) s = std::min(s, 0xffffu);
    r |= u64{s & 0xffff} << (16 * k);
  }
  return r;
}
template <bool Masked> const Op* qsad_u16(Wave& w, const Op* op) {
  Lanes<u64> a(w, op->a, 0), c(w, op->c, 2);
  Lanes<u32> b(w, op->b, 1);
  const bool saturate = op->flags & kClamp;
  store_lanes(w, op->dst, [&](int i) { return quad_sad<Masked>(a[i], b[i], c[i], saturate); });
  WL_NEXT(w, op);
}
// The same with four 32-bit sums: c and dst are four registers wide.
const Op* mqsad_u32(Wave& w, const Op* op) {
  Lanes<u64> a(w, op->a, 0);
  const Lanes<u32> b(w, op->b, 1);
  Row selector, sums[4];
  for (int i = 0; i < kLanes; ++i) selector.lane[i] = b[i];
  for (int k = 0; k < 4; ++k) {
    const bool vector = op->c.kind == Src::Kind::vector;
    for (int i = 0; i < kLanes; ++i) {
      const u32 c = vector ? w.v[op->c.index + k].lane[i] : scalar32(w, op->c);
      const u32 s = sad_bytes<true>(static_cast<u32>(a[i] >> (8 * k)), selector.lane[i]);
      sums[k].lane[i] = op->flags & kClamp ? add_sat(s, c) : s + c;
    }
  }
  for (int k = 0; k < 4; ++k) store_lanes(w, op->dst + k, [&](int i) { return sums[k].lane[i]; });
  WL_NEXT(w, op);
}

u32 lerp_bytes(u32 a, u32 b, u32 round) {
  u32 r = 0;
  for (int k = 0; k < 32; k += 8) r |= ((a >> k & 0xff) + (b >> k & 0xff) + (round >> k & 1)) >> 1 << k;
  return r;
}

// One byte of v_perm_b32: 0-7 a byte of {a, b} (b is the low half), 8-11 a sign, 12 zero, above that ones.
u32 permute_byte(u32 a, u32 b, u32 select) {
  const u32 from = select & 4 ? a : b;
  const u32 byte = from >> ((select & 3) * 8) & 0xff;
  const u32 signed_from = select & 2 ? a : b;
  const u32 sign = (signed_from >> (select & 1 ? 31 : 15) & 1) * 0xff;
  return select < 8 ? byte : select < 12 ? sign : select == 12 ? 0u : 0xffu;
}
u32 permute_bytes(u32 a, u32 b, u32 select) {
  return permute_byte(a, b, select & 0xff) | permute_byte(a, b, select >> 8 & 0xff) << 8 |
         permute_byte(a, b, select >> 16 & 0xff) << 16 | permute_byte(a, b, select >> 24) << 24;
}
// The selector is most often a scalar; then each byte comes from one source, by one shift, in all lanes.
const Op* permute(Wave& w, const Op* op) {
  if (op->c.kind == Src::Kind::vector) WL_BECOME(ternary<u32, permute_bytes>.any(w, op));
  const u32* a = rows_of<false>(w, op->a, 0).lo;
  const u32* b = rows_of<false>(w, op->b, 1).lo;
  const u32 select = scalar32(w, op->c);
  const u32* from[4];
  int shift[4];
  u32 keep[4], set[4];
  for (int k = 0; k < 4; ++k) {
    const u32 s = select >> (8 * k) & 0xff;
    if (s >= 8 && s < 12) WL_BECOME(ternary<u32, permute_bytes>.any(w, op)); // signs
    from[k] = s & 4 ? a : b;
    shift[k] = static_cast<int>(s & 3) * 8;
    keep[k] = s < 8 ? 0xff : 0;
    set[k] = s > 12 ? 0xff : 0;
  }
  store_lanes(w, op->dst, [&](int i) {
    u32 r = 0;
    for (int k = 0; k < 4; ++k) r |= ((from[k][i] >> shift[k] & keep[k]) | set[k]) << (8 * k);
    return r;
  });
  WL_NEXT(w, op);
}

constexpr Semantics kTable[] = {
    // Moves and selection
    {"v_mov_b32", kMove},
    {"v_accvgpr_read_b32", kMove},
    {"v_accvgpr_write_b32", kMove},
    {"v_accvgpr_mov_b32", kMove},
    {"v_mov_b64", unary<u64, [](u64 a) { return a; }>},
    {"v_pk_mov_b32", pk_mov, 1, Mod::packed},
    {"v_swap_b32", swap},
    {"v_movrels_b32", movrels},
    {"v_movreld_b32", movreld},
    {"v_movrelsd_b32", movrelsd},
    {"v_movrelsd_2_b32", movrelsd_2},
    {"v_swaprel_b32", swaprel},
    {"v_cndmask_b32", cndmask, 1, Mod::f32},
    {"v_nop", nothing, 0},
    {"v_pipeflush", nothing, 0},
    {"v_clrexcp", nothing, 0},
    // Addition and subtraction
    {"v_add_u32", clampable<binary<u32, kAdd>, binary<u32, kAddSat>>, 1, Mod::none, true},
    {"v_sub_u32", clampable<binary<u32, kSub>, binary<u32, kSubSat>>, 1, Mod::none, true},
    {"v_subrev_u32", clampable<binary<u32, kSubrev>, binary<u32, kSubrevSat>>, 1, Mod::none, true},
    {"v_add_i32", clampable<binary<u32, kAdd>, binary<i32, kAddSatSigned>>, 1, Mod::none, true},
    {"v_sub_i32", clampable<binary<u32, kSub>, binary<i32, kSubSatSigned>>, 1, Mod::none, true},
    {"v_add_co_u32", carry_out<AddCarry, false>, 2, Mod::none, true},
    {"v_sub_co_u32", carry_out<SubBorrow, false>, 2, Mod::none, true},
    {"v_subrev_co_u32", carry_out<SubrevBorrow, false>, 2, Mod::none, true},
    {"v_addc_co_u32", carry_out<AddCarry, true>, 2, Mod::none, true},
    {"v_subb_co_u32", carry_out<SubBorrow, true>, 2, Mod::none, true},
    {"v_subbrev_co_u32", carry_out<SubrevBorrow, true>, 2, Mod::none, true},
    {"v_add3_u32", ternary<u32, [](u32 a, u32 b, u32 c) { return a + b + c; }>},
    {"v_xad_u32", ternary<u32, [](u32 a, u32 b, u32 c) { return (a ^ b) + c; }>},
    {"v_lshl_add_u32", ternary<u32, [](u32 a, u32 b, u32 c) { return (a << (b & 31)) + c; }>},
    {"v_add_lshl_u32", ternary<u32, [](u32 a, u32 b, u32 c) { return (a + b) << (c & 31); }>},
    {"v_lshl_add_u64",
     blockwise<[](U64 a, U32 b, U64 c) { return (a << convert<U64>(b & 7)) + c; }>},
    // Multiplication
    {"v_mul_lo_u32", binary<u32, [](u32 a, u32 b) { return a * b; }>},
    {"v_mul_hi_u32", binary<u32, [](u32 a, u32 b) { return static_cast<u32>(u64{a} * b >> 32); }>},
    {"v_mul_hi_i32", binary<i32, [](i32 a, i32 b) { return static_cast<u32>(i64{a} * b >> 32); }>},
    {"v_mul_u32_u24", binary<u32, [](u32 a, u32 b) { return low24(a) * low24(b); }>},
    {"v_mul_hi_u32_u24",
     binary<u32, [](u32 a, u32 b) { return static_cast<u32>(u64{low24(a)} * low24(b) >> 32); }>},
    {"v_mul_i32_i24",
     binary<u32, [](u32 a, u32 b) { return static_cast<u32>(sext24(a)) * static_cast<u32>(sext24(b)); }>},
    {"v_mul_hi_i32_i24",
     binary<u32, [](u32 a, u32 b) { return static_cast<u32>(i64{sext24(a)} * sext24(b) >> 32); }>},
    {"v_mad_u32_u24",
     clampable<ternary<u32, [](u32 a, u32 b, u32 c) { return low24(a) * low24(b) + c; }>,
               ternary<u32,
                       [](u32 a, u32 b, u32 c) {
                         return static_cast<u32>(std::min<u64>(u64{low24(a)} * low24(b) + c, ~0u));
                       }>>,
     1, Mod::none, true},
    {"v_mad_i32_i24",
     clampable<
         ternary<u32, [](u32 a, u32 b,
                         u32 c) { return static_cast<u32>(sext24(a)) * static_cast<u32>(sext24(b)) + c; }>,
         ternary<u32,
                 [](u32 a, u32 b, u32 c) {
                   return saturate_signed(i64{sext24(a)} * sext24(b) + static_cast<i32>(c));
                 }>>,
     1, Mod::none, true},
    {"v_mad_u64_u32", mad_wide<UnsignedMad>, 2, Mod::none, true},
    {"v_mad_i64_i32", mad_wide<SignedMad>, 2, Mod::none, true},
    // Minimum and maximum
    {"v_min_i32", binary<i32, [](i32 a, i32 b) { return std::min(a, b); }>},
    {"v_max_i32", binary<i32, [](i32 a, i32 b) { return std::max(a, b); }>},
    {"v_min_u32", binary<u32, [](u32 a, u32 b) { return std::min(a, b); }>},
    {"v_max_u32", binary<u32, [](u32 a, u32 b) { return std::max(a, b); }>},
    {"v_min3_i32", ternary<i32, least_of_three<i32>>},
    {"v_max3_i32", ternary<i32, greatest_of_three<i32>>},
    {"v_med3_i32", ternary<i32, middle_of_three<i32>>},
    {"v_maxmin_i32", ternary<i32, [](i32 a, i32 b, i32 c) { return std::min(std::max(a, b), c); }>},
    {"v_minmax_i32", ternary<i32, [](i32 a, i32 b, i32 c) { return std::max(std::min(a, b), c); }>},
    {"v_maxmin_u32", ternary<u32, [](u32 a, u32 b, u32 c) { return std::min(std::max(a, b), c); }>},
    {"v_minmax_u32", ternary<u32, [](u32 a, u32 b, u32 c) { return std::max(std::min(a, b), c); }>},
    {"v_min3_u32", ternary<u32, least_of_three<u32>>},
    {"v_max3_u32", ternary<u32, greatest_of_three<u32>>},
    {"v_med3_u32", ternary<u32, middle_of_three<u32>>},
    // Logic
    {"v_and_b32", binary<u32, [](u32 a, u32 b) { return a & b; }>},
    {"v_or_b32", binary<u32, [](u32 a, u32 b) { return a | b; }>},
    {"v_xor_b32", binary<u32, [](u32 a, u32 b) { return a ^ b; }>},
    {"v_xor3_b32", ternary<u32, [](u32 a, u32 b, u32 c) { return a ^ b ^ c; }>},
    {"v_xnor_b32", binary<u32, [](u32 a, u32 b) { return ~(a ^ b); }>},
    {"v_not_b32", unary<u32, [](u32 a) { return ~a; }>},
    {"v_and_or_b32", ternary<u32, [](u32 a, u32 b, u32 c) { return (a & b) | c; }>},
    {"v_or3_b32", ternary<u32, [](u32 a, u32 b, u32 c) { return a | b | c; }>},
    {"v_lshl_or_b32", ternary<u32, [](u32 a, u32 b, u32 c) { return a << (b & 31) | c; }>},
    // Shifts; the "rev" forms take the amount first
    {"v_lshlrev_b32", binary<u32, [](u32 a, u32 b) { return b << (a & 31); }>},
    {"v_lshrrev_b32", binary<u32, [](u32 a, u32 b) { return b >> (a & 31); }>},
    {"v_ashrrev_i32", binary<u32, [](u32 a, i32 b) { return b >> (a & 31); }, i32>},
    {"v_lshlrev_b64", blockwise<[](U32 a, U64 b) { return b << convert<U64>(a & 63); }>},
    {"v_lshrrev_b64", blockwise<[](U32 a, U64 b) { return b >> convert<U64>(a & 63); }>},
    {"v_ashrrev_i64", blockwise<[](U32 a, I64 b) { return b >> convert<I64>(a & 63); }>},
    {"v_alignbit_b32", ternary<u32, [](u32 a, u32 b, u32 c) { return align_bits(a, b, c & 31); }>},
    {"v_alignbyte_b32", ternary<u32, [](u32 a, u32 b, u32 c) { return align_bits(a, b, (c & 3) * 8); }>},
    // Bit fields and bit searches
    {"v_bfe_u32", ternary<u32, bfe_u>},
    {"v_bfe_i32", ternary<u32, bfe_i>},
    {"v_bfi_b32", ternary<u32, [](u32 a, u32 b, u32 c) { return (a & b) | (~a & c); }>},
    {"v_bfm_b32", binary<u32, [](u32 a, u32 b) { return ((1u << (a & 31)) - 1) << (b & 31); }>},
    {"v_bfrev_b32", unary<u32, [](u32 a) { return __builtin_bitreverse32(a); }>},
    {"v_bcnt_u32_b32", binary<u32, [](u32 a, u32 b) { return static_cast<u32>(std::popcount(a)) + b; }>},
    {"v_ffbh_u32", unary<u32, clz>},
    {"v_ffbh_i32", unary<u32, [](u32 a) { return clz(a ^ static_cast<u32>(static_cast<i32>(a) >> 31)); }>},
    {"v_ffbl_b32", unary<u32, ctz>},
    // Bytes
    {"v_perm_b32", permute},
    {"v_lerp_u8", ternary<u32, lerp_bytes>},
    {"v_sad_u8", kAccumulate<sad_bytes<false>>, 1, Mod::none, true},
    {"v_sad_hi_u8", kAccumulate<[](u32 a, u32 b) { return sad_bytes(a, b) << 16; }>, 1, Mod::none, true},
    {"v_sad_u16", kAccumulate<sad_halves>, 1, Mod::none, true},
    {"v_sad_u32", kAccumulate<[](u32 a, u32 b) { return a > b ? a - b : b - a; }>, 1, Mod::none, true},
    {"v_msad_u8", kAccumulate<sad_bytes<true>>, 1, Mod::none, true},
    {"v_qsad_pk_u16_u8", qsad_u16<false>, 1, Mod::none, true},
    {"v_mqsad_pk_u16_u8", qsad_u16<true>, 1, Mod::none, true},
    {"v_mqsad_u32_u8", mqsad_u32, 1, Mod::none, true},
};

} // namespace

std::span<const Semantics> vop_int_table() { return kTable; }

} // namespace wavelift::soft::WAVE
