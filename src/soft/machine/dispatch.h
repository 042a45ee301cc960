// Runs the workgroups of one launch over the host's threads.
#pragma once
#include "soft/machine/workgroup.h"

namespace wavelift::soft::WAVE {

// Fills the kernarg segment (explicit and hidden arguments), the dispatch packet and the queue.
void prepare(LaunchState& state);

// Runs all workgroups. Error: the first fault, with kernel, instruction, source line, workgroup and wave.
Result<LaunchStats> dispatch(const LaunchState& state);

} // namespace wavelift::soft::WAVE
