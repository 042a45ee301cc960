// Bounds against hand-computed ones, on cards whose figures are in share/hardware.
#include "model/model.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

using namespace wavelift;
using namespace wavelift::model;

namespace {

const hardware::Spec& card(const char* name) { return *hardware::find_spec(name); }

double bound(const Prediction& p, std::string_view name) {
  auto it = std::ranges::find(p.bounds, name, &Bound::name);
  return it == p.bounds.end() ? 0 : it->seconds;
}

bool doubts(const Prediction& p, std::string_view what) {
  return std::ranges::any_of(p.doubts, [&](const std::string& d) { return d.find(what) != d.npos; });
}

// Workgroups of four waves that do nothing yet; as many as make each of gfx90a's 110 compute units busy 32 times.
Work empty() {
  Work w;
  w.kernel = "k";
  w.arch = "gfx90a";
  w.grid = {3520, 1, 1};
  w.threads = 256;
  w.wave_size = 64;
  w.vgprs = 32;
  w.sgprs = 16;
  w.dynamic = true;
  return w;
}

// A buffer of which each workgroup reads its own part.
Footprint apart(double bytes) {
  Footprint f;
  f.read_bytes = bytes;
  return f;
}

TEST(Predict, VectorInstructionsTakeFourCyclesOfASimd) {
  Work w = empty();
  w.of(Class::f32) = 4000;   // 1000 a wave: 4000 cycles on each of four SIMDs, 32 workgroups one after the other at 1.7 GHz
  EXPECT_NEAR(bound(predict(w, card("gfx90a")), "simd"), 32 * 4000 / 1.7e9, 1e-9);
  w.of(Class::f32) = 0;
  w.of(Class::transcendental) = 4000;   // a quarter of the rate
  EXPECT_NEAR(bound(predict(w, card("gfx90a")), "simd"), 4 * 32 * 4000 / 1.7e9, 1e-9);
}

TEST(Predict, MatrixInstructionsRunAtTheCardsPeak) {
  Work w = empty();
  w.matrix_flops[static_cast<size_t>(MatrixType::f16)] = 191.5e12 / 3520 * 1e-3;
  const Prediction p = predict(w, card("gfx90a"));
  EXPECT_NEAR(bound(p, "matrix"), 1e-3, 1e-6);
  EXPECT_EQ(p.limiter, "matrix");
}

TEST(Predict, BankCyclesAreOneComputeUnits) {
  Work w = empty();
  w.lds_cycles = 10'000;
  EXPECT_NEAR(bound(predict(w, card("gfx90a")), "lds"), 32 * 10'000 / 1.7e9, 1e-9);
}

TEST(Predict, AStreamIsBoundByMemory) {
  Work w = empty();
  w.footprints = {apart(1 << 20)};
  w.footprints_known = true;
  w.sectors = (1 << 20) / 32;
  const Prediction p = predict(w, card("h200"));
  // 3520 MiB at the 4300 GB/s of the fastest copy that was seen.
  EXPECT_NEAR(bound(p, "memory"), 3520.0 * (1 << 20) / 4300e9, 1e-7);
  EXPECT_EQ(p.limiter, "memory");
  EXPECT_GT(p.seconds, bound(p, "memory"));
}

// Workgroups of one row of the grid share a panel, those of one column another: C = A B.
TEST(Predict, WhatNeighboursShareIsReadOnceWhereTheL2HoldsIt) {
  Work w = empty();
  w.grid = {32, 32, 1};
  Footprint a = apart(1e6), b = apart(1e6);
  a.fresh = {0, 1, 1};
  b.fresh = {1, 0, 1};
  w.footprints = {a, b};
  w.footprints_known = true;
  // Both matrices have 32 MB, and an H200's L2 60 MiB: each is read once.
  EXPECT_NEAR(bound(predict(w, card("h200")), "memory"), 64e6 / 4300e9, 1e-9);
  // Ten times as long panels: between one row of the grid and the next 330 MB are touched, so that B is read again for each round of rows that run at the
  // same time. With eight workgroups on each of 132 units all 32 rows do.
  for (Footprint& f : w.footprints) f.read_bytes *= 10;
  EXPECT_NEAR(bound(predict(w, card("h200")), "memory"), 640e6 / 4300e9, 1e-8);
  // With one workgroup a unit, 4.125 rows run at a time: B is read 32 / 4.125 times.
  w.vgprs = 255;
  EXPECT_EQ(predict(w, card("h200")).groups_per_unit, 1);
  EXPECT_NEAR(bound(predict(w, card("h200")), "memory"), (320e6 + 320e6 * 32 / 4.125) / 4300e9, 1e-8);
}

TEST(Predict, OccupancyHidesLatency) {
  Work w = empty();
  w.waits = {{Wait::Kind::memory, 100, 1, 0}};
  w.of(Class::f32) = 400;
  const double eight = predict(w, card("gfx90a")).seconds;
  w.vgprs = 256;             // two waves a SIMD instead of eight
  const Prediction two = predict(w, card("gfx90a"));
  EXPECT_EQ(two.waves_per_simd, 2);
  EXPECT_EQ(two.limiter, "latency");
  EXPECT_NEAR(two.seconds / eight, 4, 0.3);
}

TEST(Predict, ARoundThatIsNotFullTakesItsOwnTime) {
  Work w = empty();
  w.lds_bytes = 40 << 10;    // one workgroup a compute unit
  w.of(Class::f32) = 400'000;
  w.grid = {110, 1, 1};
  const double one = predict(w, card("gfx90a")).seconds;
  w.grid = {111, 1, 1};
  EXPECT_NEAR(predict(w, card("gfx90a")).seconds / one, 2, 0.02);
  // Two at a time, and bound by latency: three on each compute unit take as long as four.
  w = empty();
  w.lds_bytes = 32 << 10;
  w.waits = {{Wait::Kind::memory, 1000, 0, 0}};
  w.grid = {330, 1, 1};
  const double three = predict(w, card("gfx90a")).seconds;
  w.grid = {440, 1, 1};
  EXPECT_NEAR(predict(w, card("gfx90a")).seconds / three, 1, 0.01);
}

TEST(Predict, AtomicsOnOneLineKeepOneSliceBusy) {
  Work w = empty();
  w.atomic_lanes = 1000;     // two cycles each
  Footprint counts;
  counts.written_bytes = 128;
  counts.fresh = {0, 0, 0};
  counts.span = 128;
  w.footprints = {counts};
  w.footprints_known = true;
  EXPECT_NEAR(bound(predict(w, card("h200")), "atomics"), 2 * 3520e3 / 1.98e9, 1e-7);
  w.footprints[0].span = 128 * 1000;   // all 64 slices
  EXPECT_NEAR(bound(predict(w, card("h200")), "atomics"), 2 * 3520e3 / 64 / 1.98e9, 1e-7);
}

TEST(Predict, SaysWhyItIsNotSure) {
  Work w = empty();
  w.vgprs = 20;              // far from where the occupancy changes
  w.of(Class::f32) = 4000;
  const Prediction good = predict(w, card("h200"));
  EXPECT_TRUE(good.doubts.empty()) << good.doubts.front();
  EXPECT_EQ(good.confidence, 1);
  EXPECT_TRUE(doubts(predict(w, card("gfx936")), "not verified"));
  w.dynamic = false;
  EXPECT_TRUE(doubts(predict(w, card("h200")), "did not run"));
  w.dynamic = true;
  w.native = false;
  EXPECT_TRUE(doubts(predict(w, card("h200")), "are gfx90a's"));
  w.native = true;
  w.lds_bytes = 100 << 10;
  const Prediction none = predict(w, card("gfx90a"));
  EXPECT_TRUE(doubts(none, "more LDS than the card has"));
  EXPECT_EQ(none.confidence, 0);
}

TEST(Predict, TheIntervalIsWhatTheCalibrationSays) {
  Work w = empty();
  w.of(Class::f32) = 4000;
  const Prediction p = predict(w, card("h200"), {1.25});
  EXPECT_NEAR(p.high / p.seconds, 1.25, 1e-9);
  EXPECT_NEAR(p.seconds / p.low, 1.25, 1e-9);
}

TEST(Predict, LaunchesAddUp) {
  Work w = empty();
  w.of(Class::f32) = 4000;
  const Prediction p = predict(w, card("h200")), both = total({p, p});
  EXPECT_NEAR(both.seconds, 2 * p.seconds, 1e-12);
  EXPECT_NEAR(bound(both, "simd"), 2 * bound(p, "simd"), 1e-12);
  EXPECT_EQ(both.limiter, p.limiter);
}

}  // namespace
