// Noise for experiments with the protocol: what a GPU's times do, put upon times that have none, as those of the software GPU.
#pragma once
#include "judge/comparison.h"
#include "judge/random.h"
#include <array>
#include <span>
#include <string_view>

namespace wavelift::judge {

// All sizes are relative to the time: 0.01 is 1 %.
struct Noise {
  double jitter = 0;           // standard deviation of each sample
  double drift = 0;            // amplitude of a slow wave ...
  double drift_period = 400;   // ... in samples
  double outliers = 0;         // share of samples that take longer ...
  double outlier = 0;          // ... by this on the average, exponential
  double steps = 0;            // share of samples at which the temperature sets another level ...
  double step = 0;             // ... with this standard deviation
  double modes = 0;            // the slower of two clocks takes longer by this ...
  double mode_change = 0;      // ... share of samples at which the clock changes
  double memory = 0;           // correlation of a slow noise from sample to sample ...
  double slow = 0;             // ... and its standard deviation
  double alternating = 0;      // every second sample takes longer by this
  double turn = 0;             // a sample after one of the other side takes longer by this
  double placement = 0;        // standard deviation of what each side's place in memory is worth ...
  bool placed_once = false;    // ... drawn once, or afresh for each block
};

struct NoiseModel {
  std::string_view name;
  Noise noise;
};
// "reference" is jitter, drift and outliers; each of the others is heavier in its own way.
std::span<const NoiseModel> noise_models();

// Two programs whose times are known, in seconds a launch.
class FixedClock : public Clock {
public:
  FixedClock(double baseline, double candidate) : seconds_{baseline, candidate} {}
  Result<Sample> sample(Side side, int launches) override {
    const double s = seconds_[static_cast<size_t>(side)] * launches;
    return Sample{s, s};
  }

private:
  std::array<double, 2> seconds_;
};

// The times of `of`, made noisy. Both clocks see the noise: it is the machine's.
class NoisyClock : public Clock {
public:
  NoisyClock(Clock& of, const Noise& noise, uint64_t seed);
  Result<Sample> sample(Side side, int launches) override;
  Status begin() override { return of_.begin(); }
  Status end() override { return of_.end(); }
  Status fresh() override;
  int most_launches() const override { return of_.most_launches(); }
  double floor() const override { return of_.floor(); }
  double overhead() const override { return of_.overhead(); }

private:
  double next(Side side);      // logarithm of the next sample's factor
  void place();

  Clock& of_;
  Noise noise_;
  Random random_;
  double phase_, level_ = 0, slow_ = 0;
  bool slower_mode_ = false;
  uint64_t samples_ = 0;
  Side before_ = Side::baseline;
  std::array<double, 2> placed_{};
};

}  // namespace wavelift::judge
