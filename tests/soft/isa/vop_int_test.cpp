// 32- and 64-bit vector integer operations against oracles in wide arithmetic and bit by bit.
#include "harness.h"

namespace wavelift::soft::test {
namespace {

using enum Draw;
using Int128 = __int128;

uint32_t u32(uint64_t x) { return static_cast<uint32_t>(x); }
int64_t s32(uint64_t x) { return static_cast<int32_t>(u32(x)); }
int64_t s64(uint64_t x) { return static_cast<int64_t>(x); }
int64_t s24(uint64_t x) { return (x & 0x800000) ? int64_t(x & 0xffffff) - 0x1000000 : int64_t(x & 0xffffff); }
int64_t u24(uint64_t x) { return int64_t(x % 0x1000000); }
uint64_t limit(Int128 x, Int128 low, Int128 high) {
  return static_cast<uint64_t>(x < low ? low : x > high ? high : x);
}
constexpr Int128 kMax32 = 0xffffffffu, kMaxSigned = 0x7fffffff, kMinSigned = -0x80000000ll;

bool bit(uint64_t x, int i) { return i >= 0 && i < 64 && (x >> i & 1); }
int byte(uint64_t x, int i) { return int(x >> (8 * i) & 0xff); }

// Bits offset..offset+width-1 one by one; past the top the sign (or nothing).
uint64_t field(uint64_t x, int offset, int width, bool is_signed) {
  uint64_t r = 0;
  for (int i = 0; i < width; ++i)
    if (offset + i < 32 ? bit(x, offset + i) : is_signed && bit(x, 31)) r |= 1ull << i;
  if (is_signed && width > 0 && bit(r, width - 1))
    for (int i = width; i < 32; ++i) r |= 1ull << i;
  return u32(r);
}

uint64_t sad(uint64_t a, uint64_t b, int width, int count, bool masked = false) {
  uint64_t sum = 0;
  for (int k = 0; k < count; ++k) {
    const uint64_t m = (1ull << width) - 1, x = a >> (k * width) & m, y = b >> (k * width) & m;
    if (!masked || y != 0) sum += x > y ? x - y : y - x;
  }
  return sum;
}

uint64_t permute(const Args& x) {
  const uint64_t data = x.a << 32 | x.b;
  uint64_t r = 0;
  for (int k = 0; k < 4; ++k) {
    const int s = byte(x.c, k);
    int v = 0xff;
    if (s < 8)
      v = byte(data, s);
    else if (s < 12)
      v = bit(data, 16 * (s - 8) + 15) ? 0xff : 0;
    else if (s == 12)
      v = 0;
    r |= uint64_t(v) << (8 * k);
  }
  return r;
}

uint64_t median(Int128 a, Int128 b, Int128 c) {
  std::array<Int128, 3> v{a, b, c};
  std::sort(v.begin(), v.end());
  return u32(static_cast<uint64_t>(v[1]));
}

int first_set(uint64_t x, bool from_top) {
  for (int i = 0; i < 32; ++i)
    if (bit(x, from_top ? 31 - i : i)) return i;
  return -1;
}

using A = const Args&;
const LaneCase kCases[] = {
    {"v_mov_b32", {b32}, [](A x) { return x.a; }},
    {"v_accvgpr_read_b32", {b32}, [](A x) { return x.a; }},
    {"v_accvgpr_write_b32", {b32}, [](A x) { return x.a; }},
    {"v_accvgpr_mov_b32", {b32}, [](A x) { return x.a; }},
    {.mnemonic = "v_mov_b64", .sources = {b64}, .oracle = [](A x) { return x.a; }, .wide_result = true},
    {"v_cndmask_b32", {b32, b32, mask}, [](A x) { return bit(x.c, x.lane) ? x.b : x.a; }},
    {"v_add_u32", {b32, b32}, [](A x) { return u32(x.a + x.b); }},
    {"v_sub_u32", {b32, b32}, [](A x) { return u32(x.a - x.b); }},
    {"v_subrev_u32", {b32, b32}, [](A x) { return u32(x.b - x.a); }},
    {"v_add_i32", {b32, b32}, [](A x) { return u32(uint64_t(s32(x.a) + s32(x.b))); }},
    {"v_sub_i32", {b32, b32}, [](A x) { return u32(uint64_t(s32(x.a) - s32(x.b))); }},
    {"v_add3_u32", {b32, b32, b32}, [](A x) { return u32(x.a + x.b + x.c); }},
    {"v_xad_u32", {b32, b32, b32}, [](A x) { return u32((x.a ^ x.b) + x.c); }},
    {"v_lshl_add_u32", {b32, shift, b32}, [](A x) { return u32((x.a << x.b % 32) + x.c); }},
    {"v_add_lshl_u32", {b32, b32, shift}, [](A x) { return u32((x.a + x.b) << x.c % 32); }},
    {.mnemonic = "v_lshl_add_u64",
     .sources = {b64, shift, b64},
     .oracle = [](A x) { return (x.a << x.b % 8) + x.c; },
     .wide_result = true},
    {"v_mul_lo_u32", {b32, b32}, [](A x) { return u32(x.a * x.b); }},
    {"v_mul_hi_u32", {b32, b32}, [](A x) { return x.a * x.b >> 32; }},
    {"v_mul_hi_i32", {b32, b32}, [](A x) { return u32(uint64_t(s32(x.a) * s32(x.b)) >> 32); }},
    {"v_mul_u32_u24", {b32, b32}, [](A x) { return u32(uint64_t(u24(x.a) * u24(x.b))); }},
    {"v_mul_hi_u32_u24", {b32, b32}, [](A x) { return uint64_t(u24(x.a) * u24(x.b)) >> 32; }},
    {"v_mul_i32_i24", {b32, b32}, [](A x) { return u32(uint64_t(s24(x.a) * s24(x.b))); }},
    {"v_mul_hi_i32_i24", {b32, b32}, [](A x) { return u32(uint64_t(s24(x.a) * s24(x.b)) >> 32); }},
    {"v_mad_u32_u24", {b32, b32, b32}, [](A x) { return u32(uint64_t(u24(x.a) * u24(x.b)) + x.c); }},
    {"v_mad_i32_i24", {b32, b32, b32}, [](A x) { return u32(uint64_t(s24(x.a) * s24(x.b)) + x.c); }},
    {"v_min_i32", {b32, b32}, [](A x) { return s32(x.a) < s32(x.b) ? x.a : x.b; }},
    {"v_max_i32", {b32, b32}, [](A x) { return s32(x.a) > s32(x.b) ? x.a : x.b; }},
    {"v_min_u32", {b32, b32}, [](A x) { return x.a < x.b ? x.a : x.b; }},
    {"v_max_u32", {b32, b32}, [](A x) { return x.a > x.b ? x.a : x.b; }},
    {"v_min3_i32",
     {b32, b32, b32},
     [](A x) { return uint64_t(u32(uint64_t(std::min({s32(x.a), s32(x.b), s32(x.c)})))); }},
    {"v_max3_i32",
     {b32, b32, b32},
     [](A x) { return uint64_t(u32(uint64_t(std::max({s32(x.a), s32(x.b), s32(x.c)})))); }},
    {"v_med3_i32", {b32, b32, b32}, [](A x) { return median(s32(x.a), s32(x.b), s32(x.c)); }},
    {"v_min3_u32", {b32, b32, b32}, [](A x) { return std::min({x.a, x.b, x.c}); }},
    {"v_max3_u32", {b32, b32, b32}, [](A x) { return std::max({x.a, x.b, x.c}); }},
    {"v_med3_u32", {b32, b32, b32}, [](A x) { return median(x.a, x.b, x.c); }},
    {"v_and_b32", {b32, b32}, [](A x) { return x.a & x.b; }},
    {"v_or_b32", {b32, b32}, [](A x) { return x.a + x.b - (x.a & x.b); }},
    {"v_xor_b32", {b32, b32}, [](A x) { return (x.a | x.b) - (x.a & x.b); }},
    {"v_xnor_b32", {b32, b32}, [](A x) { return 0xffffffffull - ((x.a | x.b) - (x.a & x.b)); }},
    {"v_not_b32", {b32}, [](A x) { return 0xffffffffull - x.a; }},
    {"v_and_or_b32", {b32, b32, b32}, [](A x) { return (x.a & x.b) | x.c; }},
    {"v_or3_b32", {b32, b32, b32}, [](A x) { return x.a | x.b | x.c; }},
    {"v_lshl_or_b32", {b32, shift, b32}, [](A x) { return u32(x.a << x.b % 32) | x.c; }},
    {"v_lshlrev_b32", {shift, b32}, [](A x) { return u32(x.b << x.a % 32); }},
    {"v_lshrrev_b32", {shift, b32}, [](A x) { return x.b / (1ull << x.a % 32); }},
    {"v_ashrrev_i32", {shift, b32}, [](A x) { return u32(uint64_t(s32(x.b) >> x.a % 32)); }},
    {.mnemonic = "v_lshlrev_b64",
     .sources = {shift, b64},
     .oracle = [](A x) { return x.b * (1ull << x.a % 64); },
     .wide_result = true},
    {.mnemonic = "v_lshrrev_b64",
     .sources = {shift, b64},
     .oracle = [](A x) { return x.b / (1ull << x.a % 64); },
     .wide_result = true},
    {.mnemonic = "v_ashrrev_i64",
     .sources = {shift, b64},
     .oracle = [](A x) { return uint64_t(Int128(s64(x.b)) >> x.a % 64); },
     .wide_result = true},
    {"v_alignbit_b32", {b32, b32, shift}, [](A x) { return u32((x.a << 32 | x.b) >> x.c % 32); }},
    {"v_alignbyte_b32", {b32, b32, shift}, [](A x) { return u32((x.a << 32 | x.b) >> x.c % 4 * 8); }},
    {"v_bfe_u32", {b32, shift, shift}, [](A x) { return field(x.a, int(x.b % 32), int(x.c % 32), false); }},
    {"v_bfe_i32", {b32, shift, shift}, [](A x) { return field(x.a, int(x.b % 32), int(x.c % 32), true); }},
    {"v_bfi_b32", {b32, b32, b32}, [](A x) { return x.c ^ ((x.b ^ x.c) & x.a); }},
    {"v_bfm_b32", {shift, shift}, [](A x) { return u32(((1ull << x.a % 32) - 1) << x.b % 32); }},
    {"v_bfrev_b32",
     {b32},
     [](A x) {
       uint64_t r = 0;
       for (int i = 0; i < 32; ++i) r |= uint64_t(bit(x.a, i)) << (31 - i);
       return r;
     }},
    {"v_bcnt_u32_b32",
     {b32, b32},
     [](A x) {
       uint64_t n = x.b;
       for (int i = 0; i < 32; ++i) n += bit(x.a, i);
       return u32(n);
     }},
    {"v_ffbh_u32", {b32}, [](A x) { return u32(uint64_t(first_set(x.a, true))); }},
    {"v_ffbl_b32", {b32}, [](A x) { return u32(uint64_t(first_set(x.a, false))); }},
    {"v_ffbh_i32",
     {b32},
     [](A x) {
       for (int i = 1; i < 32; ++i)
         if (bit(x.a, 31 - i) != bit(x.a, 31)) return uint64_t(i);
       return uint64_t{0xffffffff};
     }},
    {"v_perm_b32", {b32, b32, b32}, permute},
    {"v_lerp_u8",
     {b32, b32, b32},
     [](A x) {
       uint64_t r = 0;
       for (int k = 0; k < 4; ++k)
         r |= uint64_t((byte(x.a, k) + byte(x.b, k) + byte(x.c, k) % 2) / 2) << (8 * k);
       return r;
     }},
    {"v_sad_u8", {b32, b32, b32}, [](A x) { return u32(sad(x.a, x.b, 8, 4) + x.c); }},
    {"v_sad_hi_u8", {b32, b32, b32}, [](A x) { return u32((sad(x.a, x.b, 8, 4) << 16) + x.c); }},
    {"v_sad_u16", {b32, b32, b32}, [](A x) { return u32(sad(x.a, x.b, 16, 2) + x.c); }},
    {"v_sad_u32", {b32, b32, b32}, [](A x) { return u32(sad(x.a, x.b, 32, 1) + x.c); }},
    {"v_msad_u8", {b32, b32, b32}, [](A x) { return u32(sad(x.a, x.b, 8, 4, true) + x.c); }},
    // Saturating forms
    {"v_add_u32", {b32, b32}, [](A x) { return limit(Int128(x.a) + x.b, 0, kMax32); }, false, kClamp},
    {"v_sub_u32", {b32, b32}, [](A x) { return limit(Int128(x.a) - x.b, 0, kMax32); }, false, kClamp},
    {"v_subrev_u32", {b32, b32}, [](A x) { return limit(Int128(x.b) - x.a, 0, kMax32); }, false, kClamp},
    {"v_add_i32",
     {b32, b32},
     [](A x) { return u32(limit(s32(x.a) + s32(x.b), kMinSigned, kMaxSigned)); },
     false,
     kClamp},
    {"v_sub_i32",
     {b32, b32},
     [](A x) { return u32(limit(s32(x.a) - s32(x.b), kMinSigned, kMaxSigned)); },
     false,
     kClamp},
    {"v_mad_u32_u24",
     {b32, b32, b32},
     [](A x) { return limit(u24(x.a) * u24(x.b) + Int128(x.c), 0, kMax32); },
     false,
     kClamp},
    {"v_mad_i32_i24",
     {b32, b32, b32},
     [](A x) { return u32(limit(s24(x.a) * s24(x.b) + Int128(s32(x.c)), kMinSigned, kMaxSigned)); },
     false,
     kClamp},
    {"v_sad_u8",
     {b32, b32, b32},
     [](A x) { return limit(Int128(sad(x.a, x.b, 8, 4)) + x.c, 0, kMax32); },
     false,
     kClamp},
    {"v_sad_hi_u8",
     {b32, b32, b32},
     [](A x) { return limit(Int128(sad(x.a, x.b, 8, 4) << 16) + x.c, 0, kMax32); },
     false,
     kClamp},
    {"v_sad_u16",
     {b32, b32, b32},
     [](A x) { return limit(Int128(sad(x.a, x.b, 16, 2)) + x.c, 0, kMax32); },
     false,
     kClamp},
    {"v_sad_u32",
     {b32, b32, b32},
     [](A x) { return limit(Int128(sad(x.a, x.b, 32, 1)) + x.c, 0, kMax32); },
     false,
     kClamp},
    {"v_msad_u8",
     {b32, b32, b32},
     [](A x) { return limit(Int128(sad(x.a, x.b, 8, 4, true)) + x.c, 0, kMax32); },
     false,
     kClamp},
};

TEST(VopInt, EveryMnemonicAgainstItsOracle) {
  for (const LaneCase& c : kCases) check_lanes(vop_int_table(), c);
}

// Sums with carries: (mnemonic, exact value of the lane). The carry is that the value leaves [0, 2^32).
struct CarryCase {
  const char* mnemonic;
  bool carry_in;
  Int128 (*exact)(A x, int carry);
};
const CarryCase kCarries[] = {
    {"v_add_co_u32", false, [](A x, int) { return Int128(x.a) + x.b; }},
    {"v_sub_co_u32", false, [](A x, int) { return Int128(x.a) - x.b; }},
    {"v_subrev_co_u32", false, [](A x, int) { return Int128(x.b) - x.a; }},
    {"v_addc_co_u32", true, [](A x, int c) { return Int128(x.a) + x.b + c; }},
    {"v_subb_co_u32", true, [](A x, int c) { return Int128(x.a) - x.b - c; }},
    {"v_subbrev_co_u32", true, [](A x, int c) { return Int128(x.b) - x.a - c; }},
};
TEST(VopInt, CarriesInAndOut) {
  for (const CarryCase& c : kCarries)
    for (uint32_t flags : {0u, uint32_t{kClamp}}) {
      const auto value = [&c](A x) { return c.exact(x, c.carry_in && bit(x.c, x.lane)); };
      check_lanes(
          vop_int_table(),
          {.mnemonic = c.mnemonic,
           .sources = {b32, b32, c.carry_in ? mask : none},
           .oracle =
               [=](A x) { return flags ? limit(value(x), 0, kMax32) : u32(static_cast<uint64_t>(value(x))); },
           .flags = flags,
           .bit = [=](A x) { return value(x) < 0 || value(x) > kMax32; }});
    }
}

TEST(VopInt, WideMultiplyAdd) {
  const auto exact_u = [](A x) { return Int128(x.a * x.b) + x.c; };
  const auto exact_i = [](A x) { return Int128(s32(x.a)) * s32(x.b) + s64(x.c); };
  constexpr Int128 kMaxU = ~0ull, kMaxI = INT64_MAX, kMinI = INT64_MIN;
  check_lanes(vop_int_table(), {.mnemonic = "v_mad_u64_u32",
                                .sources = {b32, b32, b64},
                                .oracle = [=](A x) { return static_cast<uint64_t>(exact_u(x)); },
                                .wide_result = true,
                                .bit = [=](A x) { return exact_u(x) > kMaxU; }});
  check_lanes(vop_int_table(), {.mnemonic = "v_mad_i64_i32",
                                .sources = {b32, b32, b64},
                                .oracle = [=](A x) { return static_cast<uint64_t>(exact_i(x)); },
                                .wide_result = true,
                                .bit = [=](A x) { return exact_i(x) < 0; }});
  check_lanes(vop_int_table(), {.mnemonic = "v_mad_u64_u32",
                                .sources = {b32, b32, b64},
                                .oracle = [=](A x) { return limit(exact_u(x), 0, kMaxU); },
                                .wide_result = true,
                                .flags = kClamp,
                                .bit = [=](A x) { return exact_u(x) > kMaxU; }});
  check_lanes(vop_int_table(), {.mnemonic = "v_mad_i64_i32",
                                .sources = {b32, b32, b64},
                                .oracle = [=](A x) { return limit(exact_i(x), kMinI, kMaxI); },
                                .wide_result = true,
                                .flags = kClamp,
                                .bit = [=](A x) { return exact_i(x) < 0; }});
}

TEST(VopInt, PackedMoveChoosesHalves) {
  for (uint32_t sel = 0; sel < 4; ++sel)
    check_lanes(vop_int_table(), {.mnemonic = "v_pk_mov_b32",
                                  .sources = {b64, b64},
                                  .oracle =
                                      [sel](A x) {
                                        const uint64_t low = sel & 1 ? x.a >> 32 : u32(x.a),
                                                       high = sel & 2 ? x.b >> 32 : u32(x.b);
                                        return high << 32 | low;
                                      },
                                  .wide_result = true,
                                  .flags = kOpSelDefault | sel});
}

TEST(VopInt, QuadSums) {
  for (uint32_t flags : {0u, uint32_t{kClamp}})
    for (bool masked : {false, true})
      check_lanes(vop_int_table(), {.mnemonic = masked ? "v_mqsad_pk_u16_u8" : "v_qsad_pk_u16_u8",
                                    .sources = {b64, b32, b64},
                                    .oracle =
                                        [=](A x) {
                                          uint64_t r = 0;
                                          for (int k = 0; k < 4; ++k) {
                                            const uint64_t s = sad(x.a >> (8 * k), x.b, 8, 4, masked) +
                                                               (x.c >> (16 * k)) % 65536;
                                            r |= (flags ? std::min<uint64_t>(s, 65535) : s % 65536)
                                                 << (16 * k);
                                          }
                                          return r;
                                        },
                                    .wide_result = true,
                                    .flags = flags});
}

class QuadSums32 : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(VopInt, QuadSums32, testing::Values(0u, uint32_t{kClamp}));
TEST_P(QuadSums32, AddsFourToFour) {
  TestWave tw;
  Values values(7);
  const uint64_t exec = kExecPatterns[2];
  tw.set_exec(exec);
  for (int i = 0; i < kLanes; ++i) {
    tw.set_lane(4, i, values.draw(b64), true);
    tw.set_lane(6, i, values.draw(b32));
    for (int k = 0; k < 4; ++k) tw.set_lane(kDstRow + 2 + k, i, values.draw(b32));
  }
  const auto before = tw.snapshot();
  Op op;
  op.flags = GetParam();
  op.a = TestWave::vector(4, true);
  op.b = TestWave::vector(6);
  op.c = {Src::Kind::vector, 4, kDstRow + 2}; // overlaps the destination
  op.dst = kDstRow;
  tw.run(find_row(vop_int_table(), "v_mqsad_u32_u8")->fn, op);
  tw.expect_unchanged_but(before, {kDstRow, kDstRow + 1, kDstRow + 2, kDstRow + 3}, exec);
  for (int i = 0; i < kLanes; ++i)
    for (int k = 0; k < 4; ++k)
      if (bit(exec, i)) {
        const uint64_t a = before.rows[4].lane[i] | uint64_t{before.rows[5].lane[i]} << 32;
        const uint64_t c = before.rows[size_t(kDstRow + 2 + k)].lane[i];
        const uint64_t sum = sad(a >> (8 * k), before.rows[6].lane[i], 8, 4, true) + c;
        EXPECT_EQ(tw.lane(kDstRow + k, i), GetParam() ? limit(sum, 0, kMax32) : u32(sum));
      }
}

TEST(VopInt, SwapExchangesLanesThatAreOn) {
  for (uint64_t exec : kExecPatterns) {
    TestWave tw;
    tw.set_exec(exec);
    const auto before = tw.snapshot();
    Op op;
    op.a = TestWave::vector(9);
    op.dst = kDstRow;
    tw.run(find_row(vop_int_table(), "v_swap_b32")->fn, op);
    tw.expect_unchanged_but(before, {9, kDstRow}, exec);
    for (int i = 0; i < kLanes; ++i)
      if (bit(exec, i)) {
        EXPECT_EQ(tw.lane(9, i), before.rows[kDstRow].lane[i]);
        EXPECT_EQ(tw.lane(kDstRow, i), before.rows[9].lane[i]);
      }
  }
}

// With one selector for all lanes: the forms that compilers emit, and each kind of byte.
TEST(VopInt, PermuteByScalar) {
  Values values(9);
  for (uint32_t selector :
       {0x05040100u, 0x07060302u, 0x0c020c00u, 0x03020104u, 0x0d0cff07u, 0x080a0b09u, 0x00010203u}) {
    TestWave tw;
    tw.set_exec(kExecPatterns[2]);
    for (int i = 0; i < kLanes; ++i) {
      tw.set_lane(kDstRow, i, values.draw(b32));
      tw.set_lane(6, i, values.draw(b32));
    }
    tw.wave().s[33] = selector;
    const auto before = tw.snapshot();
    Op op;
    op.a = TestWave::vector(kDstRow);
    op.b = TestWave::vector(6);
    op.c = TestWave::scalar(33);
    op.dst = kDstRow;
    tw.run(find_row(vop_int_table(), "v_perm_b32")->fn, op);
    tw.expect_unchanged_but(before, {kDstRow}, kExecPatterns[2]);
    for (int i = 0; i < kLanes; ++i)
      if (bit(kExecPatterns[2], i))
        EXPECT_EQ(tw.lane(kDstRow, i),
                  permute({.a = before.rows[kDstRow].lane[i], .b = before.rows[6].lane[i], .c = selector}))
            << std::hex << selector;
  }
}

// A row without a case here would be untested.
TEST(VopInt, EveryRowIsTested) {
  for (const Semantics& s : vop_int_table()) {
    bool tested = std::ranges::any_of(kCases, [&](const LaneCase& c) { return c.mnemonic == s.mnemonic; }) ||
                  std::ranges::any_of(kCarries, [&](const CarryCase& c) { return c.mnemonic == s.mnemonic; });
    for (const char* m : {"v_mad_u64_u32", "v_mad_i64_i32", "v_pk_mov_b32", "v_qsad_pk_u16_u8",
                          "v_mqsad_pk_u16_u8", "v_mqsad_u32_u8", "v_swap_b32", "v_nop"})
      tested |= s.mnemonic == m;
    EXPECT_TRUE(tested) << s.mnemonic;
  }
}

} // namespace
} // namespace wavelift::soft::test
