// Half precision: VOP1, VOP2 and VOP3 *_f16, packed f16, mixed precision (v_fma_mix) and dot products of
// halves. Sums and products are computed in float and rounded again, which gives the same as one rounding (24
// >= 2 * 11 + 2).
#include "soft/isa/division.h"

namespace wavelift::soft::WAVE {
namespace {

F64 widest(F16 x) { return convert<F64>(wide(x)); }
template <int Mode> F16 round_half(F16 x) {
  auto y = as<__m256>(wide(x));
  asm("" : "+x"(y)); // hides the conversion: rounding a half directly would be done lane by lane
  return narrow(as<F32>(_mm256_round_ps(y, Mode | _MM_FROUND_NO_EXC)));
}
// x - floor(x), kept below one also when it is rounded.
F16 fract_half(F16 x) {
  const F16 r = narrow(wide(x) - __builtin_elementwise_floor(wide(x)));
  return bits(r) == U16(0x3c00) ? as<F16>(U16(0x3bff)) : r;
}

// The product is exact in float; the sum is rounded to odd from its error term.
F16 fma_half(F16 a, F16 b, F16 c) {
  const F32 p = wide(a) * wide(b), q = wide(c);
  const F32 s = p + q, part = s - p;
  const F32 error = (p - (s - part)) + (q - part);
  const I32 inexact = (error < F32(0)) | (error > F32(0));
  return narrow(round_to_odd(s, inexact, (bits(s) ^ bits(error)) < U32(0x80000000u)));
}
// v_mac and v_mad round the product and know no denormals.
F16 mad_half(F16 a, F16 b, F16 c) {
  const F16 p = flush(narrow(wide(flush(a)) * wide(flush(b))));
  return flush(narrow(wide(p) + wide(flush(c))));
}
F16 ldexp(F16 x, I16 n) {
  I32 e = convert<I32>(n);
  e = __builtin_elementwise_min(__builtin_elementwise_max(e, I32(-60)), I32(60));
  return narrow(wide(x) * as<F32>((e + 127) << 23));
}
U32 pack(F16 low, F16 high) { return convert<U32>(as<U16>(low)) | convert<U32>(as<U16>(high)) << 16; }
// The gfx9 forms of three-source operations keep the upper half of the destination.
U32 keep_high(F16 low, U32 old) { return convert<U32>(as<U16>(low)) | (old & 0xffff0000u); }

F32 clamp01(F32 x) {
  F32 r = x > F32(0) ? x : F32(0);
  return r < F32(1) ? r : F32(1);
}

F16 half_of(U32 x, bool high) { return as<F16>(convert<U16>(high ? x >> 16 : x & 0xffffu)); }

// Packed: op_sel and op_sel_hi name the half of a source that the low and the high result read, neg_lo and
// neg_hi negate for either. Accumulates: the last argument is the destination.
template <auto F, bool Accumulates = false> const Op* packed(Wave& w, const Op* op) {
  constexpr size_t n = Calls<F>::arity;
  const uint32_t flags = Accumulates ? kOpSelDefault | (op->flags & kClamp) : op->flags;
  struct Source {
    const uint32_t* row;
    int shift[2];
    U32 sign[2];
  };
  std::array<Source, n> sources;
  for (size_t k = 0; k < n; ++k) {
    sources[k].row = Accumulates && k == n - 1 ? w.v[op->dst].lane
                                               : rows_of<false>(w, source_of(op, k), static_cast<int>(k)).lo;
    for (size_t h = 0; h < 2; ++h) {
      sources[k].shift[h] = flags >> (3 * h + k) & 1 ? 16 : 0;
      sources[k].sign[h] = (flags >> (6 + 3 * h + k) & 1) << 15;
    }
  }
  const Destination d(w, op->dst);
  [&]<size_t... K>(std::index_sequence<K...>) {
    for (int i = 0; i < kLanes; i += kBlock) {
      auto half = [&](const Source& s, int h) {
        const U32 x = as<U32>(_mm256_srl_epi32(load8(s.row + i), _mm_cvtsi32_si128(s.shift[h])));
        return as<F16>(convert<U16>((x ^ s.sign[h]) & 0xffffu));
      };
      F16 lo = F(half(sources[K], 0)...), hi = F(half(sources[K], 1)...);
      if (flags & kClamp) lo = narrow(clamp01(wide(lo))), hi = narrow(clamp01(wide(hi)));
      keep8<true>(d.lo + i, as<__m256i>(pack(lo, hi)), d.mask + i);
    }
  }(std::make_index_sequence<n>{});
  WL_NEXT(w, op);
}

// Mixed precision: op_sel_hi says that a source is a half, op_sel which one; neg_lo negates, neg_hi is abs.
enum class Mix { f32, low, high };
template <auto F, Mix To> const Op* mixed(Wave& w, const Op* op) {
  const uint32_t* row[3];
  for (size_t k = 0; k < 3; ++k) row[k] = rows_of<false>(w, source_of(op, k), static_cast<int>(k)).lo;
  const Destination d(w, op->dst);
  for (int i = 0; i < kLanes; i += kBlock) {
    auto source = [&](int k) {
      const U32 x = load_block<U32, false>({row[k], nullptr}, i);
      F32 r = as<F32>(x);
      if (op->flags >> (3 + k) & 1) r = wide(half_of(x, op->flags >> k & 1));
      if (op->flags >> (9 + k) & 1) r = magnitude(r);
      return op->flags >> (6 + k) & 1 ? -r : r;
    };
    F32 r = F(source(0), source(1), source(2));
    if (op->flags & kClamp) r = clamp01(r);
    U32 result = as<U32>(r);
    if constexpr (To != Mix::f32) {
      const U32 half = convert<U32>(as<U16>(narrow(r))), old = load_block<U32, false>({d.lo, nullptr}, i);
      result = To == Mix::low ? half | (old & 0xffff0000u) : half << 16 | (old & 0xffffu);
    }
    keep8<true>(d.lo + i, as<__m256i>(result), d.mask + i);
  }
  WL_NEXT(w, op);
}
constexpr auto kFma32 = [](F32 a, F32 b, F32 c) { return fma(a, b, c); };
constexpr auto kMad32 = [](F32 a, F32 b, F32 c) { return flush(flush(flush(a) * flush(b)) + flush(c)); };

// a.lo * b.lo + a.hi * b.hi + c in float; the products are exact, the sums rounded in this order: low, then
// high.
F32 dot2(F32 a_lo, F32 b_lo, F32 a_hi, F32 b_hi, F32 c) { return fma(a_hi, b_hi, fma(a_lo, b_lo, c)); }
struct Half {
  static F32 of(U32 x, bool high) { return wide(half_of(x, high)); }
};
struct Bfloat {
  static F32 of(U32 x, bool high) { return as<F32>(high ? x & 0xffff0000u : x << 16); }
};
template <class E> const Op* dot2_op(Wave& w, const Op* op) {
  const uint32_t* row[3];
  for (size_t k = 0; k < 3; ++k) row[k] = rows_of<false>(w, source_of(op, k), static_cast<int>(k)).lo;
  const Destination d(w, op->dst);
  for (int i = 0; i < kLanes; i += kBlock) {
    auto source = [&](int k, int h) {
      const F32 x = E::of(load_block<U32, false>({row[k], nullptr}, i), op->flags >> (3 * h + k) & 1);
      return op->flags >> (6 + 3 * h + k) & 1 ? -x : x;
    };
    F32 c = load_block<F32, false>({row[2], nullptr}, i);
    if (op->flags >> 8 & 1) c = -c;
    F32 r = dot2(source(0, 0), source(1, 0), source(0, 1), source(1, 1), c);
    if (op->flags & kClamp) r = clamp01(r);
    keep8<true>(d.lo + i, as<__m256i>(r), d.mask + i);
  }
  WL_NEXT(w, op);
}
template <class E> constexpr Operation kDot2c = accumulate<[](U32 a, U32 b, F32 d) {
  return dot2(E::of(a, false), E::of(b, false), E::of(a, true), E::of(b, true), d);
}>;

// The same with a 16-bit addend and result.
constexpr Operation kDot2Half = blockwise<[](U32 a, U32 b, F16 c) {
  return narrow(dot2(Half::of(a, false), Half::of(b, false), Half::of(a, true), Half::of(b, true), wide(c)));
}>;
constexpr Operation kDot2Bfloat = blockwise<[](U32 a, U32 b, U32 c) {
  return to_bfloat(dot2(Bfloat::of(a, false), Bfloat::of(b, false), Bfloat::of(a, true), Bfloat::of(b, true),
                        Bfloat::of(c, false)));
}>;

constexpr auto kMaxMin = [](F16 a, F16 b, F16 c) { return min_ieee(max_ieee(a, b), c); };
constexpr auto kMinMax = [](F16 a, F16 b, F16 c) { return max_ieee(min_ieee(a, b), c); };
constexpr auto kFma = blockwise<[](F16 a, F16 b, F16 c) { return fma_half(a, b, c); }>;
constexpr auto kMad = blockwise<[](F16 a, F16 b, F16 c) { return mad_half(a, b, c); }>;
constexpr auto kMax3 = [](F16 a, F16 b, F16 c) { return max_ieee(max_ieee(a, b), c); };
constexpr auto kMin3 = [](F16 a, F16 b, F16 c) { return min_ieee(min_ieee(a, b), c); };

constexpr Semantics kTable[] = {
    {"v_add_f16", blockwise<[](F16 a, F16 b) { return narrow(wide(a) + wide(b)); }>, 1, Mod::f16},
    {"v_sub_f16", blockwise<[](F16 a, F16 b) { return narrow(wide(a) - wide(b)); }>, 1, Mod::f16},
    {"v_subrev_f16", blockwise<[](F16 a, F16 b) { return narrow(wide(b) - wide(a)); }>, 1, Mod::f16},
    {"v_mul_f16", blockwise<[](F16 a, F16 b) { return narrow(wide(a) * wide(b)); }>, 1, Mod::f16},
    {"v_max_f16", blockwise<[](F16 a, F16 b) { return max_ieee(a, b); }>, 1, Mod::f16},
    {"v_min_f16", blockwise<[](F16 a, F16 b) { return min_ieee(a, b); }>, 1, Mod::f16},
    {"v_ldexp_f16", blockwise<[](F16 a, I16 b) { return ldexp(a, b); }>, 1, Mod::f16},

    {"v_mac_f16", accumulate<[](F16 a, F16 b, F16 d) { return mad_half(a, b, d); }>, 1, Mod::f16},
    {"v_madak_f16", kMad, 1, Mod::f16}, // a * b + literal
    {"v_madmk_f16", kMad, 1, Mod::f16}, // a * literal + c
    {"v_mad_legacy_f16", kMad, 1, Mod::f16},
    {"v_fma_legacy_f16", kFma, 1, Mod::f16},
    {"v_fmac_f16", accumulate<[](F16 a, F16 b, F16 d) { return fma_half(a, b, d); }>, 1, Mod::f16},
    {"v_fmaak_f16", kFma, 1, Mod::f16}, // a * b + literal
    {"v_fmamk_f16", kFma, 1, Mod::f16}, // a * literal + c
    {"v_maxmin_f16", blockwise<[](F16 a, F16 b, F16 c) { return kMaxMin(a, b, c); }>, 1, Mod::f16},
    {"v_minmax_f16", blockwise<[](F16 a, F16 b, F16 c) { return kMinMax(a, b, c); }>, 1, Mod::f16},
    {"v_div_fixup_legacy_f16", blockwise<[](F16 a, F16 b, F16 c) { return div_fixup(a, b, c); }>, 1,
     Mod::f16},
    {"v_mad_f16", accumulate<[](F16 a, F16 b, F16 c, U32 d) { return keep_high(mad_half(a, b, c), d); }>, 1,
     Mod::f16},
    {"v_fma_f16", accumulate<[](F16 a, F16 b, F16 c, U32 d) { return keep_high(fma_half(a, b, c), d); }>, 1,
     Mod::f16},
    {"v_div_fixup_f16",
     accumulate<[](F16 a, F16 b, F16 c, U32 d) { return keep_high(div_fixup(a, b, c), d); }>, 1, Mod::f16},
    {"v_max3_f16", accumulate<[](F16 a, F16 b, F16 c, U32 d) { return keep_high(kMax3(a, b, c), d); }>, 1,
     Mod::f16},
    {"v_min3_f16", accumulate<[](F16 a, F16 b, F16 c, U32 d) { return keep_high(kMin3(a, b, c), d); }>, 1,
     Mod::f16},
    {"v_med3_f16", accumulate<[](F16 a, F16 b, F16 c, U32 d) { return keep_high(med3_ieee(a, b, c), d); }>, 1,
     Mod::f16},
    {"v_pack_b32_f16", blockwise<[](F16 a, F16 b) { return pack(a, b); }>, 1, Mod::f16},

    {"v_rcp_f16", blockwise<[](F16 a) { return narrow(F32(1) / wide(a)); }>, 1, Mod::f16},
    {"v_sqrt_f16", blockwise<[](F16 a) { return narrow(square_root(wide(a))); }>, 1, Mod::f16},
    {"v_rsq_f16", blockwise<[](F16 a) { return to_half(F64(1) / square_root(widest(a))); }>, 1, Mod::f16},
    {"v_exp_f16", blockwise<[](F16 a) { return to_half(exp2_of(widest(a))); }>, 1, Mod::f16},
    {"v_log_f16", blockwise<[](F16 a) { return to_half(log2_of(widest(a))); }>, 1, Mod::f16},
    {"v_sin_f16", blockwise<[](F16 a) { return to_half(sin_revolutions(widest(a))); }>, 1, Mod::f16},
    {"v_cos_f16", blockwise<[](F16 a) { return to_half(cos_revolutions(widest(a))); }>, 1, Mod::f16},
    {"v_floor_f16", blockwise<[](F16 a) { return round_half<_MM_FROUND_TO_NEG_INF>(a); }>, 1, Mod::f16},
    {"v_ceil_f16", blockwise<[](F16 a) { return round_half<_MM_FROUND_TO_POS_INF>(a); }>, 1, Mod::f16},
    {"v_trunc_f16", blockwise<[](F16 a) { return round_half<_MM_FROUND_TO_ZERO>(a); }>, 1, Mod::f16},
    {"v_rndne_f16", blockwise<[](F16 a) { return round_half<_MM_FROUND_TO_NEAREST_INT>(a); }>, 1, Mod::f16},
    {"v_fract_f16", blockwise<[](F16 a) { return fract_half(a); }>, 1, Mod::f16},
    {"v_frexp_mant_f16", blockwise<[](F16 a) { return narrow(frexp_mantissa(wide(a))); }>, 1, Mod::f16},
    {"v_frexp_exp_i16_f16", blockwise<[](F16 a) { return convert<I16>(frexp_exponent(wide(a))); }>, 1,
     Mod::f16},

    {"v_pk_add_f16", packed<[](F16 a, F16 b) { return narrow(wide(a) + wide(b)); }>, 1, Mod::packed, true},
    {"v_pk_mul_f16", packed<[](F16 a, F16 b) { return narrow(wide(a) * wide(b)); }>, 1, Mod::packed, true},
    {"v_pk_fma_f16", packed<[](F16 a, F16 b, F16 c) { return fma_half(a, b, c); }>, 1, Mod::packed, true},
    {"v_pk_max_f16", packed<[](F16 a, F16 b) { return max_ieee(a, b); }>, 1, Mod::packed, true},
    {"v_pk_min_f16", packed<[](F16 a, F16 b) { return min_ieee(a, b); }>, 1, Mod::packed, true},
    {"v_pk_fmac_f16", packed<[](F16 a, F16 b, F16 d) { return fma_half(a, b, d); }, true>, 1, Mod::packed,
     true},

    {"v_fma_mix_f32", mixed<kFma32, Mix::f32>, 1, Mod::packed, true},
    {"v_fma_mixlo_f16", mixed<kFma32, Mix::low>, 1, Mod::packed, true},
    {"v_fma_mixhi_f16", mixed<kFma32, Mix::high>, 1, Mod::packed, true},
    {"v_mad_mix_f32", mixed<kMad32, Mix::f32>, 1, Mod::packed, true},
    {"v_mad_mixlo_f16", mixed<kMad32, Mix::low>, 1, Mod::packed, true},
    {"v_mad_mixhi_f16", mixed<kMad32, Mix::high>, 1, Mod::packed, true},

    {"v_dot2_f32_f16", dot2_op<Half>, 1, Mod::packed, true},
    {"v_dot2_f32_bf16", dot2_op<Bfloat>, 1, Mod::packed, true},
    {"v_dot2_f16_f16", kDot2Half},
    {"v_dot2_bf16_bf16", kDot2Bfloat},
    {"v_dot2c_f32_f16", kDot2c<Half>},
    {"v_dot2c_f32_bf16", kDot2c<Bfloat>},
};

} // namespace

std::span<const Semantics> vop_f16_table() { return kTable; }

} // namespace wavelift::soft::WAVE
