#include "model/gate.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace wavelift::model;

namespace {

Prediction seconds(double s) {
  Prediction p;
  p.seconds = s;
  p.confidence = 1;
  return p;
}

// Ten kernels whose times are all twice what was predicted, give or take `part`.
Calibration twice(double part) {
  Calibration c;
  for (int i = 0; i < 10; ++i) c.add({"gemm", 1e-3 * (i + 1), 2e-3 * (i + 1) * (i % 2 ? 1 + part : 1 / (1 + part))});
  return c;
}

TEST(Gate, SkipsWhatIsSlowerEvenAtBest) {
  const Calibration none;
  EXPECT_EQ(decide(seconds(1.5), seconds(1), "gemm", none, true), Decision::skip);         // 1.5 / 1.3 > 1.1
  EXPECT_EQ(decide(seconds(1.4), seconds(1), "gemm", none, true), Decision::must_measure);
  EXPECT_EQ(decide(seconds(0.7), seconds(1), "gemm", none, true), Decision::attempt);      // 0.7 * 1.3 < 1
  EXPECT_EQ(decide(seconds(0.8), seconds(1), "gemm", none, true), Decision::must_measure);
}

TEST(Gate, NeverSkipsAKnobThatWasNotMeasured) { EXPECT_EQ(decide(seconds(10), seconds(1), "gemm", {}, false), Decision::must_measure); }

TEST(Gate, WhatCannotBePredictedIsMeasured) {
  Prediction unsure = seconds(10);
  unsure.confidence = 0;
  EXPECT_EQ(decide(unsure, seconds(1), "gemm", {}, true), Decision::must_measure);
}

TEST(Gate, RatiosForgiveWhatIsWrongWithAllAlike) {
  const Calibration c = twice(0.02);
  EXPECT_NEAR(c.width("gemm", 0.8).factor, 2 * 1.02, 1e-9);
  EXPECT_LT(c.ratio_width("gemm", 0.8).factor, 1.05);
  // Narrower than what is assumed without a calibration.
  EXPECT_EQ(decide(seconds(1.2), seconds(1), "gemm", c, true), Decision::skip);
  EXPECT_EQ(decide(seconds(0.9), seconds(1), "gemm", c, true), Decision::attempt);
}

TEST(Gate, FamiliesWithFewTrialsBorrow) {
  Calibration c = twice(0.02);
  c.add({"softmax", 1, 1});
  EXPECT_NEAR(c.width("softmax", 0.8).factor, 2 * 1.02, 1e-9);
  EXPECT_EQ(Calibration().width("gemm", 0.8).factor, 0);
}

TEST(Gate, FasterIsTheShareOfErrorsThatMakeItSo) {
  EXPECT_NEAR(Calibration().faster("gemm", 1), 0.5, 1e-12);
  EXPECT_NEAR(Calibration().faster("gemm", 1 / 1.3), 0.9, 1e-9);   // the end of the assumed 80 %
  const Calibration c = twice(0.1);
  EXPECT_EQ(c.faster("gemm", 2), 0);
  EXPECT_EQ(c.faster("gemm", 0.5), 1);
  EXPECT_NEAR(c.faster("gemm", 1), 0.5, 1e-9);
}

TEST(Gate, CoverageAndBrierAreOfWhatWasKnownBefore) {
  const Calibration c = twice(0.02);
  EXPECT_EQ(c.coverage(0.8).judged, 2u);           // eight came first
  EXPECT_EQ(c.coverage(0.8).inside, 1);
  EXPECT_LT(*c.brier(), 0.1);                      // in the right order, far apart
  EXPECT_FALSE(Calibration().brier());
  Calibration upside_down;
  for (int i = 1; i <= 10; ++i) upside_down.add({"gemm", 1.0 / i, 1.0 * i});
  EXPECT_GT(*upside_down.brier(), 0.5);
}

TEST(Gate, AShareOfTheSkipsIsAudited) {
  int n = 0;
  for (uint64_t id = 0; id < 10'000; ++id) n += audited(id);
  EXPECT_NEAR(n, 1000, 100);
  EXPECT_EQ(audited(42), audited(42));
}

TEST(Gate, RegretIsTheBestThatWasSkipped) {
  EXPECT_NEAR(regret({{1.2, 1}, {0.9, 1}, {0.95, 1}}), 0.1, 1e-12);
  EXPECT_EQ(regret({{1.2, 1}}), 0);
}

}  // namespace
