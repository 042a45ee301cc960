#include "judge/statistics.h"
#include "judge/random.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>

using namespace wavelift::judge;

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

std::vector<double> sample(int n, uint64_t seed) {
  Random random(seed);
  std::vector<double> v;
  for (int i = 0; i < n; ++i) v.push_back(random.normal() + 0.3 * random.exponential());
  return v;
}

// The greatest t whose test is as sure as the level, -1 if none is: what tables of the signed-rank test print.
int critical(int n, double level) { return bound_rule(n, level).rank - 1; }

TEST(Statistics, TailsOfCounts) {
  EXPECT_NEAR(binomial_tail(10, 0, 0.3), 1, 1e-12);
  EXPECT_NEAR(binomial_tail(10, 10, 0.5), 1.0 / 1024, 1e-12);
  EXPECT_NEAR(binomial_tail(12, 6, 0.1), 0.000541, 1e-6);      // tables of the binomial distribution
  // The lady who tastes tea: all four right of four and four by chance, once in seventy times.
  EXPECT_NEAR(fisher_tail(4, 4, 4, 0), 1.0 / 70, 1e-12);
  EXPECT_NEAR(fisher_tail(4, 3, 4, 1), 17.0 / 70, 1e-12);
  EXPECT_NEAR(fisher_tail(12, 0, 12, 5), 1, 1e-12);
  EXPECT_NEAR(fisher_tail(12, 3, 12, 0), 220.0 / 2024, 1e-12);
}

TEST(BlockEffect, IsTheLogarithmOfTheRatioOfGeometricMeans) {
  EXPECT_NEAR(block_effect(2, 8, 1, 4), std::log(2.0), 1e-15);
  EXPECT_DOUBLE_EQ(block_effect(1, 4, 2, 8), -block_effect(2, 8, 1, 4));
  // What grows by the same factor from sample to sample cancels in both orders.
  EXPECT_NEAR(block_effect(1, 1.01 * 1.01 * 1.01, 1.01, 1.01 * 1.01), 0, 1e-15);
}

TEST(NormalQuantile, Tabulated) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-12);
  EXPECT_NEAR(normal_quantile(0.99), 2.3263478740408408, 1e-12);
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-12);
  EXPECT_NEAR(normal_quantile(1e-9), -5.997807015008182, 1e-9);
}

TEST(Quantile, DefinitionSeven) {
  const std::vector<double> v{40, 10, 30, 20};
  EXPECT_DOUBLE_EQ(quantile(v, 0), 10);
  EXPECT_DOUBLE_EQ(quantile(v, 1), 40);
  EXPECT_DOUBLE_EQ(quantile(v, 0.1), 13);
  EXPECT_DOUBLE_EQ(median(v), 25);
  EXPECT_DOUBLE_EQ(median(std::vector<double>{7}), 7);
  EXPECT_TRUE(std::isnan(median({})));
}

TEST(RobustSd, IsScaledDistanceToTheMedian) {
  EXPECT_NEAR(robust_sd(std::vector<double>{1, 2, 3, 4, 100}), 1.482602218505602, 1e-12);
  EXPECT_NEAR(robust_sd(sample(20000, 1)), std::sqrt(1 + 0.09), 0.03);
}

TEST(RobustSd, OfACoarseClockIsTheOrdinary) {
  EXPECT_NEAR(robust_sd(std::vector<double>{1, 1, 1, 1, 6}), std::sqrt(5.0), 1e-12);
  EXPECT_EQ(robust_sd(std::vector<double>{3, 3, 3}), 0);
  EXPECT_EQ(robust_sd(std::vector<double>{3}), 0);
}

TEST(SignedRank, SumsOfFairSignsByBruteForce) {
  for (int n = 1; n <= 12; ++n) {
    std::vector<double> count(n * (n + 1) / 2 + 1, 0);
    for (unsigned signs = 0; signs < 1u << n; ++signs) {
      int t = 0;
      for (int i = 0; i < n; ++i) t += signs >> i & 1 ? i + 1 : 0;
      count[t] += std::ldexp(1.0, -n);
    }
    const std::vector<double> p = signed_rank_distribution(n);
    double sum = 0;
    for (size_t t = 0; t < count.size(); ++t) EXPECT_NEAR(p[t], sum += count[t], 1e-15) << n << " " << t;
  }
}

// One-sided critical values as statistics books print them (after McCornack, "Extended tables of the Wilcoxon matched pair signed rank
// statistic", Journal of the American Statistical Association 60, 1965).
TEST(SignedRank, PublishedCriticalValues) {
  struct Row {
    int n, p05, p025, p01, p005;
  };
  const Row rows[] = {{8, 5, 3, 1, 0},         {9, 8, 5, 3, 1},         {10, 10, 8, 5, 3},       {12, 17, 13, 9, 7},      {15, 30, 25, 19, 15},
                      {16, 35, 29, 23, 19},    {20, 60, 52, 43, 37},    {25, 100, 89, 76, 68},   {30, 151, 137, 120, 109}, {40, 286, 264, 238, 220},
                      {50, 466, 434, 397, 373}};
  for (const Row& r : rows) {
    EXPECT_EQ(critical(r.n, 0.05), r.p05) << r.n;
    EXPECT_EQ(critical(r.n, 0.025), r.p025) << r.n;
    EXPECT_EQ(critical(r.n, 0.01), r.p01) << r.n;
    EXPECT_EQ(critical(r.n, 0.005), r.p005) << r.n;
  }
}

TEST(SignedRank, ApproximationMeetsTheExactOne) {
  for (double level : {0.05, 0.01, 0.001}) {
    for (int n : {201, 260, 320}) {
      const std::vector<double> p = signed_rank_distribution(n);
      const BoundRule r = bound_rule(n, level);
      EXPECT_TRUE(r.walsh);
      EXPECT_LE(r.attained, level);
      EXPECT_LE(p[r.rank - 1], 1.01 * level) << n << " " << level;
      EXPECT_GE(p[r.rank - 1], 0.93 * level) << n << " " << level;
      EXPECT_NEAR(p[r.rank - 1], r.attained, 0.07 * level) << n << " " << level;
    }
  }
}

TEST(BoundRule, SignTestOfFewValues) {
  EXPECT_EQ(bound_rule(4, 0.05).rank, 0);   // 1/16
  EXPECT_EQ(bound_rule(5, 0.05).rank, 1);   // 1/32
  EXPECT_DOUBLE_EQ(bound_rule(7, 0.07).attained, 8.0 / 128);
  EXPECT_EQ(bound_rule(7, 0.07).rank, 2);
  EXPECT_FALSE(bound_rule(7, 0.07).walsh);
  EXPECT_TRUE(bound_rule(8, 0.07).walsh);
  EXPECT_EQ(bound_rule(48, 0).rank, 0);
  EXPECT_EQ(bound_rule(300, 0).rank, 0);
}

// Hamilton depression scale before and after: Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, examples 3.1, 3.3 and 3.4.
TEST(Location, PublishedExample) {
  const double before[] = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}, after[] = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
  std::vector<double> change;
  for (int i = 0; i < 9; ++i) change.push_back(after[i] - before[i]);
  const Location l(change);
  EXPECT_NEAR(l.estimate(), -0.46, 1e-12);
  EXPECT_NEAR(l.lower(0.02), -0.786, 1e-12);
  EXPECT_NEAR(l.upper(0.02), -0.010, 1e-12);
  EXPECT_NEAR(bound_rule(9, 0.02).attained, 0.0195, 5e-5);
}

TEST(Location, EstimateIsTheMedianOfAllAverages) {
  for (int n : {1, 2, 5, 12}) {
    const std::vector<double> x = sample(n, n);
    std::vector<double> averages;
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) averages.push_back((x[i] + x[j]) / 2);
    EXPECT_DOUBLE_EQ(Location(x).estimate(), median(averages));
    EXPECT_DOUBLE_EQ(hodges_lehmann(x), median(averages));
  }
}

// All patterns of signs of ten distances: the share of those whose lower bound is above the true centre, 0, is the level attained, and no more.
TEST(Location, BoundErrsAsOftenAsItSays) {
  for (int n : {6, 7, 8, 10}) {
    std::vector<double> distance = sample(n, 90 + n);
    for (double& d : distance) d = std::abs(d);
    for (double level : {0.01, 0.02, 0.05, 0.1}) {
      int above = 0, below = 0;
      for (unsigned signs = 0; signs < 1u << n; ++signs) {
        std::vector<double> x = distance;
        for (int i = 0; i < n; ++i)
          if (signs >> i & 1) x[i] = -x[i];
        const Location l(x);
        above += l.lower(level) > 0;
        below += l.upper(level) < 0;
      }
      const double expected = bound_rule(n, level).attained;
      EXPECT_LE(expected, level);
      EXPECT_DOUBLE_EQ(std::ldexp(above, -n), expected) << n << " " << level;
      EXPECT_DOUBLE_EQ(std::ldexp(below, -n), expected) << n << " " << level;
    }
  }
}

// Ties and zeros, as of a clock that ticks: the bound errs at most as often.
TEST(Location, BoundHoldsWithTiesAndZeros) {
  const double distance[] = {0, 0, 1, 1, 1, 2, 2, 3, 3, 5};
  for (double level : {0.01, 0.05, 0.1}) {
    int above = 0;
    for (unsigned signs = 0; signs < 1u << 10; ++signs) {
      std::vector<double> x(distance, distance + 10);
      for (int i = 0; i < 10; ++i)
        if (signs >> i & 1) x[i] = -x[i];
      above += Location(x).lower(level) > 0;
    }
    EXPECT_GT(above, 0);
    EXPECT_LE(std::ldexp(above, -10), level);
  }
  EXPECT_EQ(Location(std::vector<double>(12, 0.0)).lower(0.01), 0);
}

TEST(Location, MovesScalesAndTurnsWithTheSample) {
  for (int n : {5, 7, 12, 30, 210}) {
    const std::vector<double> x = sample(n, 7 * n);
    std::vector<double> y = x, turned = x, mixed = x;
    for (double& v : y) v = 3 * v + 2;
    for (double& v : turned) v = -v;
    std::ranges::reverse(mixed);
    std::swap(mixed[0], mixed[n / 2]);
    const Location a(x), b(y), c(turned), d(mixed);
    for (double level : {0.04, 0.1}) {
      EXPECT_NEAR(b.lower(level), 3 * a.lower(level) + 2, 1e-12);
      EXPECT_NEAR(b.upper(level), 3 * a.upper(level) + 2, 1e-12);
      EXPECT_DOUBLE_EQ(c.upper(level), -a.lower(level));
      EXPECT_EQ(d.lower(level), a.lower(level));
      EXPECT_LE(a.lower(level), a.estimate());
      EXPECT_LE(a.lower(0.04), a.lower(0.1));
    }
    EXPECT_NEAR(b.estimate(), 3 * a.estimate() + 2, 1e-12);
    EXPECT_NEAR(b.effective_sd(0.05), 3 * a.effective_sd(0.05), 1e-12);
  }
}

TEST(Location, TooFewValuesBoundNothing) {
  const Location l(std::vector<double>{1, 2, 3});
  EXPECT_EQ(l.lower(0.01), -infinite);
  EXPECT_EQ(l.upper(0.01), infinite);
  EXPECT_NEAR(l.effective_sd(0.01), robust_sd(std::vector<double>{1, 2, 3}), 1e-15);
}

// The signed-rank test of a normal sample is as good as the t-test with pi / 3 of the variance.
TEST(Location, EffectiveSdOfANormalSampleIsItsSd) {
  Random random(5);
  double sum = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<double> x;
    for (int j = 0; j < 48; ++j) x.push_back(0.7 * random.normal());
    sum += Location(x).effective_sd(0.05) / 300;
  }
  EXPECT_NEAR(sum, 0.7 * std::sqrt(std::numbers::pi / 3), 0.03);
}

TEST(MinimumDetectableEffect, Formula) {
  EXPECT_NEAR(minimum_detectable_effect(0.007, 24, 0.01), (2.3263479 + 0.8416212) * 0.007 / std::sqrt(24.0), 1e-9);
  EXPECT_NEAR(minimum_detectable_effect(0.007, 24, 0.01, 0.5), 2.3263479 * 0.007 / std::sqrt(24.0), 1e-9);
}

TEST(Random, TheSameEverywhere) {
  Random random(42);
  EXPECT_EQ(random.next(), 2576493707698874361u);
  EXPECT_EQ(random.below(1000), 969u);
}

}  // namespace
