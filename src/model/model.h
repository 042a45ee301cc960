// How long a launch takes on a card, before it runs there: the time that each part of the card needs for its share of the work, and what
// they come to together. docs/predict.md has the equations.
#pragma once
#include "hardware/specs.h"
#include "model/work.h"
#include <string>
#include <vector>

namespace wavelift::model {

// A part of the card and how long it alone would need.
struct Bound {
  std::string_view name;         // "simd", "matrix", "lds", "l1", "fill", "l2", "memory", "atomics", "latency", "launch"
  double seconds = 0;
};

struct Prediction {
  std::string kernel;
  double seconds = 0, low = 0, high = 0;   // low to high: see `Width`
  std::vector<Bound> bounds;     // all that are not 0, the longest first
  std::string_view limiter;      // of the bounds
  int groups_per_unit = 0, waves_per_simd = 0;
  std::string_view occupancy_limiter;
  double instructions = 0;       // of all waves
  double rounds = 0;             // of workgroups, one after another on a compute unit; the last may be a part
  double confidence = 0;         // 0 to 1
  std::vector<std::string> doubts;   // why it is not higher
};

// How far predictions of a card may be off, by a factor either way: from its calibration (gate.h), else what is assumed.
struct Width {
  double factor = 0;             // 0: not known
};

Prediction predict(const Work& work, const hardware::Spec& card, const Width& width = {});

// Several launches one after the other, as one: seconds and bounds add up.
Prediction total(const std::vector<Prediction>& launches);

}  // namespace wavelift::model
