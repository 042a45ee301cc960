// Runs the workgroups of one launch over the host's threads.
#pragma once
#include "soft/machine/workgroup.h"

namespace wavelift::soft {

// Fills the kernarg segment (explicit and hidden arguments), the dispatch packet and the queue.
void prepare(LaunchState& state);

// Runs all workgroups. Error: the first fault, with kernel, instruction, source line, workgroup and wave.
Result<LaunchStats> dispatch(const LaunchState& state);

// Threads that run workgroups: $WAVELIFT_THREADS, else one for each core.
unsigned worker_count();

}  // namespace wavelift::soft
