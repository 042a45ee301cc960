// The verdict on one candidate: stage after stage, and the first that it does not pass is where it is rejected.
#pragma once
#include "judge/candidate.h"
#include "judge/comparison.h"
#include "judge/reference.h"
#include "judge/verdict.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace wavelift::judge {

struct JudgeOptions {
  std::string device = "software";       // as device::open
  std::vector<std::string> software;     // targets of the software stage; empty: the device's own where it is one, else the default
  std::optional<uint64_t> seed;          // else the system's random numbers
  size_t hidden = 4;                     // shapes that are drawn
  std::optional<Source> against;         // what it is timed against; else the task's baseline
  bool timed = true;                     // on a device with a clock
  bool issue_clock = false;              // the software GPU is one, too: it counts the instructions of its model. The simulated shapes are timed
  Plan plan;                             // of the comparison
  double software_s = 600;               // of one trial on the software GPU
  std::function<void(const std::string&)> progress;
};

// Errors are ours or the task's: no jail, a reference that fails. What is wrong with the candidate is a verdict.
Result<Verdict> judge(const Task& task, const Reference& reference, const Source& candidate, const JudgeOptions& options);

}  // namespace wavelift::judge
