// Compares: 16 conditions over three float types, 8 over six integer types, classes. The oracle orders floats
// by their bits, not with the host's floating point.
#include "harness.h"
#include <optional>

namespace wavelift::soft::test {
namespace {

using enum Draw;

struct Format {
  const char* name;
  Draw draw;
  int bits, mantissa;
};
constexpr Format kFloats[] = {{"f16", f16, 16, 10}, {"f32", f32, 32, 23}, {"f64", f64, 64, 52}};

uint64_t low(uint64_t x, int bits) { return bits == 64 ? x : x & ((1ull << bits) - 1); }
bool is_nan(uint64_t x, const Format& f) {
  const uint64_t magnitude = low(x, f.bits - 1);
  return magnitude > (((1ull << (f.bits - 1 - f.mantissa)) - 1) << f.mantissa);
}
// Sign-magnitude to a number in the same order; both zeros to 0.
__int128 ordered(uint64_t x, const Format& f) {
  const __int128 magnitude = low(x, f.bits - 1);
  return x >> (f.bits - 1) & 1 ? -magnitude : magnitude;
}
// -1, 0, 1, or nothing when unordered.
std::optional<int> order(uint64_t a, uint64_t b, const Format& f) {
  a = low(a, f.bits);
  b = low(b, f.bits);
  if (is_nan(a, f) || is_nan(b, f)) return {};
  const __int128 x = ordered(a, f), y = ordered(b, f);
  return x < y ? -1 : x > y ? 1 : 0;
}

// A condition is the set of outcomes that make it true.
struct Condition {
  const char* name;
  bool less, equal, greater, unordered;
};
constexpr Condition kFloatConditions[] = {
    {"f", 0, 0, 0, 0},   {"lt", 1, 0, 0, 0},  {"eq", 0, 1, 0, 0},  {"le", 1, 1, 0, 0},
    {"gt", 0, 0, 1, 0},  {"lg", 1, 0, 1, 0},  {"ge", 0, 1, 1, 0},  {"o", 1, 1, 1, 0},
    {"u", 0, 0, 0, 1},   {"nge", 1, 0, 0, 1}, {"nlg", 0, 1, 0, 1}, {"ngt", 1, 1, 0, 1},
    {"nle", 0, 0, 1, 1}, {"neq", 1, 0, 1, 1}, {"nlt", 0, 1, 1, 1}, {"tru", 1, 1, 1, 1},
};
constexpr Condition kIntegerConditions[] = {
    {"f", 0, 0, 0, 0},  {"lt", 1, 0, 0, 0}, {"eq", 0, 1, 0, 0}, {"le", 1, 1, 0, 0},
    {"gt", 0, 0, 1, 0}, {"ne", 1, 0, 1, 0}, {"ge", 0, 1, 1, 0}, {"t", 1, 1, 1, 0},
};
bool holds(const Condition& c, std::optional<int> o) {
  return !o ? c.unordered : *o < 0 ? c.less : *o > 0 ? c.greater : c.equal;
}

// Checks v_cmp and v_cmpx: bits of the pair, lanes that are off are 0, EXEC follows for v_cmpx, nothing else
// changes.
void check(const std::string& tail, Draw da, Draw db, const std::function<bool(uint64_t, uint64_t)>& oracle,
           Mod mod) {
  for (bool sets_exec : {false, true}) {
    const std::string mnemonic = (sets_exec ? "v_cmpx_" : "v_cmp_") + tail;
    if (unwanted(mnemonic)) continue;
    SCOPED_TRACE(mnemonic);
    const Semantics* row = find_row(vop_cmp_table(), mnemonic);
    if (!row) return;
    EXPECT_EQ(row->mod, mod);
    EXPECT_EQ(row->defs, 1);
    Values values(std::hash<std::string>{}(mnemonic));
    TestWave tw;
    for (int round = 0; round < 10; ++round) {
      const uint64_t exec = kExecPatterns[size_t(round) % std::size(kExecPatterns)];
      tw.set_exec(exec);
      Op op;
      op.sdst = kVcc;
      op.a = TestWave::vector(4, is_wide_draw(da));
      op.b = TestWave::vector(8, is_wide_draw(db));
      for (int i = 0; i < kLanes; ++i) {
        const uint64_t x = values.draw(da);
        tw.set_lane(4, i, x, is_wide_draw(da));
        tw.set_lane(8, i, da == db && i % 4 == 0 ? x : values.draw(db), is_wide_draw(db));
      }
      if (round % 5 == 3) op.a = tw.constant(values.draw(da));
      if (round % 5 == 4) {
        tw.wave().set_s64(30, values.draw(db));
        op.b = TestWave::scalar(30, is_wide_draw(db));
      }
      uint64_t want = 0;
      for (int i = 0; i < kLanes; ++i)
        if (exec >> i & 1)
          want |= uint64_t(oracle(tw.value(op.a, i, is_wide_draw(da)), tw.value(op.b, i, is_wide_draw(db))))
                  << i;
      const auto before = tw.snapshot();
      tw.run(row->fn, op);
      EXPECT_EQ(tw.wave().s64(kVcc), want) << "round " << round;
      EXPECT_EQ(tw.wave().exec(), sets_exec ? want : exec);
      if (sets_exec)
        tw.expect_unchanged_but(before, {}, 0, {kVcc, kVcc + 1, kExec, kExec + 1});
      else
        tw.expect_unchanged_but(before, {}, 0, {kVcc, kVcc + 1});
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(VopCmp, Floats) {
  constexpr Mod kMods[] = {Mod::f16, Mod::f32, Mod::f64};
  for (size_t k = 0; k < 3; ++k)
    for (const Condition& c : kFloatConditions) {
      const Format& f = kFloats[k];
      check(
          std::string(c.name) + "_" + f.name, f.draw, f.draw,
          [&](uint64_t a, uint64_t b) { return holds(c, order(a, b, f)); }, kMods[k]);
    }
}

TEST(VopCmp, Integers) {
  struct Type {
    const char* name;
    Draw draw;
    int bits;
    bool is_signed;
  };
  for (const Type& t : {Type{"i16", b16, 16, true}, Type{"u16", b16, 16, false}, Type{"i32", b32, 32, true},
                        Type{"u32", b32, 32, false}, Type{"i64", b64, 64, true}, Type{"u64", b64, 64, false}})
    for (const Condition& c : kIntegerConditions)
      check(
          std::string(c.name) + "_" + t.name, t.draw, t.draw,
          [&](uint64_t a, uint64_t b) {
            const auto value = [&](uint64_t x) {
              const __int128 v = low(x, t.bits);
              return t.is_signed && (x >> (t.bits - 1) & 1) ? v - (__int128{1} << t.bits) : v;
            };
            return holds(c, value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0);
          },
          Mod::none);
}

// The bit of the class mask that a float belongs to.
int class_of(uint64_t x, const Format& f) {
  const int exponent_bits = f.bits - 1 - f.mantissa;
  const uint64_t m = low(x, f.mantissa), e = low(x >> f.mantissa, exponent_bits);
  const bool negative = x >> (f.bits - 1) & 1;
  if (e == (1ull << exponent_bits) - 1) {
    if (m) return m >> (f.mantissa - 1) & 1 ? 1 : 0;
    return negative ? 2 : 9;
  }
  if (e) return negative ? 3 : 8;
  if (m) return negative ? 4 : 7;
  return negative ? 5 : 6;
}
TEST(VopCmp, Classes) {
  constexpr Mod kMods[] = {Mod::f16, Mod::f32, Mod::f64};
  for (size_t k = 0; k < 3; ++k) {
    const Format& f = kFloats[k];
    check(
        std::string("class_") + f.name, f.draw, b32,
        [&](uint64_t x, uint64_t mask) { return (mask >> class_of(low(x, f.bits), f) & 1) != 0; }, kMods[k]);
  }
  // Each class alone, so that no two are confused.
  const Semantics* row = find_row(vop_cmp_table(), "v_cmp_class_f32");
  constexpr uint32_t kExamples[] = {0x7fa00000, 0x7fc00000, 0xff800000, 0xc0000000, 0x80000001,
                                    0x80000000, 0x00000000, 0x007fffff, 0x00800000, 0x7f800000};
  TestWave tw;
  for (int bit = 0; bit < 10; ++bit) {
    for (int i = 0; i < kLanes; ++i) tw.set_lane(4, i, kExamples[i % 10]);
    Op op;
    op.sdst = kVcc;
    op.a = TestWave::vector(4);
    op.b = tw.constant(1u << bit);
    tw.run(row->fn, op);
    for (int i = 0; i < kLanes; ++i)
      EXPECT_EQ(tw.wave().s64(kVcc) >> i & 1, i % 10 == bit) << bit << ' ' << i;
  }
}

TEST(VopCmp, TableIsComplete) { EXPECT_EQ(vop_cmp_table().size(), 2 * (3 * 16 + 6 * 8 + 3)); }

} // namespace
} // namespace wavelift::soft::test
