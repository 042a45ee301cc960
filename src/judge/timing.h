// A candidate's time against the baseline's, on a device that has a clock. Its results are looked at while it is timed: what is
// right when nobody times and wrong when somebody does is no candidate.
#pragma once
#include "judge/comparison.h"
#include "judge/conditions.h"
#include "judge/harness.h"

namespace wavelift::judge {

struct TimingOptions {
  Plan plan;
  uint64_t seed = 1;                   // of the coins, the poison and where buffers lie
  bool cold = true;                    // no launch finds its buffers in the last-level cache; otherwise each does, where they fit
  // For experiments: what compare() is given in place of a shape's clock.
  std::function<std::unique_ptr<Clock>(Clock& of)> instead = {};
};

struct Timing {
  Comparison comparison;
  std::string fault;                   // what was wrong with a result of the timed launches; empty: nothing
  std::vector<double> floors;          // seconds of each shape; 0: not known
  size_t looked = 0;                   // results that were compared
  Conditions conditions;               // before, between and after the blocks
};

// The least seconds that any kernel needs for this case: the task's bytes over the memory's bandwidth, or its operations over the peak of what
// its precision and types may use, whichever is longer. 0: the device says neither. Of the software GPU always 0: its clocks know no memory.
double floor_of(const Task& task, const Case& c, const device::Info& info);

// Errors: the device's, which may be the candidate's doing.
Result<Timing> time_against(device::Device& device, const Task& task, const std::vector<const Case*>& cases, const Built& baseline, const Built& candidate, const TimingOptions& options);

}  // namespace wavelift::judge
