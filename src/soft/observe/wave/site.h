// Where something happened, for reports: the instruction, its source line, and the thread that a lane is.
#pragma once
#include "soft/machine/workgroup.h"
#include "soft/observe/report.h"

namespace wavelift::soft::WAVE {

// The instruction at `pc`, as `lane` of `w` ran it. Slow: call it for what is reported only.
Site site_of(const Wave& w, uint64_t pc, int lane);
// The same for a workgroup and lane that are no longer in execution.
Site site_of(const LaunchState& launch, Dim3 block, uint32_t wave, int lane, uint64_t pc);

}  // namespace wavelift::soft::WAVE
