// Work from a code object alone: nothing runs, so each instruction counts once, accesses count as those of neighbouring lanes, and nothing is known
// of caches. For orderings of kernels whose loops go round equally often, at best.
#pragma once
#include "base/error.h"
#include "model/work.h"
#include <cstddef>
#include <span>
#include <vector>

namespace wavelift::model {

struct StaticLaunch {
  std::array<double, 3> grid = {1, 1, 1};   // workgroups
  double threads = 256;                     // of each
};

// One element a kernel of an AMDGPU code object, launched so. Errors: those of reading it (no_input, unsupported).
Result<std::vector<Work>> static_work(std::span<const std::byte> object, const StaticLaunch& launch);

}  // namespace wavelift::model
