// What the checks of `wl lint --performance` stand on: each launch of a source with what its kernel computes.
#pragma once
#include "analysis/nest.h"
#include "base/error.h"

namespace wavelift::lint {

struct PerformanceLaunch {
  analysis::Place kernel, site;
  std::string name;
  int64_t threads = 0;             // of a workgroup
  analysis::Raised raised;
};

struct Performance {
  std::vector<PerformanceLaunch> launches;   // those whose workgroup is known, a kernel's first with each size
};

// Reads the launches of a source and raises their kernels. Errors: those of analysis::raise_nests.
Result<Performance> read_performance(const analysis::Request& request);

}  // namespace wavelift::lint
