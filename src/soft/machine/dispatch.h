// Runs the workgroups of one launch over the host's threads.
#pragma once
#include "soft/machine/workgroup.h"

namespace wavelift::soft::WAVE {

// A hidden argument whose value depends on the launch: where in the kernarg segment it lies.
struct HiddenArgument {
  uint64_t (*value)(const LaunchState& state);
  uint32_t offset, size;   // bytes
};
std::vector<HiddenArgument> hidden_arguments(const Kernel& kernel);

// Fills the kernarg segment (explicit and hidden arguments), the dispatch packet and the queue.
void prepare(LaunchState& state, std::span<const HiddenArgument> hidden);

// Runs all workgroups, or where `only` is not empty those of its numbers (observe/sample.h). Error: the first fault, with kernel,
// instruction, source line, workgroup and wave.
Result<LaunchStats> dispatch(const LaunchState& state, std::span<const uint64_t> only = {});

} // namespace wavelift::soft::WAVE
