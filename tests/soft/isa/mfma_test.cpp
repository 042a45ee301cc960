// Matrix instructions: products of small integers, exact in every type, with each matrix element placed in
// lane and register by the manual's formulas.
#include "harness.h"
#include <map>

namespace wavelift::soft::test {
namespace {

enum class In { f64, f32, f16, bf16, i8, fp8, bf8 };
struct Case {
  const char* mnemonic;
  int m, k, blocks;
  In a, b;
};
int bits_of(In t) { return t == In::f64 ? 64 : t == In::f32 ? 32 : t == In::f16 || t == In::bf16 ? 16 : 8; }

// The pattern of a small integer.
uint64_t encode(In t, int x) {
  // Sign, exponent and mantissa of a float format with `e` exponent bits, `m` of mantissa.
  auto pattern = [x](int e, int m, int bias) -> uint64_t {
    if (x == 0) return 0;
    int n = std::abs(x), top = 0;
    while (n >> (top + 1)) ++top;
    const auto fraction = static_cast<uint64_t>(n - (1 << top)) << m >> top;
    return (x < 0 ? 1ull << (e + m) : 0) | static_cast<uint64_t>(top + bias) << m | fraction;
  };
  switch (t) {
  case In::f64:
    return pattern(11, 52, 1023);
  case In::f32:
    return pattern(8, 23, 127);
  case In::f16:
    return pattern(5, 10, 15);
  case In::bf16:
    return pattern(8, 7, 127);
  case In::fp8:
    return pattern(4, 3, 8);
  case In::bf8:
    return pattern(5, 2, 16);
  case In::i8:
    return static_cast<uint8_t>(x);
  }
  return 0;
}

struct Place {
  int lane, reg;
};
// Of an element of the accumulator.
Place of_output(const Case& t, int block, int i, int j) {
  if (t.a == In::f64) return t.m == 16 ? Place{16 * (i % 4) + j, i / 4} : Place{16 * i + 4 * block + j, 0};
  if (t.m == 32) return {32 * (i / 4 % 2) + j, 16 * block + 4 * (i / 8) + i % 4};
  if (t.m == 16) return {16 * (i / 4) + j, 4 * block + i % 4};
  return {4 * block + j, i};
}

constexpr int kA = 10, kB = 20, kC = 60, kD = 160;

// Runs one with matrices of small integers; modifiers in Op::imm. `a_block` and `b_lane` say what the
// modifiers do.
template <class ABlock, class BLane>
void check(const Case& t, int imm, ABlock a_block, BLane b_lane, bool in_place = false) {
  if (unwanted(t.mnemonic)) return;
  SCOPED_TRACE(t.mnemonic);
  const Semantics* row = find_row(mfma_table(), t.mnemonic);
  ASSERT_TRUE(row);
  TestWave tw;
  tw.set_exec(0x123456789); // must not matter
  Values values(static_cast<uint64_t>(imm) + 3);
  const bool wide = t.a == In::f64;
  const int per_lane = t.k * t.m * t.blocks / 64, registers = t.m * t.m * t.blocks / 64;
  auto small = [&] { return static_cast<int>(values.bits() % 7) - 3; };

  // Inputs by lane and number.
  std::vector<std::array<int, 64>> a(static_cast<size_t>(per_lane)), b = a;
  auto fill = [&](int base, In type, auto& numbers) {
    for (int l = 0; l < kLanes; ++l) {
      std::map<int, uint64_t> rows;
      for (int j = 0; j < per_lane; ++j) {
        const int x = numbers[static_cast<size_t>(j)][static_cast<size_t>(l)] = small();
        const uint64_t u = encode(type, x);
        const int bit = j * bits_of(type);
        rows[bit / 32] |= (u & 0xffffffff) << (bit % 32);
        if (bits_of(type) == 64) rows[bit / 32 + 1] |= u >> 32;
      }
      for (auto [r, x] : rows) tw.set_lane(base + r, l, x);
    }
  };
  fill(kA, t.a, a);
  fill(kB, t.b, b);
  const In out = wide ? In::f64 : t.a == In::i8 ? In::i8 : In::f32;
  auto encode_out = [&](int x) { return out == In::i8 ? static_cast<uint32_t>(x) : encode(out, x); };
  std::map<std::array<int, 3>, int> c;
  for (int n = 0; n < t.blocks; ++n)
    for (int i = 0; i < t.m; ++i)
      for (int j = 0; j < t.m; ++j) {
        const int x = c[{n, i, j}] = small();
        const Place p = of_output(t, n, i, j);
        tw.set_lane(kC + p.reg * (wide ? 2 : 1), p.lane, encode_out(x), wide);
      }

  Op op;
  op.imm = imm;
  op.dst = in_place ? kC : kD;
  op.a = TestWave::vector(kA);
  op.b = TestWave::vector(kB);
  op.c = TestWave::vector(kC);
  const auto before = tw.snapshot();
  tw.run(row->fn, op);

  for (int n = 0; n < t.blocks; ++n)
    for (int i = 0; i < t.m; ++i)
      for (int j = 0; j < t.m; ++j) {
        int sum = c[{n, i, j}];
        for (int k = 0; k < t.k; ++k) {
          const auto at = static_cast<size_t>(k % per_lane);
          const int group = k / per_lane;
          sum += a[at][static_cast<size_t>(i + t.m * (a_block(n) + t.blocks * group))] *
                 b[at][static_cast<size_t>(b_lane(j + t.m * (n + t.blocks * group)))];
        }
        const Place p = of_output(t, n, i, j);
        ASSERT_EQ(tw.lane(op.dst + p.reg * (wide ? 2 : 1), p.lane, wide), encode_out(sum))
            << "block " << n << " row " << i << " column " << j;
      }
  // Nothing else is written.
  for (int r = 0; r < kRows; ++r)
    if (r < op.dst || r >= op.dst + registers * (wide ? 2 : 1))
      for (int l = 0; l < kLanes; ++l)
        ASSERT_EQ(tw.lane(r, l), before.rows[static_cast<size_t>(r)].lane[l]) << "row " << r;
}
const auto kSame = [](int x) { return x; };

const Case kCases[] = {
    {"v_mfma_f32_32x32x1f32", 32, 1, 2, In::f32, In::f32},
    {"v_mfma_f32_16x16x1f32", 16, 1, 4, In::f32, In::f32},
    {"v_mfma_f32_4x4x1f32", 4, 1, 16, In::f32, In::f32},
    {"v_mfma_f32_32x32x2f32", 32, 2, 1, In::f32, In::f32},
    {"v_mfma_f32_16x16x4f32", 16, 4, 1, In::f32, In::f32},
    {"v_mfma_f32_32x32x4f16", 32, 4, 2, In::f16, In::f16},
    {"v_mfma_f32_16x16x4f16", 16, 4, 4, In::f16, In::f16},
    {"v_mfma_f32_4x4x4f16", 4, 4, 16, In::f16, In::f16},
    {"v_mfma_f32_32x32x8f16", 32, 8, 1, In::f16, In::f16},
    {"v_mfma_f32_16x16x16f16", 16, 16, 1, In::f16, In::f16},
    {"v_mfma_f32_32x32x2bf16", 32, 2, 2, In::bf16, In::bf16},
    {"v_mfma_f32_16x16x2bf16", 16, 2, 4, In::bf16, In::bf16},
    {"v_mfma_f32_4x4x2bf16", 4, 2, 16, In::bf16, In::bf16},
    {"v_mfma_f32_32x32x4bf16", 32, 4, 1, In::bf16, In::bf16},
    {"v_mfma_f32_16x16x8bf16", 16, 8, 1, In::bf16, In::bf16},
    {"v_mfma_f32_32x32x4bf16_1k", 32, 4, 2, In::bf16, In::bf16},
    {"v_mfma_f32_16x16x4bf16_1k", 16, 4, 4, In::bf16, In::bf16},
    {"v_mfma_f32_4x4x4bf16_1k", 4, 4, 16, In::bf16, In::bf16},
    {"v_mfma_f32_32x32x8bf16_1k", 32, 8, 1, In::bf16, In::bf16},
    {"v_mfma_f32_16x16x16bf16_1k", 16, 16, 1, In::bf16, In::bf16},
    {"v_mfma_i32_32x32x4i8", 32, 4, 2, In::i8, In::i8},
    {"v_mfma_i32_16x16x4i8", 16, 4, 4, In::i8, In::i8},
    {"v_mfma_i32_4x4x4i8", 4, 4, 16, In::i8, In::i8},
    {"v_mfma_i32_32x32x8i8", 32, 8, 1, In::i8, In::i8},
    {"v_mfma_i32_16x16x16i8", 16, 16, 1, In::i8, In::i8},
    {"v_mfma_f64_16x16x4f64", 16, 4, 1, In::f64, In::f64},
    {"v_mfma_f64_4x4x4f64", 4, 4, 4, In::f64, In::f64},
    {"v_mfma_f32_32x32x1_2b_f32", 32, 1, 2, In::f32, In::f32},
    {"v_mfma_f32_16x16x1_4b_f32", 16, 1, 4, In::f32, In::f32},
    {"v_mfma_f32_4x4x1_16b_f32", 4, 1, 16, In::f32, In::f32},
    {"v_mfma_f32_32x32x2_f32", 32, 2, 1, In::f32, In::f32},
    {"v_mfma_f32_16x16x4_f32", 16, 4, 1, In::f32, In::f32},
    {"v_mfma_f32_32x32x4_2b_f16", 32, 4, 2, In::f16, In::f16},
    {"v_mfma_f32_16x16x4_4b_f16", 16, 4, 4, In::f16, In::f16},
    {"v_mfma_f32_4x4x4_16b_f16", 4, 4, 16, In::f16, In::f16},
    {"v_mfma_f32_32x32x8_f16", 32, 8, 1, In::f16, In::f16},
    {"v_mfma_f32_16x16x16_f16", 16, 16, 1, In::f16, In::f16},
    {"v_mfma_f32_32x32x4_2b_bf16", 32, 4, 2, In::bf16, In::bf16},
    {"v_mfma_f32_16x16x4_4b_bf16", 16, 4, 4, In::bf16, In::bf16},
    {"v_mfma_f32_4x4x4_16b_bf16", 4, 4, 16, In::bf16, In::bf16},
    {"v_mfma_f32_32x32x8_bf16", 32, 8, 1, In::bf16, In::bf16},
    {"v_mfma_f32_16x16x16_bf16", 16, 16, 1, In::bf16, In::bf16},
    {"v_mfma_i32_32x32x4_2b_i8", 32, 4, 2, In::i8, In::i8},
    {"v_mfma_i32_16x16x4_4b_i8", 16, 4, 4, In::i8, In::i8},
    {"v_mfma_i32_4x4x4_16b_i8", 4, 4, 16, In::i8, In::i8},
    {"v_mfma_i32_32x32x16_i8", 32, 16, 1, In::i8, In::i8},
    {"v_mfma_i32_16x16x32_i8", 16, 32, 1, In::i8, In::i8},
    {"v_mfma_f64_16x16x4_f64", 16, 4, 1, In::f64, In::f64},
    {"v_mfma_f64_4x4x4_4b_f64", 4, 4, 4, In::f64, In::f64},
    {"v_mfma_f32_32x32x16_fp8_fp8", 32, 16, 1, In::fp8, In::fp8},
    {"v_mfma_f32_32x32x16_fp8_bf8", 32, 16, 1, In::fp8, In::bf8},
    {"v_mfma_f32_32x32x16_bf8_fp8", 32, 16, 1, In::bf8, In::fp8},
    {"v_mfma_f32_32x32x16_bf8_bf8", 32, 16, 1, In::bf8, In::bf8},
    {"v_mfma_f32_16x16x32_fp8_fp8", 16, 32, 1, In::fp8, In::fp8},
    {"v_mfma_f32_16x16x32_fp8_bf8", 16, 32, 1, In::fp8, In::bf8},
    {"v_mfma_f32_16x16x32_bf8_fp8", 16, 32, 1, In::bf8, In::fp8},
    {"v_mfma_f32_16x16x32_bf8_bf8", 16, 32, 1, In::bf8, In::bf8},
    {"v_mfma_f32_32x32x16_f16", 32, 16, 1, In::f16, In::f16},
    {"v_mfma_f32_16x16x32_f16", 16, 32, 1, In::f16, In::f16},
    {"v_mfma_f32_32x32x16_bf16", 32, 16, 1, In::bf16, In::bf16},
    {"v_mfma_f32_16x16x32_bf16", 16, 32, 1, In::bf16, In::bf16},
    {"v_mfma_i32_32x32x32_i8", 32, 32, 1, In::i8, In::i8},
    {"v_mfma_i32_16x16x64_i8", 16, 64, 1, In::i8, In::i8},
};

TEST(Mfma, EveryRow) {
  std::vector<std::string_view> names;
  for (const Case& t : kCases) {
    check(t, 0, kSame, kSame);
    check(t, 0, kSame, kSame, true);
    names.push_back(t.mnemonic);
  }
  for (const Semantics& s : mfma_table())
    EXPECT_TRUE(std::find(names.begin(), names.end(), s.mnemonic) != names.end())
        << "no test of " << s.mnemonic;
}

const Case& named(std::string_view name) {
  return *std::find_if(std::begin(kCases), std::end(kCases),
                       [=](const Case& c) { return c.mnemonic == name; });
}

// cbsz 2, abid 3: in each group of four blocks, the last one's A.
TEST(Mfma, BroadcastOfA) {
  check(named("v_mfma_f32_4x4x4f16"), 2 | 3 << 4, [](int n) { return n / 4 * 4 + 3; }, kSame);
  check(named("v_mfma_f32_16x16x4f16"), 1 | 1 << 4, [](int n) { return n / 2 * 2 + 1; }, kSame);
  check(named("v_mfma_i32_4x4x4i8"), 4 | 9 << 4, [](int) { return 9; }, kSame);
}
TEST(Mfma, LanePatternsOfB) {
  const Case& t = named("v_mfma_f32_16x16x1f32");
  check(t, 1 << 8, kSame, [](int l) { return l & 31; });
  check(t, 2 << 8, kSame, [](int l) { return l | 32; });
  check(t, 3 << 8, kSame, [](int l) { return l < 48 ? l + 16 : l - 48; });
  check(t, 4 << 8, kSame, [](int l) { return l & 15; });
  check(t, 6 << 8, kSame, [](int l) { return (l & 15) + 32; });
}

// One lane's worth of what integers do not show.
uint64_t corner(const char* mnemonic, uint64_t a, uint64_t b, uint64_t c, int imm = 0,
                bool constant_c = false) {
  const Semantics* row = find_row(mfma_table(), mnemonic);
  const bool wide = std::string_view(mnemonic).ends_with("f64");
  TestWave tw;
  for (int l = 0; l < kLanes; ++l) {
    for (int r = 0; r < 4; ++r) tw.set_lane(kA + r, l, 0), tw.set_lane(kB + r, l, 0);
    for (int r = 0; r < 32; r += wide ? 2 : 1) tw.set_lane(kC + r, l, c, wide);
    if (l < 16) tw.set_lane(kA, l, a, wide), tw.set_lane(kB, l, b, wide);
  }
  Op op;
  op.imm = imm;
  op.dst = kD;
  op.a = TestWave::vector(kA, wide);
  op.b = TestWave::vector(kB, wide);
  op.c = constant_c ? tw.constant(c) : TestWave::vector(kC, wide);
  if (row) tw.run(row->fn, op);
  return tw.lane(kD, 0, wide);
}
TEST(Mfma, Denormals) {
  // 2^-24 * 1: a half denormal counts on gfx940, not on gfx90a; a denormal sum likewise.
  EXPECT_EQ(corner("v_mfma_f32_16x16x16_f16", 1, 0x3c00, 0), std::bit_cast<uint32_t>(0x1p-24f));
  EXPECT_EQ(corner("v_mfma_f32_16x16x16f16", 1, 0x3c00, 0), 0u);
  EXPECT_EQ(corner("v_mfma_f32_16x16x16_bf16", 0x0080, 0x3f00, 0), 0x00400000u);
  EXPECT_EQ(corner("v_mfma_f32_16x16x16bf16_1k", 0x0080, 0x3f00, 0), 0u);
  EXPECT_EQ(corner("v_mfma_f32_16x16x4f32", 1, 0x3f800000, 1), 2u);
}
TEST(Mfma, ConstantAccumulatorAndNegation) {
  EXPECT_EQ(corner("v_mfma_f32_16x16x4f32", 0x40000000, 0x40400000, 0x3f800000, 0, true),
            std::bit_cast<uint32_t>(7.0f));
  auto d = [](double x) { return std::bit_cast<uint64_t>(x); };
  EXPECT_EQ(corner("v_mfma_f64_16x16x4f64", d(2), d(3), d(1), 0, true), d(7));
  EXPECT_EQ(corner("v_mfma_f64_16x16x4f64", d(2), d(3), d(1), 1 << 8), d(-5));
  EXPECT_EQ(corner("v_mfma_f64_16x16x4f64", d(2), d(3), d(1), 4 << 8), d(5));
  EXPECT_EQ(corner("v_mfma_f64_16x16x4f64", d(2), d(3), d(1), 3 << 8), d(7));
}

} // namespace
} // namespace wavelift::soft::test
