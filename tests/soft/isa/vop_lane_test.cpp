// Lane operations and the micro-ops that lowering puts around an operation.
#include "harness.h"
#include <bit>
#include <cmath>
#include <limits>

namespace wavelift::soft::test {
namespace {

using enum Draw;
uint32_t u32(uint64_t x) { return static_cast<uint32_t>(x); }

TEST(VopLane, CountsBelow) {
  for (bool high : {false, true})
    check_lanes(vop_lane_table(), {.mnemonic = high ? "v_mbcnt_hi_u32_b32" : "v_mbcnt_lo_u32_b32",
                                   .sources = {b32, b32},
                                   .oracle = [=](const Args& x) {
                                     uint64_t n = x.b;
                                     for (int i = 0; i < 32; ++i)
                                       n += (high ? i + 32 : i) < x.lane && (x.a >> i & 1);
                                     return u32(n);
                                   }});
}

TEST(VopLane, ReadAndWriteIgnoreExec) {
  const Semantics* read = find_row(vop_lane_table(), "v_readlane_b32");
  const Semantics* write = find_row(vop_lane_table(), "v_writelane_b32");
  for (uint64_t exec : kExecPatterns)
    for (uint32_t lane : {0u, 5u, kLanes - 1u, kLanes + 9u}) {
      TestWave tw;
      tw.set_exec(exec);
      auto before = tw.snapshot();
      Op op;
      op.sdst = kSdst;
      op.a = TestWave::vector(7);
      op.b = tw.constant(lane);
      tw.run(read->fn, op);
      EXPECT_EQ(tw.wave().s[kSdst], before.rows[7].lane[lane % kLanes]);
      tw.expect_unchanged_but(before, {}, 0, {kSdst});
      before = tw.snapshot();
      Op to;
      to.dst = kDstRow;
      to.a = TestWave::scalar(33);
      to.b = tw.constant(lane);
      tw.run(write->fn, to);
      tw.expect_unchanged_but(before, {kDstRow}, 1ull << lane % kLanes);
      EXPECT_EQ(tw.lane(kDstRow, int(lane % kLanes)), before.s[33]);
    }
}

TEST(VopLane, FirstLaneThatIsOn) {
  const Semantics* row = find_row(vop_lane_table(), "v_readfirstlane_b32");
  const std::pair<uint64_t, int> kCases[] = {
      {~0ull, 0}, {0, 0}, {1ull << (kLanes - 1), kLanes - 1}, {0xff00, 8}, {3ull << (kLanes / 2 + 8), kLanes / 2 + 8}};
  for (auto [exec, lane] : kCases) {
    TestWave tw;
    tw.set_exec(exec);
    const auto before = tw.snapshot();
    Op op;
    op.sdst = kSdst;
    op.a = TestWave::vector(7);
    tw.run(row->fn, op);
    EXPECT_EQ(tw.wave().s[kSdst], before.rows[7].lane[lane]);
    tw.expect_unchanged_but(before, {}, 0, {kSdst});
  }
}

// Source preparation ignores EXEC: lanes of dst are f(lane of a).
void check_source(Handler fn, int32_t imm, const std::function<uint64_t(uint64_t)>& f, bool wide = false) {
  Values values(static_cast<uint64_t>(imm) + 11);
  for (int kind = 0; kind < 3; ++kind) {
    TestWave tw;
    tw.set_exec(kExecPatterns[2]);
    Op op;
    op.imm = imm;
    op.dst = kind == 1 ? 6 : kTempBase; // in place too
    op.a = TestWave::vector(6, wide);
    for (int i = 0; i < kLanes; ++i) tw.set_lane(6, i, values.draw(b64), wide);
    if (kind == 2) op.a = tw.constant(values.draw(b64));
    const auto before = tw.snapshot();
    std::array<uint64_t, kLanes> want;
    for (int i = 0; i < kLanes; ++i) want[size_t(i)] = f(tw.value(op.a, i, wide));
    tw.run(fn, op);
    for (int i = 0; i < kLanes; ++i) EXPECT_EQ(tw.lane(op.dst, i, wide), want[size_t(i)]);
    if (wide)
      tw.expect_unchanged_but(before, {op.dst, op.dst + 1}, ~0ull);
    else
      tw.expect_unchanged_but(before, {op.dst}, ~0ull);
  }
}

TEST(MicroOps, SourceModifiers) {
  for (int32_t imm = 0; imm < 4; ++imm) {
    const auto sign = [=](uint64_t x, int bit) {
      bool s = x >> bit & 1;
      if (imm & 1) s = false;
      if (imm & 2) s = !s;
      return (x & ~(1ull << bit)) | uint64_t(s) << bit;
    };
    check_source(MicroOps::modify_f16, imm, [=](uint64_t x) { return sign(x, 15); });
    check_source(MicroOps::modify_f32, imm, [=](uint64_t x) { return sign(x, 31); });
    check_source(MicroOps::modify_f64, imm, [=](uint64_t x) { return sign(x, 63); }, true);
  }
}

TEST(MicroOps, Select) {
  for (int32_t sel = 0; sel < 7; ++sel)
    for (bool sign : {false, true})
      check_source(MicroOps::select, sel | (sign ? 8 : 0), [=](uint64_t x) -> uint64_t {
        uint8_t b[4];
        uint32_t y = u32(x);
        std::memcpy(b, &y, 4);
        if (sel == 6) return y;
        if (sel < 4) return sign ? u32(uint64_t(int64_t{static_cast<int8_t>(b[sel])})) : b[sel];
        const uint16_t h = static_cast<uint16_t>(b[2 * (sel - 4)] | b[2 * (sel - 4) + 1] << 8);
        return sign ? u32(uint64_t(int64_t{static_cast<int16_t>(h)})) : h;
      });
}

// Destination steps: lanes of EXEC of dst become f(a, old).
void check_destination(Handler fn, int32_t imm, const std::function<uint32_t(uint32_t a, uint32_t old)>& f) {
  for (uint64_t exec : kExecPatterns) {
    TestWave tw(static_cast<uint64_t>(imm) + 2);
    tw.set_exec(exec);
    Op op;
    op.imm = imm;
    op.dst = kDstRow;
    op.a = TestWave::vector(kTempBase + 8);
    const auto before = tw.snapshot();
    tw.run(fn, op);
    tw.expect_unchanged_but(before, {kDstRow}, exec);
    for (int i = 0; i < kLanes; ++i)
      if (exec >> i & 1)
        EXPECT_EQ(tw.lane(kDstRow, i), f(before.rows[kTempBase + 8].lane[i], before.rows[kDstRow].lane[i]))
            << imm;
  }
}

TEST(MicroOps, Merge) {
  for (int32_t sel = 0; sel < 7; ++sel)
    for (int32_t unused = 0; unused < 3; ++unused)
      check_destination(MicroOps::merge, sel | unused << 3, [=](uint32_t a, uint32_t old) {
        const int bits = sel < 4   ? 8
                         : sel < 6 ? 16
                                   : 32,
                  low = sel < 4   ? 8 * sel
                        : sel < 6 ? 16 * (sel - 4)
                                  : 0;
        uint32_t r = 0;
        for (int i = 0; i < 32; ++i) {
          bool bit = false;
          if (i >= low && i < low + bits)
            bit = a >> (i - low) & 1;
          else if (unused == 2)
            bit = old >> i & 1;
          else if (unused == 1)
            bit = i >= low + bits && (a >> (bits - 1) & 1);
          r |= uint32_t{bit} << i;
        }
        return r;
      });
}
// DPP: (control, lane) -> the lane that is read, -1 for none. Written from the names of the controls.
struct DppCase {
  const char* name;
  uint32_t control;
  int (*from)(int lane);
};
int in_row(int lane, int at) { return at < 0 || at > 15 ? -1 : lane / 16 * 16 + at; }
const DppCase kDpp[] = {
    {"quad_perm:[3,2,1,0]", 0x1b, [](int l) { return l / 4 * 4 + 3 - l % 4; }},
    {"quad_perm:[1,1,3,3]", 0xf5, [](int l) { return l / 4 * 4 + (l % 4 < 2 ? 1 : 3); }},
    {"row_shl:1", 0x101, [](int l) { return in_row(l, l % 16 + 1); }},
    {"row_shl:15", 0x10f, [](int l) { return in_row(l, l % 16 + 15); }},
    {"row_shr:1", 0x111, [](int l) { return in_row(l, l % 16 - 1); }},
    {"row_shr:8", 0x118, [](int l) { return in_row(l, l % 16 - 8); }},
    {"row_ror:4", 0x124, [](int l) { return in_row(l, (l + 12) % 16); }},
    {"wave_shl:1", 0x130, [](int l) { return l + 1 < kLanes ? l + 1 : -1; }},
    {"wave_rol:1", 0x134, [](int l) { return (l + 1) % kLanes; }},
    {"wave_shr:1", 0x138, [](int l) { return l - 1; }},
    {"wave_ror:1", 0x13c, [](int l) { return (l + kLanes - 1) % kLanes; }},
    {"row_mirror", 0x140, [](int l) { return in_row(l, 15 - l % 16); }},
    {"row_half_mirror", 0x141, [](int l) { return l / 8 * 8 + 7 - l % 8; }},
    {"row_bcast:15", 0x142, [](int l) { return l < 16 ? -1 : l / 16 * 16 - 1; }},
    {"row_bcast:31", 0x143, [](int l) { return l < 32 ? -1 : 31; }},
    {"row_newbcast:5", 0x155, [](int l) { return in_row(l, 5); }},
    {"row_xmask:6", 0x166, [](int l) { return in_row(l, l % 16 ^ 6); }},
};
TEST(MicroOps, Dpp) {
  const std::pair<uint32_t, uint32_t> kMasks[] = {{0xf, 0xf}, {0xa, 0xf}, {0xf, 0x5}, {0x3, 0xc}};
  for (const DppCase& c : kDpp)
    for (auto [rows, banks] : kMasks)
      for (int options = 0; options < 8; ++options)
          for (uint64_t exec : kExecPatterns) {
            const bool bound = options & 1, wide = options & 2, active_only = options & 4;
            SCOPED_TRACE(c.name);
            TestWave tw;
            tw.set_exec(exec);
            const auto before = tw.snapshot();
            Op op;
            op.dst = kTempBase;
            op.a = TestWave::vector(6, wide);
            op.imm = static_cast<int32_t>(c.control | rows << 16 | banks << 20 | uint32_t{bound} << 24 |
                                          uint32_t{active_only} << 25);
            tw.run(MicroOps::dpp_begin, op);
            uint64_t on = 0;
            for (int i = 0; i < kLanes; ++i) {
              int from = c.from(i);
              if (active_only && from >= 0 && !(exec >> from & 1)) from = -1;
              if ((exec >> i & 1) && (rows >> (i / 16) & 1) && (banks >> (i % 16 / 4) & 1) &&
                  (from >= 0 || bound))
                on |= 1ull << i;
              if (from < 0 && !bound) continue;
              EXPECT_EQ(tw.lane(kTempBase, i), from < 0 ? 0 : before.rows[6].lane[from]) << i;
              if (wide) EXPECT_EQ(tw.lane(kTempBase + 1, i), from < 0 ? 0 : before.rows[7].lane[from]) << i;
            }
            EXPECT_EQ(tw.wave().exec(), on);
            EXPECT_EQ(tw.wave().exec_full, on == kAllLanes);
            for (int i = 0; i < kLanes; ++i) EXPECT_EQ(tw.wave().exec_rows.lane[i], on >> i & 1 ? ~0u : 0u);
            tw.run(MicroOps::dpp_end, op);
            if (wide)
              tw.expect_unchanged_but(before, {kTempBase, kTempBase + 1}, ~0ull);
            else
              tw.expect_unchanged_but(before, {kTempBase}, ~0ull);
            EXPECT_EQ(tw.wave().exec_full, exec == kAllLanes);
            for (int i = 0; i < kLanes; ++i) EXPECT_EQ(tw.wave().exec_rows.lane[i], exec >> i & 1 ? ~0u : 0u);
            if (HasFailure()) return;
          }
}

TEST(MicroOps, Dpp8) {
  const uint32_t lanes[8] = {3, 7, 0, 0, 5, 1, 2, 6};
  uint32_t control = 0;
  for (int i = 0; i < 8; ++i) control |= lanes[i] << (3 * i);
  for (bool fetch_inactive : {false, true})
    for (uint64_t exec : kExecPatterns) {
      TestWave tw;
      tw.set_exec(exec);
      const auto before = tw.snapshot();
      Op op;
      op.dst = kTempBase;
      op.a = TestWave::vector(6);
      op.imm = static_cast<int32_t>(control | uint32_t{fetch_inactive} << 24);
      tw.run(MicroOps::dpp8, op);
      for (int i = 0; i < kLanes; ++i) {
        const int from = i / 8 * 8 + static_cast<int>(lanes[i % 8]);
        const bool read = fetch_inactive || (exec >> from & 1);
        EXPECT_EQ(tw.lane(kTempBase, i), read ? before.rows[6].lane[from] : 0) << i;
      }
      tw.expect_unchanged_but(before, {kTempBase}, ~0ull);
      EXPECT_EQ(tw.wave().exec(), exec);
    }
}

// Sixteen selectors of four bits; op_sel bit 0 reads lanes that are off, bit 1 has them give 0.
TEST(VopLane, Permlane16) {
  const uint64_t selectors = 0xfa31'08c4'7766'2b9dull;
  for (bool cross : {false, true})
    for (uint32_t options = 0; options < 4; ++options)
      for (uint64_t exec : kExecPatterns) {
        TestWave tw;
        tw.set_exec(exec);
        const auto before = tw.snapshot();
        Op op;
        op.dst = options == 3 ? 7 : kDstRow;
        op.a = TestWave::vector(7);
        op.b = tw.constant(selectors & 0xffffffff);
        tw.wave().s[33] = static_cast<uint32_t>(selectors >> 32);
        op.c = TestWave::scalar(33);
        op.flags = options;
        tw.run(find_row(vop_lane_table(), cross ? "v_permlanex16_b32" : "v_permlane16_b32")->fn, op);
        for (int i = 0; i < kLanes; ++i) {
          const int row = i / 16, from = (cross ? (row % 2 ? row - 1 : row + 1) : row) * 16 + static_cast<int>(selectors / (1ull << 4 * (i % 16)) % 16);
          uint64_t want = before.rows[op.dst].lane[i];
          if (exec >> i & 1) {
            if (options & 1 || (exec >> from & 1)) want = before.rows[7].lane[from];
            else if (options & 2) want = 0;
          }
          EXPECT_EQ(tw.lane(op.dst, i), want) << i;
        }
        tw.expect_unchanged_but(before, {op.dst}, exec, {33});
      }
}
TEST(VopLane, Permlane64) {
  for (uint64_t exec : kExecPatterns) {
    TestWave tw;
    tw.set_exec(exec);
    const auto before = tw.snapshot();
    Op op;
    op.dst = 7;
    op.a = TestWave::vector(7);
    tw.run(find_row(vop_lane_table(), "v_permlane64_b32")->fn, op);
    for (int i = 0; i < kLanes; ++i)
      if (exec >> i & 1) EXPECT_EQ(tw.lane(7, i), before.rows[7].lane[kLanes == 32 ? i : (i + 32) % 64]) << i;
    tw.expect_unchanged_but(before, {7}, exec);
  }
}

// Clamp and omod, on values that are exact in every format; NaN, infinities and zeros of both signs among
// them.
template <class T> auto bits_of(double x) {
  const T y = static_cast<T>(x);
  if constexpr (sizeof(T) == 2)
    return uint64_t{std::bit_cast<uint16_t>(y)};
  else if constexpr (sizeof(T) == 4)
    return uint64_t{std::bit_cast<uint32_t>(y)};
  else
    return std::bit_cast<uint64_t>(y);
}
constexpr double kNan = std::numeric_limits<double>::quiet_NaN(),
                 kInf = std::numeric_limits<double>::infinity();
template <class T>
void check_result(Handler fn, int32_t imm, uint32_t mode,
                  std::initializer_list<std::pair<double, double>> cases) {
  constexpr bool wide = sizeof(T) == 8;
  for (uint64_t exec : {uint64_t{kAllLanes}, 0x5555aaaa0f0f33ccu & kAllLanes})
    for (auto [in, out] : cases) {
      TestWave tw;
      tw.set_exec(exec);
      tw.wave().mode = mode;
      for (int i = 0; i < kLanes; ++i) tw.set_lane(kDstRow, i, bits_of<T>(in), wide);
      const auto before = tw.snapshot();
      Op op;
      op.dst = kDstRow;
      op.imm = imm;
      tw.run(fn, op);
      if (wide)
        tw.expect_unchanged_but(before, {kDstRow, kDstRow + 1}, exec);
      else
        tw.expect_unchanged_but(before, {kDstRow}, exec);
      for (int i = 0; i < kLanes; ++i)
        if (exec >> i & 1)
          EXPECT_EQ(tw.lane(kDstRow, i, wide), bits_of<T>(out)) << in << " imm " << imm << " mode " << mode;
    }
}
TEST(MicroOps, Clamp) {
  const std::initializer_list<std::pair<double, double>> kCases = {
      {0.25, 0.25}, {1.0, 1.0},  {1.5, 1.0},   {-0.5, 0.0}, {-0.0, 0.0},
      {0.0, 0.0},   {kInf, 1.0}, {-kInf, 0.0}, {kNan, 0.0}, {0x1p-24, 0x1p-24}};
  check_result<_Float16>(MicroOps::clamp_f16, 0, 0xf0, kCases);
  check_result<float>(MicroOps::clamp_f32, 0, 0xf0, kCases);
  check_result<double>(MicroOps::clamp_f64, 0, 0xf0, kCases);
}
TEST(MicroOps, OutputModifier) {
  const std::initializer_list<std::pair<double, double>> kTwice = {{0.25, 0.5},
                                                                   {-3.0, -6.0},
                                                                   {kInf, kInf},
                                                                   {-0.0, 0.0}},
                                                         kFour = {{0.25, 1.0}, {-3.0, -12.0}},
                                                         kHalf = {{0.25, 0.125}, {-3.0, -1.5}, {0.0, 0.0}},
                                                         kSame = {{0.25, 0.25}, {-0.0, -0.0}};
  check_result<float>(MicroOps::omod_f32, 1, 0x00, kTwice);
  check_result<float>(MicroOps::omod_f32, 2, 0x00, kFour);
  check_result<float>(MicroOps::omod_f32, 3, 0xc0, kHalf);
  check_result<float>(MicroOps::omod_f32, 3, 0x00, {{0x1p-126, 0.0}}); // a denormal result is flushed
  check_result<_Float16>(MicroOps::omod_f16, 1, 0x00, kTwice);
  check_result<_Float16>(MicroOps::omod_f16, 3, 0x30, {{0x1p-14, 0.0}});
  check_result<double>(MicroOps::omod_f64, 2, 0x30, kFour);
  // Nothing where MODE keeps denormal results of the type.
  check_result<float>(MicroOps::omod_f32, 1, 0x20, kSame);
  check_result<_Float16>(MicroOps::omod_f16, 1, 0x80, kSame);
  check_result<double>(MicroOps::omod_f64, 1, 0x80, kSame);
}

TEST(MicroOps, RefreshExec) {
  TestWave tw;
  tw.wave().set_mask(kExec, 1ull << (kLanes - 1) | 5);
  tw.run(MicroOps::refresh_exec, {});
  EXPECT_FALSE(tw.wave().exec_full);
  for (int i = 0; i < kLanes; ++i)
    EXPECT_EQ(tw.wave().exec_rows.lane[i], i == 0 || i == 2 || i == kLanes - 1 ? ~0u : 0u);
}

} // namespace
} // namespace wavelift::soft::test
