// The judge on programs that are equal, and on gains that are known, under every noise: a small edition of bench/null_experiment.cpp. All seeds are
// fixed, so that a figure here does not change from run to run.
#include "judge/noise.h"
#include <gtest/gtest.h>

using namespace wavelift::judge;

namespace {

Comparison once(const Noise& noise, double gain, const Plan& plan, uint64_t seed) {
  FixedClock programs(1e-3, 1e-3 / (1 + gain));
  NoisyClock clock(programs, noise, 1000000 + seed);
  return *compare(clock, plan, seed);
}

struct Rates {
  int improved = 0, confirmed = 0, unsteady = 0;
  double blocks = 0;
};

Rates repeat(const Noise& noise, double gain, const Plan& plan, int n) {
  Rates r;
  for (int i = 0; i < n; ++i) {
    const Comparison first = once(noise, gain, plan, 2 * i + 1);
    r.blocks += static_cast<double>(first.blocks) / n;
    r.unsteady += first.state == Decision::unsteady;
    if (claim(first) != Claim::provisional) continue;
    ++r.improved;
    Plan again = plan;
    again.level = confirmation_level(plan.level, 1);
    r.confirmed += claim(first, once(noise, gain, again, 2 * i + 2), again.level) == Claim::confirmed;
  }
  return r;
}

const Noise& model(std::string_view name) {
  for (const NoiseModel& m : noise_models())
    if (m.name == name) return m.noise;
  throw std::out_of_range("no such noise");
}

TEST(NullExperiment, FiveHundredEqualProgramsUnderEachNoise) {
  for (const NoiseModel& m : noise_models()) {
    const Rates r = repeat(m.noise, 0, {}, 500);
    EXPECT_LE(r.improved, 5) << m.name;
    EXPECT_EQ(r.confirmed, 0) << m.name;
    EXPECT_LT(r.blocks, 48) << m.name << ": equal programs must not cost all looks";
  }
}

// Without the threshold of delta the level itself is tested: 1 % of 2000 is 20, with a standard deviation of 4.4; all looks at 1 % each
// would give about 45.
TEST(NullExperiment, LevelHoldsWithoutDelta) {
  for (std::string_view name : {"drift as long as a block", "autocorrelated"})
    EXPECT_LE(repeat(model(name), 0, {.delta = 0, .hopeless = 1e-6}, 2000).improved, 32) << name;
}

TEST(NullExperiment, GainsAreFound) {
  const Noise& reference = model("reference");
  EXPECT_LE(repeat(reference, 0.005, {}, 300).improved, 7);   // delta itself: 1 %
  const Rates one = repeat(reference, 0.01, {}, 300), two = repeat(reference, 0.02, {}, 300), ten = repeat(reference, 0.1, {}, 300);
  EXPECT_GE(one.improved, 283);                               // 97.5 %
  EXPECT_GE(one.confirmed, 0.9 * one.improved);
  EXPECT_EQ(two.improved, 300);
  EXPECT_EQ(ten.improved, 300);
  EXPECT_LT(two.blocks, 20);
  EXPECT_LT(ten.blocks, 14);
}

TEST(NullExperiment, GainOfTheMinimumDetectableEffectIsFoundInFourOfFiveCases) {
  for (std::string_view name : {"reference", "two clocks", "autocorrelated"}) {
    double mde = 0;
    for (int i = 0; i < 50; ++i) mde += once(model(name), 0.0075, {.hopeless = 0.001}, 900 + i).mde / 50;
    const int found = repeat(model(name), mde, {}, 400).improved;
    EXPECT_GE(found, 260) << name << " " << mde;
    EXPECT_LE(found, 370) << name << " " << mde;
  }
}

TEST(NullExperiment, NoiseThatHidesTwoPercentIsUnsteady) {
  EXPECT_GE(repeat(model("loud"), 0, {}, 100).unsteady, 60);
  EXPECT_EQ(repeat(model("reference"), 0, {}, 100).unsteady, 0);
}

Comparison several(std::span<const std::string_view> noises, double gain, const Plan& plan, uint64_t seed) {
  std::vector<FixedClock> programs(noises.size(), FixedClock(1e-3, 1e-3 / (1 + gain)));
  std::vector<NoisyClock> clocks;
  for (size_t i = 0; i < noises.size(); ++i) clocks.emplace_back(programs[i], model(noises[i]), 10 * seed + i);
  std::vector<Clock*> shapes;
  for (NoisyClock& c : clocks) shapes.push_back(&c);
  return *compare(shapes, plan, 1000000 + seed);
}

// Four shapes, each with its own noise: equal ones do not win, and a gain on all is found with fewer blocks than on one.
TEST(NullExperiment, SeveralShapes) {
  const std::string_view noises[] = {"reference", "autocorrelated", "two clocks", "temperature steps"};
  int equal = 0, gains = 0, mixed = 0;
  double blocks = 0;
  for (uint64_t i = 0; i < 150; ++i) {
    equal += several(noises, 0, {}, i).state == Decision::improved;
    const Comparison o = several(noises, 0.01, {}, i);
    gains += o.state == Decision::improved;
    mixed += o.state == Decision::mixed;
    blocks += o.blocks / 150.0;
  }
  EXPECT_EQ(equal, 0);
  EXPECT_GE(gains, 148);
  EXPECT_EQ(mixed, 0);
  EXPECT_LT(blocks, 30);
}

// 1 % of 800 is 8, with a standard deviation of 2.8.
TEST(NullExperiment, LevelHoldsOverShapes) {
  const std::string_view noises[] = {"drift as long as a block", "two clocks", "many outliers"};
  int improved = 0;
  for (uint64_t i = 0; i < 800; ++i) improved += several(noises, 0, {.delta = 0, .hopeless = 1e-6}, i).state == Decision::improved;
  EXPECT_LE(improved, 16);
}

// Where code lies, drawn once for all blocks, looks like a gain; drawn afresh for each block it does not.
TEST(NullExperiment, PlacementMustBeDrawnForEachBlock) {
  Noise once_placed = model("placement");
  once_placed.placed_once = true;
  EXPECT_GE(repeat(once_placed, 0, {}, 100).improved, 20);
  EXPECT_LE(repeat(model("placement"), 0, {}, 100).improved, 1);
}

}  // namespace
