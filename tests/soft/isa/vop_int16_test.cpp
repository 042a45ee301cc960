// 16-bit and packed 16-bit integer operations and integer dot products against oracles in wide arithmetic.
#include "harness.h"

namespace wavelift::soft::test {
namespace {

using enum Draw;

int64_t u16(uint64_t x) { return int64_t(x % 65536); }
int64_t s16(uint64_t x) { return u16(x) - (x & 0x8000 ? 65536 : 0); }
int64_t s32(uint64_t x) { return static_cast<int32_t>(static_cast<uint32_t>(x)); }
uint64_t low16(int64_t x) { return static_cast<uint64_t>(x) % 65536; }
uint64_t low32(int64_t x) { return static_cast<uint64_t>(x) & 0xffffffff; }
int64_t limit(int64_t x, int64_t low, int64_t high) { return x < low ? low : x > high ? high : x; }

// The operations of one 16-bit value: exact results before wrapping. Shared by the single and the packed
// forms.
struct Operation {
  const char* name; // "v_" and "v_pk_" come before it
  int sources;
  bool is_signed;
  bool saturates;
  int64_t (*exact)(int64_t a, int64_t b, int64_t c);
  bool single = true, packed = true;
};
const Operation kOperations[] = {
    {"add_u16", 2, false, true, [](int64_t a, int64_t b, int64_t) { return a + b; }},
    {"sub_u16", 2, false, true, [](int64_t a, int64_t b, int64_t) { return a - b; }},
    {"subrev_u16", 2, false, true, [](int64_t a, int64_t b, int64_t) { return b - a; }, true, false},
    {"add_i16", 2, true, true, [](int64_t a, int64_t b, int64_t) { return a + b; }},
    {"sub_i16", 2, true, true, [](int64_t a, int64_t b, int64_t) { return a - b; }},
    {"mul_lo_u16", 2, false, true, [](int64_t a, int64_t b, int64_t) { return a * b; }},
    {"mad_u16", 3, false, true, [](int64_t a, int64_t b, int64_t c) { return a * b + c; }},
    {"mad_i16", 3, true, true, [](int64_t a, int64_t b, int64_t c) { return a * b + c; }},
    {"mad_legacy_u16", 3, false, true, [](int64_t a, int64_t b, int64_t c) { return a * b + c; }, true,
     false},
    {"mad_legacy_i16", 3, true, true, [](int64_t a, int64_t b, int64_t c) { return a * b + c; }, true, false},
    {"lshlrev_b16", 2, false, false, [](int64_t a, int64_t b, int64_t) { return b << (a % 16); }},
    {"lshrrev_b16", 2, false, false, [](int64_t a, int64_t b, int64_t) { return b >> (a % 16); }},
    {"ashrrev_i16", 2, true, false, [](int64_t a, int64_t b, int64_t) { return b >> (a & 15); }},
    {"min_u16", 2, false, false, [](int64_t a, int64_t b, int64_t) { return a < b ? a : b; }},
    {"max_u16", 2, false, false, [](int64_t a, int64_t b, int64_t) { return a > b ? a : b; }},
    {"min_i16", 2, true, false, [](int64_t a, int64_t b, int64_t) { return a < b ? a : b; }},
    {"max_i16", 2, true, false, [](int64_t a, int64_t b, int64_t) { return a > b ? a : b; }},
    {"min3_u16", 3, false, false, [](int64_t a, int64_t b, int64_t c) { return std::min({a, b, c}); }, true,
     false},
    {"max3_u16", 3, false, false, [](int64_t a, int64_t b, int64_t c) { return std::max({a, b, c}); }, true,
     false},
    {"med3_u16", 3, false, false,
     [](int64_t a, int64_t b, int64_t c) { return a + b + c - std::min({a, b, c}) - std::max({a, b, c}); },
     true, false},
    {"min3_i16", 3, true, false, [](int64_t a, int64_t b, int64_t c) { return std::min({a, b, c}); }, true,
     false},
    {"max3_i16", 3, true, false, [](int64_t a, int64_t b, int64_t c) { return std::max({a, b, c}); }, true,
     false},
    {"med3_i16", 3, true, false,
     [](int64_t a, int64_t b, int64_t c) { return a + b + c - std::min({a, b, c}) - std::max({a, b, c}); },
     true, false},
};

uint64_t evaluate(const Operation& o, bool clamp, uint64_t a, uint64_t b, uint64_t c) {
  const auto of = [&](uint64_t x) { return o.is_signed ? s16(x) : u16(x); };
  const int64_t exact = o.exact(of(a), of(b), of(c));
  if (!clamp) return low16(exact);
  return low16(o.is_signed ? limit(exact, -32768, 32767) : limit(exact, 0, 65535));
}
std::array<Draw, 3> sources(int n, Draw d) { return {d, d, n == 3 ? d : none}; }

TEST(VopInt16, Single) {
  for (const Operation& o : kOperations)
    for (bool clamp : {false, true}) {
      if (!o.single || (clamp && !o.saturates)) continue;
      const std::string name = std::string("v_") + o.name;
      const bool keeps_high = name == "v_mad_u16" || name == "v_mad_i16";
      check_lanes(vop_int16_table(), {.mnemonic = name,
                                      .sources = sources(o.sources, b16),
                                      .oracle =
                                          [=](const Args& x) {
                                            return evaluate(o, clamp, x.a, x.b, x.c) |
                                                   (keeps_high ? x.old / 65536 * 65536 : 0);
                                          },
                                      .flags = clamp ? uint32_t{kClamp} : 0u});
    }
}

// A half of source k chosen by its op_sel (low result) or op_sel_hi (high result) bit.
uint64_t half(uint64_t x, uint32_t flags, int k, bool high_result) {
  return flags >> (k + (high_result ? 3 : 0)) & 1 ? x >> 16 & 0xffff : x & 0xffff;
}
TEST(VopInt16, Packed) {
  const uint32_t kSelects[] = {kOpSelDefault, 0, 7, 7 | kOpSelDefault, 2 | 1 << 3, 5 | 2 << 3};
  for (const Operation& o : kOperations)
    for (uint32_t select : kSelects)
      for (bool clamp : {false, true}) {
        if (!o.packed || (clamp && !o.saturates)) continue;
        const uint32_t flags = select | (clamp ? uint32_t{kClamp} : 0u);
        check_lanes(vop_int16_table(),
                    {.mnemonic = std::string("v_pk_") + o.name,
                     .sources = sources(o.sources, b32),
                     .oracle =
                         [=](const Args& x) {
                           const auto at = [&](bool high) {
                             return evaluate(o, clamp, half(x.a, flags, 0, high), half(x.b, flags, 1, high),
                                             half(x.c, flags, 2, high));
                           };
                           return at(true) << 16 | at(false);
                         },
                     .flags = flags},
                    8);
      }
}

int64_t element(uint64_t x, int bits, int k, bool is_signed) {
  const int64_t v = int64_t(x >> (bits * k)) & ((1ll << bits) - 1);
  return is_signed && v >> (bits - 1) ? v - (1ll << bits) : v;
}
struct Dot {
  const char* mnemonic;
  int bits;
  bool is_signed, accumulates;
};
const Dot kDots[] = {
    {"v_dot2_i32_i16", 16, true, false}, {"v_dot2_u32_u16", 16, false, false},
    {"v_dot4_i32_i8", 8, true, false},   {"v_dot4_u32_u8", 8, false, false},
    {"v_dot8_i32_i4", 4, true, false},   {"v_dot8_u32_u4", 4, false, false},
    {"v_dot2c_i32_i16", 16, true, true}, {"v_dot4c_i32_i8", 8, true, true},
    {"v_dot8c_i32_i4", 4, true, true},
};
TEST(VopInt16, DotProducts) {
  for (const Dot& d : kDots)
    for (bool clamp : {false, true})
      check_lanes(vop_int16_table(),
                  {.mnemonic = d.mnemonic,
                   .sources = {b32, b32, d.accumulates ? none : b32},
                   .oracle =
                       [=](const Args& x) {
                         const uint64_t addend = d.accumulates ? x.old : x.c;
                         int64_t sum = d.is_signed ? s32(addend) : int64_t(addend);
                         for (int k = 0; k < 32 / d.bits; ++k)
                           sum += element(x.a, d.bits, k, d.is_signed) * element(x.b, d.bits, k, d.is_signed);
                         if (clamp)
                           sum = d.is_signed ? limit(sum, INT32_MIN, INT32_MAX) : limit(sum, 0, 0xffffffffll);
                         return low32(sum);
                       },
                   .flags = kOpSelDefault | (clamp ? uint32_t{kClamp} : 0u)});
}
TEST(VopInt16, DotProductOfChosenHalves) {
  for (bool is_signed : {true, false})
    for (uint32_t flags : {1u, 2u | 1u << 3, 3u | 3u << 3})
      check_lanes(vop_int16_table(), {.mnemonic = is_signed ? "v_dot2_i32_i16" : "v_dot2_u32_u16",
                                      .sources = {b32, b32, b32},
                                      .oracle =
                                          [=](const Args& x) {
                                            auto at = [&](uint64_t pair, int source, bool high) -> int64_t {
                                              const auto h = half(pair, flags, source, high);
                                              return is_signed ? s16(h) : u16(h);
                                            };
                                            int64_t sum = is_signed ? s32(x.c) : int64_t(x.c);
                                            for (bool high : {false, true}) sum += at(x.a, 0, high) * at(x.b, 1, high);
                                            return low32(sum);
                                          },
                                      .flags = flags});
}

// gfx11's dot products: neg_lo says which of a and b is signed.
TEST(VopInt16, DotProductsOfEitherSign) {
  for (int bits : {8, 4})
    for (uint32_t signs = 0; signs < 4; ++signs)
      for (bool clamp : {false, true})
        check_lanes(vop_int16_table(),
                    {.mnemonic = bits == 8 ? "v_dot4_i32_iu8" : "v_dot8_i32_iu4",
                     .sources = {b32, b32, b32},
                     .oracle =
                         [=](const Args& x) {
                           int64_t sum = s32(x.c);
                           for (int k = 0; k < 32 / bits; ++k)
                             sum += element(x.a, bits, k, signs & 1) * element(x.b, bits, k, signs & 2);
                           return low32(clamp ? limit(sum, INT32_MIN, INT32_MAX) : sum);
                         },
                     .flags = kOpSelDefault | signs << 6 | (clamp ? uint32_t{kClamp} : 0u)});
}

const LaneCase kGfx11[] = {
    {"v_mov_b16", {b16}, [](const Args& x) { return low16(u16(x.a)); }},
    {"v_not_b16", {b16}, [](const Args& x) { return low16(65535 - u16(x.a)); }},
    {"v_and_b16", {b16, b16}, [](const Args& x) { return low16(u16(x.a) + u16(x.b) - (u16(x.a) | u16(x.b))); }},
    {"v_or_b16", {b16, b16}, [](const Args& x) { return low16(u16(x.a) + u16(x.b) - (u16(x.a) & u16(x.b))); }},
    {"v_xor_b16", {b16, b16}, [](const Args& x) { return low16((u16(x.a) | u16(x.b)) - (u16(x.a) & u16(x.b))); }},
    {"v_cndmask_b16", {b16, b16, mask}, [](const Args& x) { return low16(u16(x.c >> x.lane & 1 ? x.b : x.a)); }},
    {"v_cvt_i32_i16", {b16}, [](const Args& x) { return low32(s16(x.a)); }},
    {"v_cvt_u32_u16", {b16}, [](const Args& x) { return low32(u16(x.a)); }},
};
TEST(VopInt16, Gfx11) {
  for (const LaneCase& c : kGfx11) check_lanes(vop_int16_table(), c);
}
TEST(VopInt16, SwapOfHalves) {
  for (uint32_t flags : {0u, 1u, uint32_t{kOpSelDst}, 1u | kOpSelDst})
    for (uint64_t exec : kExecPatterns)
      for (int source : {9, kDstRow}) {
        TestWave tw;
        tw.set_exec(exec);
        const auto before = tw.snapshot();
        Op op;
        op.a = TestWave::vector(source);
        op.dst = kDstRow;
        op.flags = flags;
        tw.run(find_row(vop_int16_table(), "v_swap_b16")->fn, op);
        tw.expect_unchanged_but(before, {source, kDstRow}, exec);
        for (int i = 0; i < kLanes; ++i) {
          if (!(exec >> i & 1)) continue;
          uint16_t h[2][2];   // of source and destination
          std::memcpy(h[0], &before.rows[size_t(source)].lane[i], 4);
          std::memcpy(h[1], &before.rows[kDstRow].lane[i], 4);
          const bool same = source == kDstRow;
          std::swap(h[same ? 1 : 0][flags & 1], h[1][flags & kOpSelDst ? 1 : 0]);
          if (!same) EXPECT_EQ(tw.lane(source, i), h[0][0] | uint32_t{h[0][1]} << 16);
          EXPECT_EQ(tw.lane(kDstRow, i), h[1][0] | uint32_t{h[1][1]} << 16);
        }
      }
}

TEST(VopInt16, MixedWidths) {
  for (bool clamp : {false, true}) {
    const uint32_t flags = clamp ? uint32_t{kClamp} : 0u;
    check_lanes(vop_int16_table(), {.mnemonic = "v_mad_u32_u16",
                                    .sources = {b16, b16, b32},
                                    .oracle =
                                        [=](const Args& x) {
                                          const int64_t r = u16(x.a) * u16(x.b) + int64_t(x.c);
                                          return low32(clamp ? limit(r, 0, 0xffffffffll) : r);
                                        },
                                    .flags = flags});
    check_lanes(vop_int16_table(), {.mnemonic = "v_mad_i32_i16",
                                    .sources = {b16, b16, b32},
                                    .oracle =
                                        [=](const Args& x) {
                                          const int64_t r = s16(x.a) * s16(x.b) + s32(x.c);
                                          return low32(clamp ? limit(r, INT32_MIN, INT32_MAX) : r);
                                        },
                                    .flags = flags});
  }
  check_lanes(vop_int16_table(),
              {.mnemonic = "v_sat_pk_u8_i16", .sources = {b32}, .oracle = [](const Args& x) {
                 return low32(limit(s16(x.a), 0, 255) + 256 * limit(s16(x.a >> 16), 0, 255));
               }});
}

TEST(VopInt16, EveryRowIsTested) {
  for (const Semantics& s : vop_int16_table()) {
    bool tested =
        s.mnemonic == "v_mad_u32_u16" || s.mnemonic == "v_mad_i32_i16" || s.mnemonic == "v_sat_pk_u8_i16" ||
        s.mnemonic == "v_swap_b16" || s.mnemonic.ends_with("_iu8") || s.mnemonic.ends_with("_iu4");
    for (const Operation& o : kOperations)
      tested |= (o.single && s.mnemonic == std::string("v_") + o.name) ||
                (o.packed && s.mnemonic == std::string("v_pk_") + o.name);
    for (const Dot& d : kDots) tested |= s.mnemonic == d.mnemonic;
    for (const LaneCase& c : kGfx11) tested |= s.mnemonic == c.mnemonic;
    EXPECT_TRUE(tested) << s.mnemonic;
    const bool packed = s.mnemonic.starts_with("v_pk_") || s.mnemonic.starts_with("v_dot") ||
                        s.mnemonic == "v_swap_b16";
    EXPECT_EQ(s.mod == Mod::packed, packed) << s.mnemonic;
  }
}

} // namespace
} // namespace wavelift::soft::test
