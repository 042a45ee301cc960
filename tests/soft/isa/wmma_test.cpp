// gfx11's matrix operations: matrices of small numbers are laid out over the lanes as the manual draws it, and the product
// is computed exactly.
#include "harness.h"
#include <bit>

namespace wavelift::soft::test {
namespace {

constexpr int kA = 10, kB = 30, kC = 50, kD = 70;

struct Matrices {
  int64_t a[16][16], b[16][16], c[16][16];
  double product(int i, int j) const {
    double r = static_cast<double>(c[i][j]);
    for (int k = 0; k < 16; ++k) r += static_cast<double>(a[i][k] * b[k][j]);
    return r;
  }
};
Matrices draw(Values& values, int64_t low, int64_t high) {
  Matrices m;
  const auto one = [&] { return low + static_cast<int64_t>(values.bits() % static_cast<uint64_t>(high - low + 1)); };
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      m.a[i][j] = one();
      m.b[i][j] = one();
      m.c[i][j] = one();
    }
  return m;
}

// Value k of a row or column, packed from `bits` each.
void put(TestWave& tw, int row, int lane, int k, int bits, uint32_t x) {
  const int per = 32 / bits, r = row + k / per, shift = k % per * bits;
  const uint64_t mask = (1ull << bits) - 1, old = tw.lane(r, lane);
  tw.set_lane(r, lane, (old & ~(mask << shift)) | (x & mask) << shift);
}
void put_sources(TestWave& tw, const Matrices& m, int bits, const std::function<uint32_t(int64_t)>& encode) {
  for (int lane = 0; lane < kLanes; ++lane)
    for (int k = 0; k < 16; ++k) {
      put(tw, kA, lane, k, bits, encode(m.a[lane % 16][k]));
      put(tw, kB, lane, k, bits, encode(m.b[k][lane % 16]));
    }
}
// Register and lane of element (i, j) of C and D: rows alternate over the sixteens of a wave.
std::pair<int, int> place(int i, int j) {
  const int sixteens = kLanes / 16;
  return {i / sixteens, i % sixteens * 16 + j};
}

uint32_t half(int64_t x) { return std::bit_cast<uint16_t>(static_cast<_Float16>(x)); }
uint32_t bfloat(double x) { return std::bit_cast<uint32_t>(static_cast<float>(x)) >> 16; }
uint32_t single(double x) { return std::bit_cast<uint32_t>(static_cast<float>(x)); }

Op operation(uint32_t flags) {
  Op op;
  op.a = TestWave::vector(kA);
  op.b = TestWave::vector(kB);
  op.c = TestWave::vector(kC);
  op.dst = kD;
  op.flags = flags;
  return op;
}
Handler handler(const char* name) {
  const Semantics* row = find_row(wmma_table(), name);
  EXPECT_EQ(row->mod, Mod::packed);
  EXPECT_TRUE(row->clamps);
  EXPECT_EQ(row->since, Generation::gfx11);
  return row->fn;
}
void expect_rows(const TestWave& tw, const TestWave::Snapshot& before) {
  if (kLanes == 32)
    tw.expect_unchanged_but(before, {kD, kD + 1, kD + 2, kD + 3, kD + 4, kD + 5, kD + 6, kD + 7}, ~0ull);
  else
    tw.expect_unchanged_but(before, {kD, kD + 1, kD + 2, kD + 3}, ~0ull);
}

TEST(Wmma, FloatResults) {
  for (bool is_half : {true, false})
    for (uint32_t signs : {0u, 1u << 6 | 1u << 9, 1u << 8, 1u << 11 | 1u << 8}) {   // none, -A, -C, -|C|
      Values values(5);
      const Matrices m = draw(values, -20, 20);
      TestWave tw;
      tw.set_exec(kExecPatterns[2]);   // does not matter
      put_sources(tw, m, 16, [&](int64_t x) { return is_half ? half(x) : bfloat(static_cast<double>(x)); });
      for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 16; ++j)
          tw.set_lane(kC + place(i, j).first, place(i, j).second, single(static_cast<double>(m.c[i][j])));
      const auto before = tw.snapshot();
      tw.run(handler(is_half ? "v_wmma_f32_16x16x16_f16" : "v_wmma_f32_16x16x16_bf16"), operation(signs));
      expect_rows(tw, before);
      for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 16; ++j) {
          const double c = static_cast<double>(m.c[i][j]), sum = m.product(i, j) - c;
          const double want = (signs & 1u << 6 ? -sum : sum) + (signs & 1u << 11 ? -std::abs(c) : signs & 1u << 8 ? -c : c);
          EXPECT_EQ(tw.lane(kD + place(i, j).first, place(i, j).second), single(want)) << i << ' ' << j;
        }
    }
}

// Results of 16 bits, in either half of their registers; sums that need rounding are rounded once, to nearest even.
TEST(Wmma, HalfResults) {
  for (bool is_half : {true, false})
    for (bool high : {false, true}) {
      Values values(6);
      const Matrices m = draw(values, -40, 40);
      TestWave tw;
      put_sources(tw, m, 16, [&](int64_t x) { return is_half ? half(x) : bfloat(static_cast<double>(x)); });
      const auto encode = [&](double x) {
        if (is_half) return static_cast<uint32_t>(std::bit_cast<uint16_t>(static_cast<_Float16>(x)));
        const uint32_t u = single(x), low = u & 0xffff;   // exact in single
        return (u >> 16) + (low > 0x8000 || (low == 0x8000 && u >> 16 & 1));
      };
      for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 16; ++j)
          put(tw, kC + place(i, j).first, place(i, j).second, high, 16, encode(static_cast<double>(m.c[i][j])));
      const auto before = tw.snapshot();
      tw.run(handler(is_half ? "v_wmma_f16_16x16x16_f16" : "v_wmma_bf16_16x16x16_bf16"), operation(high ? 4 : 0));
      expect_rows(tw, before);
      for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 16; ++j) {
          const auto [r, lane] = place(i, j);
          const uint32_t x = static_cast<uint32_t>(tw.lane(kD + r, lane)), old = before.rows[size_t(kD + r)].lane[lane];
          EXPECT_EQ(high ? x >> 16 : x & 0xffff, encode(m.product(i, j))) << i << ' ' << j;
          EXPECT_EQ(high ? x & 0xffff : x >> 16, high ? old & 0xffff : old >> 16);
        }
    }
}

TEST(Wmma, IntegerResults) {
  for (int bits : {8, 4})
    for (uint32_t signs = 0; signs < 4; ++signs)
      for (bool clamp : {false, true}) {
        Values values(7 + signs);
        TestWave tw;
        Matrices m = draw(values, 0, (1 << bits) - 1);
        const auto sign = [&](int64_t x) { return x >> (bits - 1) ? x - (1 << bits) : x; };
        put_sources(tw, m, bits, [](int64_t x) { return static_cast<uint32_t>(x); });
        for (int i = 0; i < 16; ++i)
          for (int j = 0; j < 16; ++j) {
            if (signs & 1) m.a[i][j] = sign(m.a[i][j]);
            if (signs & 2) m.b[i][j] = sign(m.b[i][j]);
            m.c[i][j] = i % 3 == 0 ? INT32_MAX - 50 : i % 3 == 1 ? INT32_MIN + 50 : m.c[i][j];
            tw.set_lane(kC + place(i, j).first, place(i, j).second, static_cast<uint32_t>(m.c[i][j]));
          }
        const auto before = tw.snapshot();
        tw.run(handler(bits == 8 ? "v_wmma_i32_16x16x16_iu8" : "v_wmma_i32_16x16x16_iu4"),
               operation(signs << 6 | (clamp ? uint32_t{kClamp} : 0u)));
        expect_rows(tw, before);
        for (int i = 0; i < 16; ++i)
          for (int j = 0; j < 16; ++j) {
            auto want = static_cast<int64_t>(m.product(i, j));
            if (clamp) want = std::clamp<int64_t>(want, INT32_MIN, INT32_MAX);
            EXPECT_EQ(tw.lane(kD + place(i, j).first, place(i, j).second), static_cast<uint32_t>(want)) << i << ' ' << j;
          }
      }
}

// D may be C, or lie over A; C may be a constant.
TEST(Wmma, Overlap) {
  Values values(8);
  const Matrices m = draw(values, -9, 9);
  for (int dst : {kA, kB + 1}) {
    TestWave tw;
    put_sources(tw, m, 16, half);
    Op op = operation(0);
    op.c = tw.constant(single(3));
    op.dst = static_cast<uint16_t>(dst);
    tw.run(handler("v_wmma_f32_16x16x16_f16"), op);
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 16; ++j)
        EXPECT_EQ(tw.lane(dst + place(i, j).first, place(i, j).second), single(m.product(i, j) - static_cast<double>(m.c[i][j]) + 3));
  }
}

} // namespace
} // namespace wavelift::soft::test
