#include "judge/noise.h"
#include <cmath>
#include <numbers>

namespace wavelift::judge {

std::span<const NoiseModel> noise_models() {
  static const NoiseModel models[] = {
      {"none", {}},
      {"reference", {.jitter = 0.006, .drift = 0.01, .outliers = 0.02, .outlier = 0.1}},
      {"fast drift", {.jitter = 0.006, .drift = 0.03, .drift_period = 9, .outliers = 0.02, .outlier = 0.1}},
      {"drift as long as a block", {.jitter = 0.002, .drift = 0.03, .drift_period = 4}},
      {"temperature steps", {.jitter = 0.006, .outliers = 0.02, .outlier = 0.1, .steps = 0.05, .step = 0.03}},
      {"two clocks", {.jitter = 0.004, .outliers = 0.02, .outlier = 0.1, .modes = 0.06, .mode_change = 0.1}},
      {"autocorrelated", {.jitter = 0.004, .outliers = 0.02, .outlier = 0.1, .memory = 0.9, .slow = 0.02}},
      {"alternating", {.jitter = 0.006, .alternating = 0.03}},
      {"turns", {.jitter = 0.004, .turn = 0.02}},
      {"many outliers", {.jitter = 0.006, .outliers = 0.2, .outlier = 0.3}},
      {"placement", {.jitter = 0.004, .placement = 0.01}},
      {"loud", {.jitter = 0.05, .outliers = 0.05, .outlier = 0.5}},
  };
  return models;
}

NoisyClock::NoisyClock(Clock& of, const Noise& noise, uint64_t seed)
    : of_(of), noise_(noise), random_(seed), phase_(2 * std::numbers::pi * random_.uniform()) {
  place();
}

void NoisyClock::place() {
  for (double& p : placed_) p = noise_.placement * random_.normal();
}

Status NoisyClock::fresh() {
  if (!noise_.placed_once) place();
  return of_.fresh();
}

double NoisyClock::next(Side side) {
  const Noise& n = noise_;
  if (n.steps > 0 && random_.uniform() < n.steps) level_ = n.step * random_.normal();
  if (n.modes > 0 && random_.uniform() < n.mode_change) slower_mode_ = !slower_mode_;
  if (n.slow > 0) slow_ = n.memory * slow_ + std::sqrt(1 - n.memory * n.memory) * n.slow * random_.normal();
  double x = level_ + slow_ + placed_[static_cast<size_t>(side)];
  if (n.jitter > 0) x += n.jitter * random_.normal();
  if (n.drift > 0) x += n.drift * std::sin(phase_ + 2 * std::numbers::pi * static_cast<double>(samples_) / n.drift_period);
  if (n.outliers > 0 && random_.uniform() < n.outliers) x += std::log1p(n.outlier * random_.exponential());
  if (slower_mode_) x += std::log1p(n.modes);
  if (samples_ % 2) x += n.alternating;
  if (side != before_) x += n.turn;
  before_ = side;
  ++samples_;
  return x;
}

Result<Sample> NoisyClock::sample(Side side, int launches) {
  Result<Sample> s = of_.sample(side, launches);
  if (!s) return s;
  const double factor = std::exp(next(side));
  return Sample{s->device * factor, s->host == 0 ? 0 : s->host + s->device * (factor - 1)};
}

}  // namespace wavelift::judge
