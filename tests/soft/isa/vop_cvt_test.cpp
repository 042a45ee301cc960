// Conversions against exact arithmetic.
#include "float_oracle.h"

namespace wavelift::soft::test {
namespace {

using A = const Args&;
constexpr Draw N = Draw::none, H = Draw::f16, S = Draw::f32, D = Draw::f64, I = Draw::b32;

// Saturating conversion to an integer in [low, high], a NaN gives 0. Mode as integral_of.
int64_t to_integer(Format f, uint64_t x, char mode, int64_t low, int64_t high) {
  x &= f.all();
  if (f.is_nan(x)) return 0;
  const Quad v = value(f, integral_of(f, x, mode));
  if (v <= static_cast<Quad>(low)) return low;
  if (v >= static_cast<Quad>(high)) return high;
  return static_cast<int64_t>(v);
}
constexpr int64_t kI32Min = INT32_MIN, kI32Max = INT32_MAX, kU32Max = UINT32_MAX;
std::function<uint64_t(A)> to_int(Format f, char mode, int64_t low, int64_t high, uint64_t mask) {
  return [=](A x) { return static_cast<uint64_t>(to_integer(f, x.a, mode, low, high)) & mask; };
}
std::function<uint64_t(A)> from_int(Format f, Quad (*v)(A)) {
  return [=](A x) { return round_to(f, v(x)); };
}
std::function<uint64_t(A)> convert(Format from, Format to) {
  return [=](A x) -> uint64_t {
    const uint64_t u = x.a & from.all();
    return from.is_nan(u) ? to.inf() | to.quiet() : round_to(to, value(from, u));
  };
}

// Clamped, scaled by 32767 or 65535 in float, to the nearest integer.
uint64_t normalised(Format f, uint64_t x, bool is_signed) {
  x &= f.all();
  if (f.is_nan(x)) return 0;
  const Quad low = is_signed ? -1 : 0, v = value(f, x);
  const Quad clamped = v < low ? low : v > 1 ? Quad(1) : v;
  const uint64_t product = round_to(kF32, clamped * (is_signed ? 32767 : 65535));
  return static_cast<uint64_t>(to_integer(kF32, product, 'n', -40000, 70000)) & 0xffff;
}
std::function<uint64_t(A)> pack_normalised(Format f, bool is_signed) {
  return [=](A x) { return normalised(f, x.a, is_signed) | normalised(f, x.b, is_signed) << 16; };
}

// To a half, towards zero: the neighbour of smaller magnitude when the nearest is beyond the value.
uint64_t half_towards_zero(uint64_t x) {
  if (kF32.is_nan(x)) return kF16.inf() | kF16.quiet();
  const uint64_t nearest = round_to(kF16, value(kF32, x));
  const Quad v = value(kF32, kF32.magnitude(x)), r = value(kF16, kF16.magnitude(nearest));
  return r > v ? nearest - 1 : nearest;
}
uint64_t byte_into(A x, uint64_t word) {
  const int shift = static_cast<int>(x.b % 4) * 8;
  const auto byte = static_cast<uint64_t>(to_integer(kF32, x.a, 'n', 0, 255));
  return ((word & 0xffffffff) & ~(0xffull << shift)) | byte << shift;
}

// The 8-bit formats of gfx940: bias one higher than IEEE's, all exponents finite, 0x80 the NaN.
struct Small {
  int exponent, mantissa;
  int bias() const { return 1 << (exponent - 1); }
  Quad value(uint64_t x) const { // of a magnitude
    const auto e = static_cast<int>(x >> mantissa);
    const Quad m = static_cast<Quad>(x & ((1u << mantissa) - 1)) * pow2(-mantissa);
    return e ? (1 + m) * pow2(e - bias()) : m * pow2(1 - bias());
  }
  uint64_t decode(uint64_t x) const {
    x &= 255;
    if (x == 0x80) return kF32.inf() | kF32.quiet();
    return round_to(kF32, x & 0x80 ? -value(x & 127) : value(x));
  }
  // Searches all magnitudes for the nearest, ties to the even pattern.
  uint64_t nearest(uint64_t x) const {
    if (kF32.magnitude(x) >= kF32.inf()) return 0x80;
    const Quad v = test::value(kF32, kF32.magnitude(x));
    if (v >= value(127) + (value(127) - value(126)) / 2) return 0x80;
    uint64_t best = 0;
    for (uint64_t m = 1; m < 128; ++m) {
      const Quad d = v > value(m) ? v - value(m) : value(m) - v,
                 e = v > value(best) ? v - value(best) : value(best) - v;
      if (d < e || (d == e && m % 2 == 0)) best = m;
    }
    return best == 0 ? 0 : best | (x & kF32.sign() ? 0x80 : 0);
  }
};
constexpr Small kFp8{4, 3}, kBf8{5, 2};
uint64_t to_bf16(uint64_t x) {
  constexpr Format bf16{8, 7};
  return kF32.is_nan(x) ? (x | kF32.quiet()) >> 16 & 0xffff : round_to(bf16, value(kF32, x));
}

TEST(VopCvt, EveryRow) {
  constexpr uint64_t kAll = 0xffffffff;
  std::vector<LaneCase> cases = {
      {.mnemonic = "v_cvt_i32_f32", .sources = {S, N, N}, .oracle = to_int(kF32, 't', kI32Min, kI32Max, kAll)},
      {.mnemonic = "v_cvt_u32_f32", .sources = {S, N, N}, .oracle = to_int(kF32, 't', 0, kU32Max, kAll)},
      {.mnemonic = "v_cvt_i32_f64", .sources = {D, N, N}, .oracle = to_int(kF64, 't', kI32Min, kI32Max, kAll)},
      {.mnemonic = "v_cvt_u32_f64", .sources = {D, N, N}, .oracle = to_int(kF64, 't', 0, kU32Max, kAll)},
      {.mnemonic = "v_cvt_i16_f16", .sources = {H, N, N}, .oracle = to_int(kF16, 't', -32768, 32767, 0xffff)},
      {.mnemonic = "v_cvt_u16_f16", .sources = {H, N, N}, .oracle = to_int(kF16, 't', 0, 65535, 0xffff)},
      {.mnemonic = "v_cvt_flr_i32_f32", .sources = {S, N, N}, .oracle = to_int(kF32, 'f', kI32Min, kI32Max, kAll)},
      {.mnemonic = "v_cvt_rpi_i32_f32", .sources = {S, N, N}, .oracle = [](A x) -> uint64_t {
         if (kF32.is_nan(x.a)) return 0;
         const uint64_t sum = round_to(kF32, add_odd(value(kF32, x.a), Quad(0.5)));
         return static_cast<uint32_t>(to_integer(kF32, sum, 'f', kI32Min, kI32Max));
       }},
      {.mnemonic = "v_cvt_f32_i32", .sources = {I, N, N}, .oracle = from_int(kF32, [](A x) -> Quad { return static_cast<int32_t>(x.a); })},
      {.mnemonic = "v_cvt_f32_u32", .sources = {I, N, N}, .oracle = from_int(kF32, [](A x) -> Quad { return static_cast<uint32_t>(x.a); })},
      {.mnemonic = "v_cvt_f64_i32", .sources = {I, N, N}, .oracle = from_int(kF64, [](A x) -> Quad { return static_cast<int32_t>(x.a); }), .wide_result = true},
      {.mnemonic = "v_cvt_f64_u32", .sources = {I, N, N}, .oracle = from_int(kF64, [](A x) -> Quad { return static_cast<uint32_t>(x.a); }), .wide_result = true},
      {.mnemonic = "v_cvt_f16_i16", .sources = {I, N, N}, .oracle = from_int(kF16, [](A x) -> Quad { return static_cast<int16_t>(x.a); })},
      {.mnemonic = "v_cvt_f16_u16", .sources = {I, N, N}, .oracle = from_int(kF16, [](A x) -> Quad { return static_cast<uint16_t>(x.a); })},
      {.mnemonic = "v_cvt_f32_ubyte0", .sources = {I, N, N}, .oracle = from_int(kF32, [](A x) -> Quad { return static_cast<int>(x.a % 256); })},
      {.mnemonic = "v_cvt_f32_ubyte1", .sources = {I, N, N}, .oracle = from_int(kF32, [](A x) -> Quad { return static_cast<int>(x.a / 0x100 % 256); })},
      {.mnemonic = "v_cvt_f32_ubyte2", .sources = {I, N, N}, .oracle = from_int(kF32, [](A x) -> Quad { return static_cast<int>(x.a / 0x10000 % 256); })},
      {.mnemonic = "v_cvt_f32_ubyte3", .sources = {I, N, N}, .oracle = from_int(kF32, [](A x) -> Quad { return static_cast<int>(x.a / 0x1000000 % 256); })},
      {.mnemonic = "v_cvt_off_f32_i4", .sources = {I, N, N}, .oracle = from_int(kF32, [](A x) -> Quad {
         const int n = static_cast<int>(x.a % 16);
         return Quad(n < 8 ? n : n - 16) / 16;
       })},
      {.mnemonic = "v_cvt_f32_f64", .sources = {D, N, N}, .oracle = convert(kF64, kF32), .same = same_in(kF32)},
      {.mnemonic = "v_cvt_f64_f32", .sources = {S, N, N}, .oracle = convert(kF32, kF64), .wide_result = true, .same = same_in(kF64)},
      {.mnemonic = "v_cvt_f32_f16", .sources = {H, N, N}, .oracle = convert(kF16, kF32), .same = same_in(kF32)},
      {.mnemonic = "v_cvt_f16_f32", .sources = {S, N, N}, .oracle = convert(kF32, kF16), .same = same_in(kF16)},
      {.mnemonic = "v_cvt_pkrtz_f16_f32", .sources = {S, S, N},
       .oracle = [](A x) { return half_towards_zero(x.a) | half_towards_zero(x.b) << 16; },
       .same = [](uint64_t want, uint64_t got) {
         return same_in(kF16)(want & 0xffff, got & 0xffff) && same_in(kF16)(want >> 16, got >> 16);
       }},
      {.mnemonic = "v_cvt_pknorm_i16_f32", .sources = {S, S, N}, .oracle = pack_normalised(kF32, true)},
      {.mnemonic = "v_cvt_pknorm_u16_f32", .sources = {S, S, N}, .oracle = pack_normalised(kF32, false)},
      {.mnemonic = "v_cvt_pknorm_i16_f16", .sources = {H, H, N}, .oracle = pack_normalised(kF16, true)},
      {.mnemonic = "v_cvt_pknorm_u16_f16", .sources = {H, H, N}, .oracle = pack_normalised(kF16, false)},
      {.mnemonic = "v_cvt_norm_i16_f16", .sources = {H, N, N}, .oracle = [](A x) { return normalised(kF16, x.a, true); }},
      {.mnemonic = "v_cvt_norm_u16_f16", .sources = {H, N, N}, .oracle = [](A x) { return normalised(kF16, x.a, false); }},
      {.mnemonic = "v_cvt_pk_i16_f32", .sources = {S, S, N}, .oracle = [](A x) {
         auto to = [](uint64_t v) { return to_int(kF32, 't', -32768, 32767, 0xffff)({.a = v}); };
         return to(x.a) | to(x.b) << 16;
       }},
      {.mnemonic = "v_cvt_pk_u16_f32", .sources = {S, S, N}, .oracle = [](A x) {
         auto to = [](uint64_t v) { return to_int(kF32, 't', 0, 65535, 0xffff)({.a = v}); };
         return to(x.a) | to(x.b) << 16;
       }},
      {.mnemonic = "v_cvt_pk_i16_i32", .sources = {I, I, N}, .oracle = [](A x) -> uint64_t {
         auto low = [](uint64_t v) { return static_cast<uint16_t>(std::clamp<int64_t>(static_cast<int32_t>(v), -32768, 32767)); };
         return low(x.a) | uint64_t{low(x.b)} << 16;
       }},
      {.mnemonic = "v_cvt_pk_u16_u32", .sources = {I, I, N}, .oracle = [](A x) {
         return std::min<uint64_t>(x.a & kAll, 65535) | std::min<uint64_t>(x.b & kAll, 65535) << 16;
       }},
      {.mnemonic = "v_cvt_pk_u8_f32", .sources = {S, I, I}, .oracle = [](A x) { return byte_into(x, x.c); }},
      {.mnemonic = "v_cvt_pkaccum_u8_f32", .sources = {S, I, N}, .oracle = [](A x) { return byte_into(x, x.old); }},
  };
  for (bool bf8 : {false, true}) {
    const Small f = bf8 ? kBf8 : kFp8;
    const std::string name = bf8 ? "bf8" : "fp8";
    cases.push_back({.mnemonic = "v_cvt_f32_" + name,
                     .sources = {I, N, N},
                     .oracle = [=](A x) { return f.decode(x.a); },
                     .same = same_in(kF32)});
    cases.push_back({.mnemonic = "v_cvt_pk_f32_" + name,
                     .sources = {I, N, N},
                     .oracle = [=](A x) { return f.decode(x.a) | f.decode(x.a >> 8) << 32; },
                     .wide_result = true,
                     .same =
                         [](uint64_t want, uint64_t got) {
                           return same_in(kF32)(want & kAll, got & kAll) &&
                                  same_in(kF32)(want >> 32, got >> 32);
                         }});
    cases.push_back({.mnemonic = "v_cvt_pk_" + name + "_f32", .sources = {S, S, N}, .oracle = [=](A x) {
                       return f.nearest(x.a) | f.nearest(x.b) << 8 | (x.old & 0xffff0000);
                     }});
  }
  cases.push_back(
      {.mnemonic = "v_cvt_f32_bf16", .sources = {I, N, N}, .oracle = [](A x) { return x.a << 16 & kAll; }});
  cases.push_back({.mnemonic = "v_cvt_pk_bf16_f32", .sources = {S, S, N}, .oracle = [](A x) {
                     return to_bf16(x.a) | to_bf16(x.b) << 16;
                   }});
  cases.push_back(
      {.mnemonic = "v_cvt_pk_f16_f32",
       .sources = {S, S, N},
       .oracle = [](A x) { return convert(kF32, kF16)(x) | convert(kF32, kF16)({.a = x.b}) << 16; },
       .same =
           [](uint64_t want, uint64_t got) {
             return same_in(kF16)(want & 0xffff, got & 0xffff) && same_in(kF16)(want >> 16, got >> 16);
           }});
  check_table(vop_cvt_table(), cases, {"v_cvt_sr_fp8_f32", "v_cvt_sr_bf8_f32"});
}

// Stochastic rounding goes up with the probability that the dropped part says: the random bits are its
// threshold.
TEST(VopCvt, StochasticRounding) {
  for (bool bf8 : {false, true}) {
    const Small f = bf8 ? kBf8 : kFp8;
    const Semantics* row = find_row(vop_cvt_table(), bf8 ? "v_cvt_sr_bf8_f32" : "v_cvt_sr_fp8_f32");
    ASSERT_TRUE(row);
    for (uint32_t byte = 0; byte < 4; ++byte) {
      TestWave tw;
      tw.set_exec(0x00ffffffffffffff);
      Op op;
      op.dst = kDstRow;
      op.flags = (byte & 1 ? 4u : 0u) | (byte & 2 ? uint32_t{kOpSelDst} : 0u) |
                 (byte == 3 ? 1u << 6 : 0u); // byte 3: negated
      op.a = TestWave::vector(4);
      op.b = TestWave::vector(6);
      // Three eighths of the way from pattern 40 to 41.
      const Quad low = f.value(40), step = f.value(41) - low;
      for (int i = 0; i < kLanes; ++i) {
        tw.set_lane(4, i, round_to(kF32, low + step * 3 / 8));
        tw.set_lane(6, i, static_cast<uint32_t>(i) << 26);
      }
      const auto before = tw.snapshot();
      tw.run(row->fn, op);
      tw.expect_unchanged_but(before, {kDstRow}, 0x00ffffffffffffff);
      for (int i = 0; i < std::min(56, kLanes); ++i) {
        const uint64_t want = (i < 40 ? 40u : 41u) | (byte == 3 ? 0x80 : 0); // carries from 5/8 on
        const uint64_t old = before.rows[kDstRow].lane[i];
        EXPECT_EQ(tw.lane(kDstRow, i), (old & ~(255ull << (8 * byte))) | want << (8 * byte)) << i;
      }
    }
  }
}

// Values around the limits of the integer types and of rounding, which random draws seldom meet.
TEST(VopCvt, Edges) {
  struct Edge {
    const char* mnemonic;
    double from;
    uint32_t want;
  };
  const Edge edges[] = {
      {"v_cvt_i32_f64", 2147483647.9, 0x7fffffff},
      {"v_cvt_i32_f64", -2147483648.9, 0x80000000},
      {"v_cvt_u32_f64", 4294967295.9, 0xffffffff},
      {"v_cvt_u32_f64", -0.9, 0},
      {"v_cvt_u32_f64", 2147483648.5, 0x80000000},
      {"v_cvt_u32_f32", 4294967040.0, 0xffffff00},
      {"v_cvt_u32_f32", 2147483648.0, 0x80000000},
      {"v_cvt_u32_f32", 4294967296.0, 0xffffffff},
      {"v_cvt_i32_f32", 2147483648.0, 0x7fffffff},
      {"v_cvt_i32_f32", -2147483648.0, 0x80000000},
      {"v_cvt_i32_f32", -2147483904.0, 0x80000000},
      {"v_cvt_rpi_i32_f32", -0.5, 0},
      {"v_cvt_flr_i32_f32", -0.25, 0xffffffff},
      {"v_cvt_f16_f32", 65519.9, 0x7bff},
      {"v_cvt_f16_f32", 65520.0, 0x7c00},
      {"v_cvt_f16_f32", 0x1p-25, 0},
      {"v_cvt_f16_f32", 0x1.8p-25, 1},
      {"v_cvt_pkrtz_f16_f32", 1e9, 0x7bff7bff},
      {"v_cvt_pkrtz_f16_f32", 0x1.8p-24, 0x00010001},
  };
  for (const Edge& e : edges) {
    SCOPED_TRACE(testing::Message() << e.mnemonic << " of " << e.from);
    const Semantics* row = find_row(vop_cvt_table(), e.mnemonic);
    ASSERT_TRUE(row);
    const bool wide = std::string_view(e.mnemonic).ends_with("f64");
    TestWave tw;
    Op op;
    op.dst = kDstRow;
    op.a = op.b = tw.constant(wide ? bits64(e.from) : bits32(static_cast<float>(e.from)));
    tw.run(row->fn, op);
    EXPECT_EQ(tw.lane(kDstRow, 5), e.want);
  }
}

} // namespace
} // namespace wavelift::soft::test
