// Single-precision arithmetic: VOP1, VOP2 and VOP3 *_f32, and the packed f32 operations of gfx90a.
#include "soft/isa/blocks.h"
#include "soft/isa/division.h"
#include "soft/isa/float_math.h"

namespace wavelift::soft {
namespace {

float fma3(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
// v_mac and v_mad round the product and know no denormals.
float mad(float a, float b, float c) { return flush(flush(flush(a) * flush(b)) + flush(c)); }
// DX9's product: zero times anything is zero.
float mul_legacy(float a, float b) { return ((a == 0) || (b == 0)) ? 0.0f : a * b; }

float exp2(float x) { return flush(static_cast<float>(exp2_of(x))); }
float log2(float x) { return static_cast<float>(log2_of(flush(x))); }
float rcp(float x) { return flush(1.0f / flush(x)); }
float rsq(float x) { return static_cast<float>(1.0 / __builtin_sqrt(static_cast<double>(flush(x)))); }
float square_root(float x) { return __builtin_sqrtf(flush(x)); }

float ldexp(float x, int32_t n) {
  // Exact in double for every n that matters, so it is rounded once.
  int64_t e = n < -400 ? -400 : n > 400 ? 400 : n;
  return static_cast<float>(static_cast<double>(x) * from_bits<double>(static_cast<uint64_t>(e + 1023) << 52));
}

// Cube map faces: the axis of the largest coordinate, z before y before x.
struct CubeAxis {
  bool z, y;  // neither: x
};
CubeAxis major(float x, float y, float z) {
  const bool is_z = (magnitude(z) >= magnitude(x)) && (magnitude(z) >= magnitude(y));
  return {is_z, !is_z && (magnitude(y) >= magnitude(x))};
}
float pick(CubeAxis m, float x, float y, float z) { return m.z ? z : m.y ? y : x; }
float cube_id(float x, float y, float z) {
  return pick(major(x, y, z), x < 0 ? 1.0f : 0.0f, y < 0 ? 3.0f : 2.0f, z < 0 ? 5.0f : 4.0f);
}
float cube_sc(float x, float y, float z) { return pick(major(x, y, z), x < 0 ? z : -z, x, z < 0 ? -x : x); }
float cube_tc(float x, float y, float z) { return pick(major(x, y, z), -y, y < 0 ? -z : z, -y); }
float cube_ma(float x, float y, float z) { return 2.0f * pick(major(x, y, z), x, y, z); }

// Packed f32: each source is a register pair; op_sel names the dword that the low result reads, op_sel_hi that of the
// high one; neg_lo and neg_hi negate for the low and the high result.
template <size_t N, auto F> const Op* packed(Wave& w, const Op* op) {
  struct Half {
    const uint32_t* row[N];
    __m256 flip[N];
  } half[2];
  for (size_t k = 0; k < N; ++k) {
    const LanePtr p = rows_of<true>(w, source_of(op, k), static_cast<int>(k));
    for (size_t h = 0; h < 2; ++h) {
      const uint32_t select = h ? op->flags >> 3 : op->flags, negate = h ? op->flags >> 9 : op->flags >> 6;
      half[h].row[k] = (select >> k & 1) ? p.hi : p.lo;
      half[h].flip[k] = _mm256_castsi256_ps(_mm256_set1_epi32(static_cast<int>((negate >> k & 1) << 31)));
    }
  }
  const Destination d(w, op->dst);
  const bool clamp = op->flags & kClamp;
  auto source = [&](const Half& h, size_t k, int i) {
    return _mm256_xor_ps(_mm256_load_ps(reinterpret_cast<const float*>(h.row[k] + i)), h.flip[k]);
  };
  auto loop = [&]<bool Masked, size_t... K>(std::bool_constant<Masked>, std::index_sequence<K...>) {
    for (int i = 0; i < kLanes; i += kBlock) {
      __m256 lo = F(source(half[0], K, i)...), hi = F(source(half[1], K, i)...);
      if (clamp) {
        // max first: it turns a NaN into the second operand, zero.
        const __m256 zero = _mm256_setzero_ps(), one = _mm256_set1_ps(1);
        lo = _mm256_min_ps(_mm256_max_ps(lo, zero), one);
        hi = _mm256_min_ps(_mm256_max_ps(hi, zero), one);
      }
      keep8<Masked>(d.lo + i, _mm256_castps_si256(lo), d.mask + i);
      keep8<Masked>(d.hi + i, _mm256_castps_si256(hi), d.mask + i);
    }
  };
  if (w.exec_full) loop(std::false_type{}, std::make_index_sequence<N>{});
  else loop(std::true_type{}, std::make_index_sequence<N>{});
  return op + 1;
}

constexpr auto kMax = lanewise_by_nan<[](float a, float b) { return max_ordered(a, b); },
                                      [](float a, float b) { return max_ieee(a, b); }>;
constexpr auto kMin = lanewise_by_nan<[](float a, float b) { return min_ordered(a, b); },
                                      [](float a, float b) { return min_ieee(a, b); }>;
constexpr auto kMax3 = lanewise_by_nan<[](float a, float b, float c) { return max_ordered(max_ordered(a, b), c); },
                                       [](float a, float b, float c) { return max_ieee(max_ieee(a, b), c); }>;
constexpr auto kMin3 = lanewise_by_nan<[](float a, float b, float c) { return min_ordered(min_ordered(a, b), c); },
                                       [](float a, float b, float c) { return min_ieee(min_ieee(a, b), c); }>;
constexpr auto kMed3 = lanewise_by_nan<[](float a, float b, float c) { return med3_ordered(a, b, c); },
                                       [](float a, float b, float c) { return med3_ieee(a, b, c); }>;
constexpr auto kFma = lanewise<[](float a, float b, float c) { return fma3(a, b, c); }>;
constexpr auto kMad = lanewise<[](float a, float b, float c) { return mad(a, b, c); }>;
constexpr auto kMulLegacy = lanewise<[](float a, float b) { return mul_legacy(a, b); }>;
constexpr auto kRcp = lanewise<[](float a) { return rcp(a); }>;
constexpr auto kExp = lanewise<[](float a) { return exp2(a); }>;
constexpr auto kLog = lanewise<[](float a) { return log2(a); }>;

constexpr Semantics kTable[] = {
    {"v_add_f32", lanewise<[](float a, float b) { return a + b; }>, 1, Mod::f32},
    {"v_sub_f32", lanewise<[](float a, float b) { return a - b; }>, 1, Mod::f32},
    {"v_subrev_f32", lanewise<[](float a, float b) { return b - a; }>, 1, Mod::f32},
    {"v_mul_f32", lanewise<[](float a, float b) { return a * b; }>, 1, Mod::f32},
    {"v_mul_legacy_f32", kMulLegacy, 1, Mod::f32},
    {"v_min_f32", kMin, 1, Mod::f32},
    {"v_max_f32", kMax, 1, Mod::f32},
    {"v_min3_f32", kMin3, 1, Mod::f32},
    {"v_max3_f32", kMax3, 1, Mod::f32},
    {"v_med3_f32", kMed3, 1, Mod::f32},

    {"v_fma_f32", kFma, 1, Mod::f32},
    {"v_fmac_f32", accumulate<[](float a, float b, float d) { return fma3(a, b, d); }>, 1, Mod::f32},
    {"v_fmaak_f32", kFma, 1, Mod::f32},  // a * b + literal
    {"v_fmamk_f32", kFma, 1, Mod::f32},  // a * literal + c
    {"v_mad_f32", kMad, 1, Mod::f32},
    {"v_mac_f32", accumulate<[](float a, float b, float d) { return mad(a, b, d); }>, 1, Mod::f32},
    {"v_madak_f32", kMad, 1, Mod::f32},
    {"v_madmk_f32", kMad, 1, Mod::f32},
    {"v_mad_legacy_f32",
     lanewise<[](float a, float b, float c) { return flush(flush(mul_legacy(flush(a), flush(b))) + flush(c)); }>, 1,
     Mod::f32},
    {"v_fma_legacy_f32",
     lanewise<[](float a, float b, float c) { return ((a == 0) || (b == 0)) ? c + 0.0f : fma3(a, b, c); }>, 1, Mod::f32},

    {"v_rcp_f32", kRcp, 1, Mod::f32},
    {"v_rcp_iflag_f32", kRcp, 1, Mod::f32},
    {"v_rsq_f32", lanewise<[](float a) { return rsq(a); }>, 1, Mod::f32},
    {"v_sqrt_f32", lanewise<[](float a) { return square_root(a); }>, 1, Mod::f32},
    {"v_exp_f32", kExp, 1, Mod::f32},
    {"v_exp_legacy_f32", kExp, 1, Mod::f32},
    {"v_log_f32", kLog, 1, Mod::f32},
    {"v_log_legacy_f32", kLog, 1, Mod::f32},
    {"v_sin_f32", lanewise<[](float a) { return static_cast<float>(sin_revolutions(a)); }>, 1, Mod::f32},
    {"v_cos_f32", lanewise<[](float a) { return static_cast<float>(cos_revolutions(a)); }>, 1, Mod::f32},

    {"v_fract_f32", lanewise<[](float a) { return fract(a, __builtin_floorf(a)); }>, 1, Mod::f32},
    {"v_trunc_f32", lanewise<[](float a) { return __builtin_truncf(a); }>, 1, Mod::f32},
    {"v_ceil_f32", lanewise<[](float a) { return __builtin_ceilf(a); }>, 1, Mod::f32},
    {"v_floor_f32", lanewise<[](float a) { return __builtin_floorf(a); }>, 1, Mod::f32},
    {"v_rndne_f32", lanewise<[](float a) { return __builtin_roundevenf(a); }>, 1, Mod::f32},
    {"v_frexp_mant_f32", lanewise<[](float a) { return frexp_mantissa(a); }>, 1, Mod::f32},
    {"v_frexp_exp_i32_f32", lanewise<[](float a) { return frexp_exponent(a); }>, 1, Mod::f32},
    {"v_ldexp_f32", lanewise<[](float a, int32_t b) { return ldexp(a, b); }>, 1, Mod::f32},

    {"v_div_scale_f32", div_scale_op<float>, 2, Mod::f32},
    {"v_div_fmas_f32", div_fmas_op<float>, 1, Mod::f32},
    {"v_div_fixup_f32", lanewise<[](float a, float b, float c) { return div_fixup(a, b, c); }>, 1, Mod::f32},

    {"v_cubeid_f32", lanewise<[](float a, float b, float c) { return cube_id(a, b, c); }>, 1, Mod::f32},
    {"v_cubesc_f32", lanewise<[](float a, float b, float c) { return cube_sc(a, b, c); }>, 1, Mod::f32},
    {"v_cubetc_f32", lanewise<[](float a, float b, float c) { return cube_tc(a, b, c); }>, 1, Mod::f32},
    {"v_cubema_f32", lanewise<[](float a, float b, float c) { return cube_ma(a, b, c); }>, 1, Mod::f32},

    {"v_pk_fma_f32", packed<3, [](__m256 a, __m256 b, __m256 c) { return _mm256_fmadd_ps(a, b, c); }>, 1,
     Mod::packed, true},
    {"v_pk_mul_f32", packed<2, [](__m256 a, __m256 b) { return _mm256_mul_ps(a, b); }>, 1, Mod::packed, true},
    {"v_pk_add_f32", packed<2, [](__m256 a, __m256 b) { return _mm256_add_ps(a, b); }>, 1, Mod::packed, true},
};

}  // namespace

std::span<const Semantics> vop_f32_table() { return kTable; }

}  // namespace wavelift::soft
