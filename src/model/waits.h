// Where a wave waits for loads, from the instructions that ran in the order of their addresses.
#pragma once
#include "model/work.h"
#include <string>
#include <vector>

namespace wavelift::model {

struct Step {
  uint64_t address = 0;
  std::string text;              // "s_waitcnt vmcnt(0)"
  std::string unit;              // as the profile says it: "vmem", "lds", "smem", "wait", "branch", ...
  double times = 0;              // a wave
  double l1_hits = 0;            // part, of loads
};

// A wait counts when a load was started after the one before; what loads are under way is followed through the code, and through each loop
// twice, so that loads of one turn that the next one waits for are found.
std::vector<Wait> waits_of(const std::vector<Step>& steps);

}  // namespace wavelift::model
