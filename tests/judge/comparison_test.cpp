#include "judge/comparison.h"
#include "judge/noise.h"
#include "judge/statistics.h"
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>

using namespace wavelift;
using namespace wavelift::judge;

namespace {

// A clock that says what a function says, and remembers what it was asked.
class Scripted : public Clock {
public:
  struct Asked {
    Side side;
    int launches;
    int block;                 // 0: warm-up
  };
  std::function<Result<Sample>(Side, int launches)> answer;
  double least = 0, start = 0;
  std::vector<Asked> asked;
  std::string calls;           // begin [, end ], fresh .

  explicit Scripted(std::function<Result<Sample>(Side, int)> a) : answer(std::move(a)) {}
  Result<Sample> sample(Side side, int launches) override {
    asked.push_back({side, launches, open_ ? block_ : 0});
    return answer(side, launches);
  }
  Status begin() override { return calls += '[', open_ = false, Status{}; }
  Status end() override { return calls += ']', Status{}; }
  Status fresh() override { return calls += '.', open_ = true, ++block_, Status{}; }
  double floor() const override { return least; }
  double overhead() const override { return start; }

  // "bccb cbbc ...": the sides of the samples of each block.
  std::string order() const {
    std::string s;
    int block = 0;
    for (const Asked& a : asked) {
      if (a.block == 0) continue;
      if (a.block != block && block != 0) s += ' ';
      block = a.block;
      s += a.side == Side::baseline ? 'b' : 'c';
    }
    return s;
  }

private:
  bool open_ = false;
  int block_ = 0;
};

Scripted steady(double baseline, double candidate) {
  return Scripted([=](Side side, int launches) -> Result<Sample> {
    const double s = (side == Side::baseline ? baseline : candidate) * launches;
    return Sample{s, s};
  });
}

Comparison outcome_of(Clock& clock, const Plan& plan = {}, uint64_t seed = 1) {
  auto o = compare(clock, plan, seed);
  EXPECT_TRUE(o) << o.error().what;
  return *o;
}

TEST(Compare, TimesWithoutNoise) {
  struct Row {
    double gain;
    Decision state;
    int blocks;
  };
  for (const Row& r : {Row{0, Decision::tied, 6}, {0.004, Decision::tied, 6}, {0.005, Decision::tied, 48}, {0.006, Decision::improved, 12}, {1, Decision::improved, 12}, {-0.004, Decision::tied, 6},
                       {-0.02, Decision::slower, 6}}) {
    Scripted clock = steady(1e-3, 1e-3 / (1 + r.gain));
    const Comparison o = outcome_of(clock);
    EXPECT_EQ(o.state, r.state) << r.gain << " " << o.why;
    EXPECT_EQ(o.blocks, r.blocks) << r.gain;
    EXPECT_NEAR(o.estimate, 1 + r.gain, 1e-12);
    EXPECT_NEAR(o.lower, 1 + r.gain, 1e-12);
    EXPECT_NEAR(o.upper, 1 + r.gain, 1e-12);
    EXPECT_NEAR(o.shapes[0].baseline_s, 1e-3, 1e-15);
    EXPECT_NEAR(o.shapes[0].candidate_s, 1e-3 / (1 + r.gain), 1e-15);
    EXPECT_TRUE(o.shapes[0].settled);
  }
}

TEST(Compare, BlocksAreAbbaInAnOrderOfTheSeed) {
  Scripted a = steady(1e-3, 0.9e-3), b = steady(1e-3, 0.9e-3), c = steady(1e-3, 0.9e-3);
  outcome_of(a, {}, 5), outcome_of(b, {}, 5), outcome_of(c, {}, 6);
  EXPECT_EQ(a.order(), b.order());
  EXPECT_NE(a.order(), c.order());
  int first = 0;
  const std::string order = a.order();
  ASSERT_EQ(order.size(), 12 * 5 - 1);
  for (size_t i = 0; i < order.size(); i += 5) {
    const std::string block = order.substr(i, 4);
    EXPECT_TRUE(block == "bccb" || block == "cbbc") << block;
    first += block == "bccb";
  }
  EXPECT_GT(first, 1);
  EXPECT_LT(first, 11);
}

// A coin for each block: over many, each order comes as often, also after each order.
TEST(Compare, CoinsAreFairAndIndependent) {
  int heads = 0, changes = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Scripted clock = steady(1e-3, 0.9e-3);
    outcome_of(clock, {}, seed);
    const std::string order = clock.order();
    for (size_t i = 0; i < order.size(); i += 5) heads += order[i] == 'b', changes += i > 0 && order[i] != order[i - 5];
  }
  EXPECT_NEAR(heads, 1200, 100);     // standard deviation 24
  EXPECT_NEAR(changes, 1100, 100);
}

TEST(Compare, FreshBeforeEachBlockAndMemoryOnlyDuringAVisit) {
  Scripted a = steady(1e-3, 0.9e-3), b = steady(1e-3, 0.9e-3);
  Clock* const both[] = {&a, &b};
  ASSERT_TRUE(compare(both, {}, 1));
  EXPECT_EQ(a.calls, "[......][......]");
  EXPECT_EQ(b.calls, a.calls);
}

TEST(Compare, ShortKernelsRunInBatches) {
  Scripted clock = steady(5e-6, 4e-6);
  const Comparison o = outcome_of(clock);
  EXPECT_GE(o.shapes[0].launches * 4e-6, 200e-6);
  EXPECT_LE(o.shapes[0].launches * 4e-6, 300e-6);
  for (const Scripted::Asked& a : clock.asked)
    if (a.block > 0) EXPECT_EQ(a.launches, o.shapes[0].launches);
  EXPECT_NEAR(o.shapes[0].candidate_s, 4e-6, 1e-12);
  EXPECT_NEAR(o.estimate, 1.25, 1e-9);
}

TEST(Compare, LongKernelsRunAlone) {
  Scripted clock = steady(1e-3, 0.5e-3);
  EXPECT_EQ(outcome_of(clock).shapes[0].launches, 1);
}

// A batch for the candidate's sake must not take the baseline minutes.
TEST(Compare, BatchesAreBearableForTheSlowerSide) {
  Scripted clock = steady(0.02, 1e-6);
  EXPECT_EQ(outcome_of(clock).shapes[0].launches, 5);
}

TEST(Compare, WarmsUpUntilTimesAreSteady) {
  int n = 0;
  Scripted clock([&](Side, int launches) -> Result<Sample> {
    const double s = 1e-3 * launches * (1 + std::exp(-n++ / 20.0));   // the clock rises
    return Sample{s, s};
  });
  const Comparison o = outcome_of(clock);
  EXPECT_TRUE(o.shapes[0].settled);
  int warm = 0;
  for (const Scripted::Asked& a : clock.asked) warm += a.block == 0;
  EXPECT_GE(warm, 60);
  EXPECT_LE(warm, 140);
  EXPECT_LT(o.shapes[0].baseline_s, 1.05e-3);
}

TEST(Compare, WarmUpHasACap) {
  double s = 1e-3;
  Scripted clock([&](Side, int) -> Result<Sample> { return s *= 1.005, Sample{s, s}; });
  const Comparison o = outcome_of(clock, {.looks = {6, 12}, .warm_s = 0.2});
  EXPECT_FALSE(o.shapes[0].settled);
  EXPECT_EQ(o.state, Decision::tied) << "a steady rise cancels in the blocks: " << o.why;
}

TEST(LookLevels, AreSpentByTheFunctionAndNeverMore) {
  for (double level : {0.05, 0.01, 0.005, 0.0001})
    for (double spending : {1.0, 2.0, 3.0}) {
      Plan plan{.level = level, .spending = spending};
      const std::vector<double> levels = look_levels(plan);
      ASSERT_EQ(levels.size(), plan.looks.size());
      double spent = 0;
      for (size_t k = 0; k < levels.size(); ++k) {
        spent += levels[k];
        EXPECT_LE(spent, level * std::pow(plan.looks[k] / 48.0, spending) * (1 + 1e-12)) << level << " " << k;
        EXPECT_EQ(bound_rule(plan.looks[k], levels[k]).attained, levels[k]);
      }
      EXPECT_GT(spent, 0.95 * level) << "the last look uses what is left";
    }
  EXPECT_EQ(look_levels({})[0], 0);    // six coins are as sure as 1/64 at best
  EXPECT_GT(look_levels({})[1], 0);
}

TEST(Compare, BelowTheFloorIsAnAnomaly) {
  Scripted impossible = steady(1e-3, 0.94e-3), possible = steady(1e-3, 0.96e-3);
  impossible.least = possible.least = 1e-3;
  EXPECT_EQ(outcome_of(impossible).state, Decision::anomaly);
  EXPECT_EQ(outcome_of(possible).state, Decision::improved);
}

// A candidate that does nothing in some launches: its median is fine, its fast samples are not.
TEST(Compare, SomeSamplesBelowTheFloorAreAnAnomaly) {
  int n = 0;
  Scripted clock([&](Side side, int) -> Result<Sample> {
    const double s = side == Side::candidate && n++ % 4 == 0 ? 0.5e-3 : 1e-3;
    return Sample{s, s};
  });
  clock.least = 0.95e-3;
  EXPECT_EQ(outcome_of(clock).state, Decision::anomaly);
}

Scripted two_clocks(std::function<double(Side, double)> host) {
  return Scripted([=](Side side, int launches) -> Result<Sample> {
    const double s = (side == Side::baseline ? 1e-3 : 0.9e-3) * launches;
    return Sample{s, host(side, s)};
  });
}

TEST(Compare, ClocksThatDisagreeAreAnAnomaly) {
  Scripted hidden = two_clocks([](Side side, double s) { return side == Side::candidate ? 1.07 * s : s; });
  EXPECT_EQ(outcome_of(hidden).state, Decision::anomaly);
  Scripted impossible = two_clocks([](Side side, double s) { return side == Side::candidate ? 0.9 * s : s; });
  EXPECT_EQ(outcome_of(impossible).state, Decision::anomaly);
  Scripted close = two_clocks([](Side, double s) { return 1.04 * s; });
  EXPECT_EQ(outcome_of(close).state, Decision::improved);
  Scripted alone = two_clocks([](Side, double) { return 0; });
  EXPECT_EQ(outcome_of(alone).state, Decision::improved) << "no second clock";
}

TEST(Compare, WhatASampleCostsTheHostIsNoDisagreement) {
  Scripted clock = two_clocks([](Side, double s) { return s + 1.5e-4; });
  clock.start = 1.5e-4;
  EXPECT_EQ(outcome_of(clock).state, Decision::improved);
  clock.start = 0;
  EXPECT_EQ(outcome_of(clock).state, Decision::unsteady) << "the baseline's clocks disagree as well";
}

TEST(Compare, AFewInterruptedSamplesAreForgiven) {
  int n = 0;
  Scripted clock = two_clocks([&](Side, double s) { return n++ % 23 == 0 ? 3 * s : s; });
  EXPECT_EQ(outcome_of(clock).state, Decision::improved);
  int m = 0;
  Scripted often = two_clocks([&](Side side, double s) { return side == Side::candidate && m++ % 5 == 0 ? 3 * s : s; });
  EXPECT_EQ(outcome_of(often).state, Decision::anomaly);
}

// A host that is interrupted now and then, as virtual machines are, makes no cheat of anybody.
TEST(Compare, InterruptionsOfBothSidesAreNoAnomaly) {
  for (unsigned from = 0; from < 40; ++from) {
    unsigned n = from * 7919;
    Scripted clock = two_clocks([&](Side, double s) { return (n = n * 1664525 + 1013904223) % 8 == 0 ? 2 * s : s; });
    const Decision d = outcome_of(clock).state;
    EXPECT_TRUE(d == Decision::improved || d == Decision::tied) << name_of(d) << " from " << from;
  }
}

TEST(Compare, WhatIsNoTimeIsAnAnomaly) {
  for (double bad : {0.0, -1e-3, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    for (int after : {0, 3, 15}) {
      int n = 0;
      Scripted clock([&](Side side, int) -> Result<Sample> {
        const double s = side == Side::candidate && n++ >= after ? bad : 1e-3;
        return Sample{s, 0};
      });
      EXPECT_EQ(outcome_of(clock).state, Decision::anomaly) << bad << " after " << after;
    }
}

TEST(Compare, GeometricMeanOverShapesDecides) {
  Scripted a = steady(1e-3, 1e-3 / 1.04), b = steady(3e-3, 3e-3);
  Clock* const both[] = {&a, &b};
  const auto o = compare(both, {}, 1);
  ASSERT_TRUE(o);
  EXPECT_EQ(o->state, Decision::improved);
  EXPECT_NEAR(o->estimate, std::sqrt(1.04), 1e-12);
  EXPECT_NEAR(o->shapes[0].estimate, 1.04, 1e-12);
  EXPECT_NEAR(o->shapes[1].estimate, 1, 1e-12);
  EXPECT_NE(a.order(), b.order()) << "each shape has coins of its own";
}

TEST(Compare, AShapeThatBecameSlowerIsATradeOff) {
  Scripted a = steady(1e-3, 1e-3 / 1.2), b = steady(1e-3, 1e-3 / 0.98);
  Clock* const both[] = {&a, &b};
  const auto strict = compare(both, {}, 1);
  ASSERT_TRUE(strict);
  EXPECT_EQ(strict->state, Decision::mixed);
  EXPECT_EQ(claim(*strict), Claim::none);
  EXPECT_NE(strict->why.find("2.04 % slower on shape 2"), std::string::npos) << strict->why;
  const auto allowed = compare(both, {.trade_offs = true}, 1);
  ASSERT_TRUE(allowed);
  EXPECT_EQ(allowed->state, Decision::improved);
}

TEST(Compare, AnAnomalyOnOneShapeIsOneOfAll) {
  Scripted a = steady(1e-3, 0.9e-3), b = steady(1e-3, 0.5e-3);
  b.least = 0.9e-3;
  Clock* const both[] = {&a, &b};
  EXPECT_EQ(compare(both, {}, 1)->state, Decision::anomaly);
}

TEST(Compare, ErrorsOfTheClockComeBack) {
  for (int after : {0, 15, 30}) {
    int n = 0;
    Scripted clock([&](Side, int) -> Result<Sample> {
      if (n++ == after) return fail(Exit::failed, "out of memory");
      return Sample{1e-3, 1e-3};
    });
    const auto o = compare(clock, {}, 1);
    ASSERT_FALSE(o);
    EXPECT_EQ(o.error().what, "out of memory");
  }
}

TEST(Compare, PlansThatMakeNoSense) {
  Scripted clock = steady(1, 1);
  for (const Plan& plan : {Plan{.level = 0}, Plan{.level = 0.6}, Plan{.delta = -0.1}, Plan{.looks = {}}, Plan{.looks = {12, 12}}, Plan{.looks = {12, 6}},
                           Plan{.looks = {0, 6}}, Plan{.looks = {4, 6}}, Plan{.hopeless = 0}, Plan{.slower = 0}, Plan{.slower = 0.6}, Plan{.spending = 0}})
    EXPECT_EQ(compare(clock, plan, 1).error().exit, Exit::internal);
  EXPECT_EQ(compare(std::span<Clock* const>{}, {}, 1).error().exit, Exit::internal);
  EXPECT_TRUE(clock.asked.empty());
}

TEST(Claim, OnlyASecondComparisonConfirms) {
  Comparison first{.state = Decision::improved, .level = 0.01, .seed = 1}, second{.state = Decision::improved, .level = 0.005, .seed = 2};
  EXPECT_EQ(claim(first), Claim::provisional);
  EXPECT_EQ(claim(first, second, 0.005), Claim::confirmed);
  EXPECT_EQ(claim(first, second, 0.004), Claim::provisional) << "at a level that it was not allowed";
  second.seed = 1;
  EXPECT_EQ(claim(first, second, 0.005), Claim::provisional) << "the same coins";
  second.seed = 2;
  for (Decision s : {Decision::tied, Decision::slower, Decision::mixed, Decision::unsteady, Decision::anomaly}) {
    second.state = s;
    EXPECT_EQ(claim(first, second, 0.005), Claim::refuted);
    first.state = s;
    EXPECT_EQ(claim(first), Claim::none);
    EXPECT_EQ(claim(first, second, 0.005), Claim::none);
    first.state = Decision::improved;
  }
}

TEST(Claim, LevelsOfAllConfirmationsSumToTheLevel) {
  double sum = 0;
  for (int k = 1; k <= 100000; ++k) sum += confirmation_level(0.01, k);
  EXPECT_LT(sum, 0.01);
  EXPECT_NEAR(sum, 0.01, 1e-6);
  EXPECT_DOUBLE_EQ(confirmation_level(0.01, 1), 0.005);
}

}  // namespace
