// Two instructions done by one operation must leave a wave as the two would, one after the other.
#include "harness.h"
#include "soft/isa/pairs.h"
#include <set>

namespace wavelift::soft::test {
namespace {

// Rows and slots of the operands; few, so that they meet each other in every way.
constexpr int kFirstRow = 4, kRowsDrawn = 5;
constexpr uint16_t kElsewhere = 40;

class PairTest : public testing::TestWithParam<std::pair<const char*, const char*>> {
protected:
  const Semantics& first = *find_row(vop_int_table(), GetParam().first);
  const Semantics& second = *find_row(vop_int_table(), GetParam().second);
  Values values{7};

  Src source(TestWave& tw, bool vector) {
    if (vector) return TestWave::vector(row());
    return values.bits() % 2 ? TestWave::scalar(20 + static_cast<int>(values.bits() % 2)) : tw.constant(values.draw(Draw::b32));
  }
  uint16_t row() { return static_cast<uint16_t>(kFirstRow + static_cast<int>(values.bits() % kRowsDrawn)); }
  // Both instructions with operands drawn anew, behind them what ends the run.
  std::array<Op, 3> draw(TestWave& tw) {
    std::array<Op, 3> ops;
    for (size_t k = 0; k < 2; ++k) {
      ops[k].a = source(tw, values.bits() % 2);
      ops[k].b = TestWave::vector(row());
      ops[k].dst = row();
      ops[k].sdst = kVcc;
    }
    ops[1].c = TestWave::scalar(kVcc, true);
    if (values.bits() % 3 == 0) ops[1].sdst = kElsewhere;
    ops[0].fn = first.fn.for_sources_of(ops[0]);
    ops[1].fn = second.fn.for_sources_of(ops[1]);
    return ops;
  }
};

TEST_P(PairTest, DoesWhatTheTwoDo) {
  std::set<Handler> seen;
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    TestWave apart(seed), together(seed);
    Values lanes(seed);
    const uint64_t exec = seed % 3 ? lanes.bits() : ~0ull;
    for (TestWave* tw : {&apart, &together}) tw->set_exec(exec);
    for (int r = kFirstRow; r < kFirstRow + kRowsDrawn; ++r)
      for (int i = 0; i < kLanes; ++i) {
        const uint64_t x = lanes.draw(Draw::b32);
        for (TestWave* tw : {&apart, &together}) tw->set_lane(r, i, x);
      }
    Values before = values;
    const auto ops = draw(apart);
    values = before;
    auto pair = draw(together);
    const Handler both = pair_of(first, second, pair.data());
    ASSERT_NE(both, nullptr) << seed;
    pair[0].fn = both;
    seen.insert(both);
    EXPECT_EQ(ops[0].fn(apart.wave(), &ops[0]), &ops[2]);
    EXPECT_EQ(pair[0].fn(together.wave(), &pair[0]), &pair[2]);
    const auto want = apart.snapshot(), have = together.snapshot();
    ASSERT_TRUE(std::equal(want.s.begin(), want.s.end(), have.s.begin())) << seed;
    for (size_t r = 0; r < kTempBase; ++r)
      for (int i = 0; i < kLanes; ++i) ASSERT_EQ(have.rows[r].lane[i], want.rows[r].lane[i]) << "seed " << seed << " row " << r << " lane " << i;
  }
  EXPECT_EQ(seen.size(), 8u);   // every form, the carries kept and not
}

TEST_P(PairTest, LeavesTheOthersApart) {
  TestWave tw;
  auto base = draw(tw);
  base[0].a = base[1].a = TestWave::vector(kFirstRow);
  ASSERT_NE(pair_of(first, second, base.data()), nullptr);
  EXPECT_EQ(pair_of(second, first, base.data()), nullptr);
  const auto refused = [&](auto change) {
    auto ops = base;
    change(ops);
    return pair_of(first, second, ops.data()) == nullptr;
  };
  EXPECT_TRUE(refused([](auto& ops) { ops[1].c = TestWave::scalar(kElsewhere, true); })) << "another carry-in";
  EXPECT_TRUE(refused([](auto& ops) { ops[1].a = TestWave::scalar(kVcc); })) << "adds the carries themselves";
  EXPECT_TRUE(refused([](auto& ops) { ops[0].flags |= kClamp; })) << "saturates";
  EXPECT_TRUE(refused([](auto& ops) { ops[1].b = TestWave::scalar(20); })) << "a second source that all lanes share";
#if WAVE_SIZE == 64
  EXPECT_TRUE(refused([](auto& ops) { ops[1].a = TestWave::scalar(kVcc + 1); })) << "adds their upper half";
#endif
}

INSTANTIATE_TEST_SUITE_P(Carries, PairTest,
                         testing::Values(std::pair{"v_add_co_u32", "v_addc_co_u32"}, std::pair{"v_sub_co_u32", "v_subb_co_u32"}));

} // namespace
} // namespace wavelift::soft::test
