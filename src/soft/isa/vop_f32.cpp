// Single-precision arithmetic: VOP1, VOP2 and VOP3 *_f32, and the packed f32 operations of gfx90a.
#include "soft/isa/division.h"
#include "soft/isa/transcendental.h"

namespace wavelift::soft::WAVE {
namespace {

// v_mac and v_mad round the product and know no denormals. Where MODE flushes them the host's vector unit does.
constexpr auto mad = [](F32 a, F32 b, F32 c) { return flush(flush(flush(a) * flush(b)) + flush(c)); };
constexpr auto mad_flushing = [](F32 a, F32 b, F32 c) { return a * b + c; };
template <bool Accumulates> struct MadForms {
  template <int Form> static const Op* run(Wave& w, const Op* op) {
    const auto sources = blocks_for<mad, Accumulates, Form>(w, op);
    if ((w.mode & 0xff) == kFlushFloatMode)
      run_over<mad_flushing>(w, op, sources);
    else
      run_over<mad>(w, op, sources);
    WL_NEXT(w, op);
  }
  template <int Form> static constexpr Handler handler = run<Form>;
};
// DX9's product: zero times anything is zero.
F32 mul_legacy(F32 a, F32 b) { return ((a == F32(0)) | (b == F32(0))) ? F32(0) : a * b; }
F32 fma_legacy(F32 a, F32 b, F32 c) { return ((a == F32(0)) | (b == F32(0))) ? F32(0) + c : fma(a, b, c); }

// The approximations of the hardware, rounded correctly. They know no denormals.
F32 rcp(F32 x) { return flush(F32(1) / flush(x)); }
// Cube map faces: by the axis of the largest coordinate, z before y before x.
F32 by_major_axis(F32 x, F32 y, F32 z, F32 if_x, F32 if_y, F32 if_z) {
  const I32 is_z = (magnitude(z) >= magnitude(x)) & (magnitude(z) >= magnitude(y));
  const I32 is_y = magnitude(y) >= magnitude(x);
  return is_z ? if_z : is_y ? if_y : if_x;
}
F32 cube_id(F32 x, F32 y, F32 z) {
  auto face = [](F32 c, float positive) { return c < F32(0) ? F32(positive + 1) : F32(positive); };
  return by_major_axis(x, y, z, face(x, 0), face(y, 2), face(z, 4));
}
F32 cube_sc(F32 x, F32 y, F32 z) {
  return by_major_axis(x, y, z, x < F32(0) ? z : -z, x, z < F32(0) ? -x : x);
}
F32 cube_tc(F32 x, F32 y, F32 z) { return by_major_axis(x, y, z, -y, y < F32(0) ? -z : z, -y); }
F32 cube_ma(F32 x, F32 y, F32 z) { return by_major_axis(x, y, z, x * 2, y * 2, z * 2); }

// The clamp modifier: to [0, 1], NaN to 0.
F32 clamp01(F32 x) {
  F32 r = x > F32(0) ? x : F32(0);
  return r < F32(1) ? r : F32(1);
}

// Packed f32: each source is a register pair; op_sel names the dword that the low result reads, op_sel_hi
// that of the high one; neg_lo and neg_hi negate for the low and the high result.
template <auto F> const Op* packed(Wave& w, const Op* op) {
  constexpr size_t n = Calls<F>::arity;
  const uint32_t* row[2][n];
  uint32_t sign[2][n];
  for (size_t k = 0; k < n; ++k) {
    const LanePtr p = rows_of<true>(w, source_of(op, k), static_cast<int>(k));
    for (size_t h = 0; h < 2; ++h) {
      row[h][k] = (op->flags >> (3 * h + k) & 1) ? p.hi : p.lo;
      sign[h][k] = (op->flags >> (6 + 3 * h + k) & 1) << 31;
    }
  }
  const bool negates = op->flags & (kNegLo | kNegHi), clamps = op->flags & kClamp;
  const Destination d(w, op->dst);
  auto loop = [&]<bool Modified, bool Masked, size_t... K>(std::index_sequence<K...>) {
    for (int i = 0; i < kLanes; i += kBlock) {
      auto result = [&](size_t h) {
        auto source = [&](size_t k) {
          U32 x = load_block<U32, false>({row[h][k], nullptr}, i);
          return as<F32>(Modified ? x ^ U32(sign[h][k]) : x);
        };
        F32 r = F(source(K)...);
        return Modified && clamps ? clamp01(r) : r;
      };
      const F32 lo = result(0), hi = result(1);
      keep8<Masked>(d.lo + i, as<__m256i>(lo), d.mask + i);
      keep8<Masked>(d.hi + i, as<__m256i>(hi), d.mask + i);
    }
  };
  constexpr auto indices = std::make_index_sequence<n>{};
  auto masked_or_not = [&]<bool Modified>() {
    if (w.exec_full)
      loop.template operator()<Modified, false>(indices);
    else
      loop.template operator()<Modified, true>(indices);
  };
  if (negates || clamps)
    masked_or_not.template operator()<true>();
  else
    masked_or_not.template operator()<false>();
  WL_NEXT(w, op);
}

constexpr auto kMax = blockwise_by_nan<[](F32 a, F32 b) { return max_ordered(a, b); },
                                       [](F32 a, F32 b) { return max_ieee(a, b); }>;
constexpr auto kMin = blockwise_by_nan<[](F32 a, F32 b) { return min_ordered(a, b); },
                                       [](F32 a, F32 b) { return min_ieee(a, b); }>;
constexpr auto kMax3 = blockwise_by_nan<[](F32 a, F32 b, F32 c) { return max_ordered(max_ordered(a, b), c); },
                                        [](F32 a, F32 b, F32 c) { return max_ieee(max_ieee(a, b), c); }>;
constexpr auto kMin3 = blockwise_by_nan<[](F32 a, F32 b, F32 c) { return min_ordered(min_ordered(a, b), c); },
                                        [](F32 a, F32 b, F32 c) { return min_ieee(min_ieee(a, b), c); }>;
constexpr auto kMaxMin = blockwise_by_nan<[](F32 a, F32 b, F32 c) { return min_ordered(max_ordered(a, b), c); },
                                          [](F32 a, F32 b, F32 c) { return min_ieee(max_ieee(a, b), c); }>;
constexpr auto kMinMax = blockwise_by_nan<[](F32 a, F32 b, F32 c) { return max_ordered(min_ordered(a, b), c); },
                                          [](F32 a, F32 b, F32 c) { return max_ieee(min_ieee(a, b), c); }>;
constexpr auto kMed3 = blockwise_by_nan<[](F32 a, F32 b, F32 c) { return med3_ordered(a, b, c); },
                                        [](F32 a, F32 b, F32 c) { return med3_ieee(a, b, c); }>;
constexpr auto kFma = blockwise<[](F32 a, F32 b, F32 c) { return fma(a, b, c); }>;
constexpr Operation kMad = with_forms<MadForms<false>>(3);
constexpr auto kMulLegacy = blockwise<[](F32 a, F32 b) { return mul_legacy(a, b); }>;
constexpr auto kRcp = blockwise<[](F32 a) { return rcp(a); }>;
constexpr auto kExp = blockwise<[](F32 a) { return quick::exp2(a); }>;
constexpr auto kLog = blockwise<[](F32 a) { return quick::log2(a); }>;

constexpr Semantics kTable[] = {
    {"v_add_f32", blockwise<[](F32 a, F32 b) { return a + b; }>, 1, Mod::f32},
    {"v_sub_f32", blockwise<[](F32 a, F32 b) { return a - b; }>, 1, Mod::f32},
    {"v_subrev_f32", blockwise<[](F32 a, F32 b) { return b - a; }>, 1, Mod::f32},
    {"v_mul_f32", blockwise<[](F32 a, F32 b) { return a * b; }>, 1, Mod::f32},
    {"v_mul_legacy_f32", kMulLegacy, 1, Mod::f32},
    {"v_min_f32", kMin, 1, Mod::f32},
    {"v_max_f32", kMax, 1, Mod::f32},
    {"v_min3_f32", kMin3, 1, Mod::f32},
    {"v_max3_f32", kMax3, 1, Mod::f32},
    {"v_med3_f32", kMed3, 1, Mod::f32},
    {"v_maxmin_f32", kMaxMin, 1, Mod::f32},
    {"v_minmax_f32", kMinMax, 1, Mod::f32},

    {"v_fma_f32", kFma, 1, Mod::f32},
    {"v_fmac_f32", accumulate<[](F32 a, F32 b, F32 d) { return fma(a, b, d); }>, 1, Mod::f32},
    {"v_fmaak_f32", kFma, 1, Mod::f32}, // a * b + literal
    {"v_fmamk_f32", kFma, 1, Mod::f32}, // a * literal + c
    {"v_mad_f32", kMad, 1, Mod::f32},
    {"v_mac_f32", with_forms<MadForms<true>>(2), 1, Mod::f32},
    {"v_madak_f32", kMad, 1, Mod::f32},
    {"v_madmk_f32", kMad, 1, Mod::f32},
    {"v_mad_legacy_f32",
     blockwise<[](F32 a, F32 b, F32 c) { return flush(flush(mul_legacy(flush(a), flush(b))) + flush(c)); }>,
     1, Mod::f32},
    {"v_fma_legacy_f32", blockwise<[](F32 a, F32 b, F32 c) { return fma_legacy(a, b, c); }>, 1, Mod::f32},

    {"v_fmac_legacy_f32", accumulate<[](F32 a, F32 b, F32 d) { return fma_legacy(a, b, d); }>, 1, Mod::f32},

    {"v_rcp_f32", kRcp, 1, Mod::f32},
    {"v_rcp_iflag_f32", kRcp, 1, Mod::f32},
    {"v_rsq_f32", blockwise<[](F32 a) { return quick::rsq(a); }>, 1, Mod::f32},
    {"v_sqrt_f32", blockwise<[](F32 a) { return square_root(flush(a)); }>, 1, Mod::f32},
    {"v_exp_f32", kExp, 1, Mod::f32},
    {"v_exp_legacy_f32", kExp, 1, Mod::f32},
    {"v_log_f32", kLog, 1, Mod::f32},
    {"v_log_legacy_f32", kLog, 1, Mod::f32},
    {"v_sin_f32", blockwise<[](F32 a) { return quick::sin_turns(a); }>, 1, Mod::f32},
    {"v_cos_f32", blockwise<[](F32 a) { return quick::cos_turns(a); }>, 1, Mod::f32},

    {"v_fract_f32", blockwise<[](F32 a) { return fract(a); }>, 1, Mod::f32},
    {"v_trunc_f32", blockwise<[](F32 a) { return __builtin_elementwise_trunc(a); }>, 1, Mod::f32},
    {"v_ceil_f32", blockwise<[](F32 a) { return __builtin_elementwise_ceil(a); }>, 1, Mod::f32},
    {"v_floor_f32", blockwise<[](F32 a) { return __builtin_elementwise_floor(a); }>, 1, Mod::f32},
    {"v_rndne_f32", blockwise<[](F32 a) { return __builtin_elementwise_roundeven(a); }>, 1, Mod::f32},
    {"v_frexp_mant_f32", blockwise<[](F32 a) { return frexp_mantissa(a); }>, 1, Mod::f32},
    {"v_frexp_exp_i32_f32", blockwise<[](F32 a) { return frexp_exponent(a); }>, 1, Mod::f32},
    {"v_ldexp_f32", blockwise<[](F32 a, I32 b) { return quick::ldexp(a, b); }>, 1, Mod::f32},

    {"v_div_scale_f32", div_scale_op<F32>, 2, Mod::f32},
    {"v_div_fmas_f32", div_fmas_op<F32>, 1, Mod::f32},
    {"v_div_fixup_f32", blockwise<[](F32 a, F32 b, F32 c) { return div_fixup(a, b, c); }>, 1, Mod::f32},

    {"v_cubeid_f32", blockwise<[](F32 a, F32 b, F32 c) { return cube_id(a, b, c); }>, 1, Mod::f32},
    {"v_cubesc_f32", blockwise<[](F32 a, F32 b, F32 c) { return cube_sc(a, b, c); }>, 1, Mod::f32},
    {"v_cubetc_f32", blockwise<[](F32 a, F32 b, F32 c) { return cube_tc(a, b, c); }>, 1, Mod::f32},
    {"v_cubema_f32", blockwise<[](F32 a, F32 b, F32 c) { return cube_ma(a, b, c); }>, 1, Mod::f32},

    {"v_pk_fma_f32", packed<[](F32 a, F32 b, F32 c) { return fma(a, b, c); }>, 1, Mod::packed, true},
    {"v_pk_mul_f32", packed<[](F32 a, F32 b) { return a * b; }>, 1, Mod::packed, true},
    {"v_pk_add_f32", packed<[](F32 a, F32 b) { return a + b; }>, 1, Mod::packed, true},
};

} // namespace

std::span<const Semantics> vop_f32_table() { return kTable; }

} // namespace wavelift::soft::WAVE
