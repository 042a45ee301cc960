// Conversions, v_cvt_*. To integers they saturate and a NaN gives 0; between floating-point types they round
// to nearest even unless the name says otherwise.
#include "soft/isa/float8.h"
#include "soft/isa/float_math.h"

namespace wavelift::soft::WAVE {
namespace {

// x held in [low, high]; 0 for a NaN.
template <class V> WL_INLINE V clamp(V x, LaneOf<V> low, LaneOf<V> high) {
  V y = x > V(low) ? x : V(low);
  y = y < V(high) ? y : V(high);
  return x == x ? y : V(0);
}

// Towards zero.
I32 to_i32(F32 x) {
  const I32 high = x >= F32(0x1p31f);
  F32 y = x >= F32(-0x1p31f) ? x : F32(-0x1p31f);
  y = high ? F32(0) : y;
  y = is_nan(x) ? F32(0) : y;
  return high ? I32(std::numeric_limits<int32_t>::max()) : convert<I32>(y);
}
U32 to_u32(F32 x) {
  const I32 high = x >= F32(0x1p32f);
  F32 y = x > F32(0) ? x : F32(0);
  y = high ? F32(0) : y;
  return high ? U32(~0u) : convert<U32>(y);
}
I32 to_i32(F64 x) { return convert<I32>(clamp(x, -0x1p31, 0x1p31 - 1)); }
U32 to_u32(F64 x) {
  // The sum with 2^52 has the integer in its low bits.
  return convert<U32>(bits(__builtin_elementwise_trunc(clamp(x, 0, 0x1p32 - 1)) + 0x1p52));
}
F64 from_u32(U32 x) { return as<F64>(convert<U64>(x) | bits(F64(0x1p52))) - 0x1p52; }

// To the nearest integer, ties to even, in the low 16 bits.
U32 nearest16(F32 x) { return as<U32>(convert<I32>(__builtin_elementwise_roundeven(x))) & 0xffffu; }
U32 snorm16(F32 x) { return nearest16(clamp(x, -1, 1) * 32767); }
U32 unorm16(F32 x) { return nearest16(clamp(x, 0, 1) * 65535); }
U32 pack(U32 low, U32 high) { return low | high << 16; }

I32 clamp_i16(I32 x) {
  return __builtin_elementwise_min(__builtin_elementwise_max(x, I32(-32768)), I32(32767));
}
U32 clamp_u16(U32 x) { return __builtin_elementwise_min(x, U32(65535)); }

// x as a byte, to nearest, put into a byte of `word`.
U32 insert_u8(F32 x, U32 byte, U32 word) {
  const U32 shift = (byte & 3u) * 8u;
  return (word & ~(U32(255) << shift)) | nearest16(clamp(x, 0, 255)) << shift;
}

template <int N> F32 from_byte(U32 x) { return convert<F32>(as<I32>(x >> (8 * N) & 255u)); }

// Two floats to two halves, towards zero.
U32 pack_half_towards_zero(F32 a, F32 b) {
  auto half = [](F32 x) {
    return as<U32>(_mm256_cvtepu16_epi32(_mm256_cvtps_ph(as<__m256>(x), _MM_FROUND_TO_ZERO)));
  };
  return pack(half(a), half(b));
}

// 8-bit formats, Fp8 or Bf8. Bytes are read from the low end of the source; SDWA brings others there.
template <class E> F32 from_float8(U32 x, int byte) {
  F32 r;
  for (int j = 0; j < kBlock; ++j) r[j] = E::kValues[x[j] >> (8 * byte) & 255];
  return r;
}
template <class E> U64 pair_from_float8(U32 x) {
  return convert<U64>(bits(from_float8<E>(x, 0))) | convert<U64>(bits(from_float8<E>(x, 1))) << 32;
}
// Two results in the low half; the upper half stays.
template <class E> U32 pair_to_float8(F32 a, F32 b, U32 old) {
  U32 r = old & 0xffff0000u;
  for (int j = 0; j < kBlock; ++j) r[j] |= static_cast<uint32_t>(E::encode(a[j]) | E::encode(b[j]) << 8);
  return r;
}
// Stochastic rounding of a with the random bits b, into the byte that op_sel 3:2 names; the others stay.
template <class E> const Op* stochastic_float8(Wave& w, const Op* op) {
  const uint32_t* a = rows_of<false>(w, op->a, 0).lo;
  const uint32_t* b = rows_of<false>(w, op->b, 1).lo;
  const int shift = 8 * ((op->flags >> 2 & 1) + (op->flags & kOpSelDst ? 2 : 0));
  const uint32_t clear = op->flags >> 9 & 1 ? 0x7fffffff : ~0u, flip = (op->flags >> 6 & 1) << 31; // abs, neg
  uint32_t* d = w.v[op->dst].lane;
  for (int i = 0; i < kLanes; ++i) {
    const uint32_t byte = E::encode(std::bit_cast<float>((a[i] & clear) ^ flip), true, b[i]);
    if (w.exec_rows.lane[i]) d[i] = (d[i] & ~(0xffu << shift)) | byte << shift;
  }
  WL_NEXT(w, op);
}

constexpr Semantics kTable[] = {
    {"v_cvt_i32_f32", blockwise<[](F32 a) { return to_i32(a); }>, 1, Mod::f32},
    {"v_cvt_u32_f32", blockwise<[](F32 a) { return to_u32(a); }>, 1, Mod::f32},
    {"v_cvt_i32_f64", blockwise<[](F64 a) { return to_i32(a); }>, 1, Mod::f64},
    {"v_cvt_u32_f64", blockwise<[](F64 a) { return to_u32(a); }>, 1, Mod::f64},
    // floor(x + 1/2) and floor(x).
    {"v_cvt_rpi_i32_f32", blockwise<[](F32 a) { return to_i32(__builtin_elementwise_floor(a + 0.5f)); }>, 1,
     Mod::f32},
    {"v_cvt_flr_i32_f32", blockwise<[](F32 a) { return to_i32(__builtin_elementwise_floor(a)); }>, 1,
     Mod::f32},
    {"v_cvt_i16_f16", blockwise<[](F16 a) { return convert<I16>(to_i32(clamp(wide(a), -32768, 32767))); }>, 1,
     Mod::f16},
    {"v_cvt_u16_f16", blockwise<[](F16 a) { return convert<U16>(to_i32(clamp(wide(a), 0, 65535))); }>, 1,
     Mod::f16},

    {"v_cvt_f32_i32", blockwise<[](I32 a) { return convert<F32>(a); }>, 1, Mod::f32},
    {"v_cvt_f32_u32", blockwise<[](U32 a) { return convert<F32>(a); }>, 1, Mod::f32},
    {"v_cvt_f64_i32", blockwise<[](I32 a) { return convert<F64>(a); }>, 1, Mod::f64},
    {"v_cvt_f64_u32", blockwise<[](U32 a) { return from_u32(a); }>, 1, Mod::f64},
    {"v_cvt_f16_i16", blockwise<[](I16 a) { return narrow(convert<F32>(a)); }>, 1, Mod::f16},
    {"v_cvt_f16_u16", blockwise<[](U16 a) { return narrow(convert<F32>(a)); }>, 1, Mod::f16},
    {"v_cvt_f32_ubyte0", blockwise<[](U32 a) { return from_byte<0>(a); }>, 1, Mod::f32},
    {"v_cvt_f32_ubyte1", blockwise<[](U32 a) { return from_byte<1>(a); }>, 1, Mod::f32},
    {"v_cvt_f32_ubyte2", blockwise<[](U32 a) { return from_byte<2>(a); }>, 1, Mod::f32},
    {"v_cvt_f32_ubyte3", blockwise<[](U32 a) { return from_byte<3>(a); }>, 1, Mod::f32},
    // Four bits, signed, in sixteenths.
    {"v_cvt_off_f32_i4", blockwise<[](I32 a) { return convert<F32>(a << 28 >> 28) * 0.0625f; }>, 1, Mod::f32},

    {"v_cvt_f32_f64", blockwise<[](F64 a) { return convert<F32>(a); }>, 1, Mod::f64},
    {"v_cvt_f64_f32", blockwise<[](F32 a) { return convert<F64>(a); }>, 1, Mod::f32},
    {"v_cvt_f32_f16", blockwise<[](F16 a) { return wide(a); }>, 1, Mod::f16},
    {"v_cvt_f16_f32", blockwise<[](F32 a) { return narrow(a); }>, 1, Mod::f32},
    {"v_cvt_pkrtz_f16_f32", blockwise<[](F32 a, F32 b) { return pack_half_towards_zero(a, b); }>, 1,
     Mod::f32},

    {"v_cvt_pknorm_i16_f32", blockwise<[](F32 a, F32 b) { return pack(snorm16(a), snorm16(b)); }>, 1,
     Mod::f32},
    {"v_cvt_pknorm_u16_f32", blockwise<[](F32 a, F32 b) { return pack(unorm16(a), unorm16(b)); }>, 1,
     Mod::f32},
    {"v_cvt_pknorm_i16_f16", blockwise<[](F16 a, F16 b) { return pack(snorm16(wide(a)), snorm16(wide(b))); }>,
     1, Mod::f16},
    {"v_cvt_pknorm_u16_f16", blockwise<[](F16 a, F16 b) { return pack(unorm16(wide(a)), unorm16(wide(b))); }>,
     1, Mod::f16},
    {"v_cvt_norm_i16_f16", blockwise<[](F16 a) { return snorm16(wide(a)); }>, 1, Mod::f16},
    {"v_cvt_norm_u16_f16", blockwise<[](F16 a) { return unorm16(wide(a)); }>, 1, Mod::f16},
    {"v_cvt_pk_i16_i32",
     blockwise<[](I32 a, I32 b) { return pack(as<U32>(clamp_i16(a)) & 0xffffu, as<U32>(clamp_i16(b))); }>},
    {"v_cvt_pk_u16_u32", blockwise<[](U32 a, U32 b) { return pack(clamp_u16(a), clamp_u16(b)); }>},
    {"v_cvt_pk_i16_f32", blockwise<[](F32 a, F32 b) {
       return pack(as<U32>(clamp_i16(to_i32(a))) & 0xffffu, as<U32>(clamp_i16(to_i32(b))));
     }>,
     1, Mod::f32},
    {"v_cvt_pk_u16_f32", blockwise<[](F32 a, F32 b) { return pack(clamp_u16(to_u32(a)), clamp_u16(to_u32(b))); }>, 1,
     Mod::f32},
    {"v_cvt_pk_u8_f32", blockwise<[](F32 a, U32 b, U32 c) { return insert_u8(a, b, c); }>, 1, Mod::f32},
    {"v_cvt_pkaccum_u8_f32", accumulate<[](F32 a, U32 b, U32 d) { return insert_u8(a, b, d); }>, 1, Mod::f32},

    // gfx940, gfx950
    {"v_cvt_f32_fp8", blockwise<[](U32 a) { return from_float8<Fp8>(a, 0); }>, 1, Mod::f32},
    {"v_cvt_f32_bf8", blockwise<[](U32 a) { return from_float8<Bf8>(a, 0); }>, 1, Mod::f32},
    {"v_cvt_pk_f32_fp8", blockwise<[](U32 a) { return pair_from_float8<Fp8>(a); }>},
    {"v_cvt_pk_f32_bf8", blockwise<[](U32 a) { return pair_from_float8<Bf8>(a); }>},
    {"v_cvt_pk_fp8_f32", accumulate<[](F32 a, F32 b, U32 d) { return pair_to_float8<Fp8>(a, b, d); }>, 1,
     Mod::f32},
    {"v_cvt_pk_bf8_f32", accumulate<[](F32 a, F32 b, U32 d) { return pair_to_float8<Bf8>(a, b, d); }>, 1,
     Mod::f32},
    {"v_cvt_sr_fp8_f32", stochastic_float8<Fp8>, 1, Mod::packed},
    {"v_cvt_sr_bf8_f32", stochastic_float8<Bf8>, 1, Mod::packed},
    {"v_cvt_f32_bf16", blockwise<[](U32 a) { return as<F32>(a << 16); }>, 1, Mod::f32},
    {"v_cvt_pk_bf16_f32", blockwise<[](F32 a, F32 b) { return pack(to_bfloat(a), to_bfloat(b)); }>, 1, Mod::f32},
    {"v_cvt_pk_f16_f32", blockwise<[](F32 a, F32 b) {
       return pack(convert<U32>(bits(narrow(a))), convert<U32>(bits(narrow(b))));
     }>,
     1, Mod::f32},
};

} // namespace

std::span<const Semantics> vop_cvt_table() { return kTable; }

} // namespace wavelift::soft::WAVE
