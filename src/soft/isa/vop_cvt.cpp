// Conversions, v_cvt_*. To integers they saturate and a NaN gives 0; between floating-point types they round
// to nearest even unless the name says otherwise.
#include "soft/isa/blocks.h"
#include "soft/isa/float_math.h"

namespace wavelift::soft {
namespace {

// Towards zero.
int32_t to_i32(float x) {
  const bool high = x >= 0x1p31f;
  const float y = x >= -0x1p31f ? x : -0x1p31f;
  const int32_t r = static_cast<int32_t>(high ? 0.0f : y);
  return is_nan(x) ? 0 : high ? std::numeric_limits<int32_t>::max() : r;
}
uint32_t to_u32(float x) {
  const bool high = x >= 0x1p32f;
  const uint32_t r = static_cast<uint32_t>(x > 0 && !high ? x : 0.0f);
  return high ? ~0u : r;
}
double clamp(double x, double low, double high) {
  return x > low ? (x < high ? x : high) : is_nan(x) ? 0.0 : low;
}
int32_t to_i32(double x) { return static_cast<int32_t>(clamp(x, -0x1p31, 0x1p31 - 1)); }
uint32_t to_u32(double x) {
  // The sum with 2^52 has the integer in its low bits.
  return static_cast<uint32_t>(bits(__builtin_trunc(clamp(x, 0.0, 0x1p32 - 1)) + 0x1p52));
}

float clamp(float x, float low, float high) {
  return x > low ? (x < high ? x : high) : is_nan(x) ? 0.0f : low;
}
// To the nearest integer, ties to even, of x in int32_t's range.
int32_t nearest(float x) { return static_cast<int32_t>(__builtin_roundevenf(x)); }
uint32_t low16(int32_t x) { return static_cast<uint32_t>(x) & 0xffff; }
uint32_t pack(uint32_t low, uint32_t high) { return low | high << 16; }

int32_t snorm16(float x) { return nearest(clamp(x, -1.0f, 1.0f) * 32767); }
int32_t unorm16(float x) { return nearest(clamp(x, 0.0f, 1.0f) * 65535); }
int32_t clamp(int32_t x, int32_t low, int32_t high) { return x < low ? low : x > high ? high : x; }
uint32_t min_u32(uint32_t x, uint32_t high) { return x < high ? x : high; }

uint32_t insert_u8(float x, uint32_t byte, uint32_t word) {
  const uint32_t shift = (byte & 3) * 8;
  return (word & ~(0xffu << shift)) | static_cast<uint32_t>(nearest(clamp(x, 0.0f, 255.0f))) << shift;
}

template <int N> float from_byte(uint32_t x) {
  return static_cast<float>(static_cast<int32_t>(x >> (8 * N) & 0xff));
}

// Two floats to two halves, towards zero.
const Op* cvt_pkrtz_f16_f32(Wave& w, const Op* op) {
  const LanePtr a = rows_of<false>(w, op->a, 0), b = rows_of<false>(w, op->b, 1);
  const Destination d(w, op->dst);
  for (int i = 0; i < kLanes; i += kBlock) {
    auto half = [&](const uint32_t* p) {
      return _mm256_cvtepu16_epi32(
          _mm256_cvtps_ph(_mm256_load_ps(reinterpret_cast<const float*>(p + i)), _MM_FROUND_TO_ZERO));
    };
    keep8<true>(d.lo + i, _mm256_or_si256(half(a.lo), _mm256_slli_epi32(half(b.lo), 16)), d.mask + i);
  }
  return op + 1;
}

constexpr Semantics kTable[] = {
    {"v_cvt_i32_f32", lanewise<[](float a) { return to_i32(a); }>, 1, Mod::f32},
    {"v_cvt_u32_f32", lanewise<[](float a) { return to_u32(a); }>, 1, Mod::f32},
    {"v_cvt_i32_f64", lanewise<[](double a) { return to_i32(a); }>, 1, Mod::f64},
    {"v_cvt_u32_f64", lanewise<[](double a) { return to_u32(a); }>, 1, Mod::f64},
    // floor(x + 1/2) and floor(x).
    {"v_cvt_rpi_i32_f32", lanewise<[](float a) { return to_i32(__builtin_floorf(a + 0.5f)); }>, 1, Mod::f32},
    {"v_cvt_flr_i32_f32", lanewise<[](float a) { return to_i32(__builtin_floorf(a)); }>, 1, Mod::f32},
    {"v_cvt_i16_f16", lanewise<[](_Float16 a) {
       return static_cast<uint16_t>(to_i32(clamp(static_cast<float>(a), -32768.0f, 32767.0f)));
     }>,
     1, Mod::f16},
    {"v_cvt_u16_f16", lanewise<[](_Float16 a) {
       return static_cast<uint16_t>(to_i32(clamp(static_cast<float>(a), 0.0f, 65535.0f)));
     }>,
     1, Mod::f16},

    {"v_cvt_f32_i32", lanewise<[](int32_t a) { return static_cast<float>(a); }>, 1, Mod::f32},
    {"v_cvt_f32_u32", lanewise<[](uint32_t a) { return static_cast<float>(a); }>, 1, Mod::f32},
    {"v_cvt_f64_i32", lanewise<[](int32_t a) { return static_cast<double>(a); }>, 1, Mod::f64},
    {"v_cvt_f64_u32", lanewise<[](uint32_t a) { return from_bits<double>(bits(0x1p52) | a) - 0x1p52; }>, 1,
     Mod::f64},
    {"v_cvt_f16_i16",
     lanewise<[](uint32_t a) { return static_cast<_Float16>(static_cast<float>(static_cast<int16_t>(a))); }>,
     1, Mod::f16},
    {"v_cvt_f16_u16", lanewise<[](uint32_t a) {
       return static_cast<_Float16>(static_cast<float>(static_cast<int32_t>(a & 0xffff)));
     }>,
     1, Mod::f16},
    {"v_cvt_f32_ubyte0", lanewise<[](uint32_t a) { return from_byte<0>(a); }>, 1, Mod::f32},
    {"v_cvt_f32_ubyte1", lanewise<[](uint32_t a) { return from_byte<1>(a); }>, 1, Mod::f32},
    {"v_cvt_f32_ubyte2", lanewise<[](uint32_t a) { return from_byte<2>(a); }>, 1, Mod::f32},
    {"v_cvt_f32_ubyte3", lanewise<[](uint32_t a) { return from_byte<3>(a); }>, 1, Mod::f32},
    // Four bits, signed, in sixteenths.
    {"v_cvt_off_f32_i4",
     lanewise<[](uint32_t a) { return static_cast<float>(static_cast<int32_t>(a << 28) >> 28) * 0.0625f; }>,
     1, Mod::f32},

    {"v_cvt_f32_f64", lanewise<[](double a) { return static_cast<float>(a); }>, 1, Mod::f64},
    {"v_cvt_f64_f32", lanewise<[](float a) { return static_cast<double>(a); }>, 1, Mod::f32},
    {"v_cvt_f32_f16", lanewise<[](_Float16 a) { return static_cast<float>(a); }>, 1, Mod::f16},
    {"v_cvt_f16_f32", lanewise<[](float a) { return static_cast<_Float16>(a); }>, 1, Mod::f32},
    {"v_cvt_pkrtz_f16_f32", cvt_pkrtz_f16_f32, 1, Mod::f32},

    {"v_cvt_pknorm_i16_f32",
     lanewise<[](float a, float b) { return pack(low16(snorm16(a)), low16(snorm16(b))); }>, 1, Mod::f32},
    {"v_cvt_pknorm_u16_f32",
     lanewise<[](float a, float b) { return pack(low16(unorm16(a)), low16(unorm16(b))); }>, 1, Mod::f32},
    {"v_cvt_pknorm_i16_f16", lanewise<[](_Float16 a, _Float16 b) {
       return pack(low16(snorm16(static_cast<float>(a))), low16(snorm16(static_cast<float>(b))));
     }>,
     1, Mod::f16},
    {"v_cvt_pknorm_u16_f16", lanewise<[](_Float16 a, _Float16 b) {
       return pack(low16(unorm16(static_cast<float>(a))), low16(unorm16(static_cast<float>(b))));
     }>,
     1, Mod::f16},
    {"v_cvt_norm_i16_f16", lanewise<[](_Float16 a) { return low16(snorm16(static_cast<float>(a))); }>, 1,
     Mod::f16},
    {"v_cvt_norm_u16_f16", lanewise<[](_Float16 a) { return low16(unorm16(static_cast<float>(a))); }>, 1,
     Mod::f16},
    {"v_cvt_pk_i16_i32", lanewise<[](int32_t a, int32_t b) {
       return pack(low16(clamp(a, -32768, 32767)), low16(clamp(b, -32768, 32767)));
     }>},
    {"v_cvt_pk_u16_u32",
     lanewise<[](uint32_t a, uint32_t b) { return pack(min_u32(a, 0xffff), min_u32(b, 0xffff)); }>},
    {"v_cvt_pk_u8_f32", lanewise<[](float a, uint32_t b, uint32_t c) { return insert_u8(a, b, c); }>, 1,
     Mod::f32},
    {"v_cvt_pkaccum_u8_f32", accumulate<[](float a, uint32_t b, uint32_t d) { return insert_u8(a, b, d); }>,
     1, Mod::f32},
};

} // namespace

std::span<const Semantics> vop_cvt_table() { return kTable; }

} // namespace wavelift::soft
