// A clang command line run in process, once for each side, and the facts of each.
#pragma once
#include "analysis/analyze.h"

namespace wavelift::analysis {

struct Sides {
  Facts host, device;
};
Result<Sides> parse(const Request& request);

}  // namespace wavelift::analysis
