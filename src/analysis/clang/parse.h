// A clang command line run in process, once for each side, and the facts of each.
#pragma once
#include "analysis/analyze.h"
#include <clang/Frontend/FrontendAction.h>
#include <functional>
#include <memory>

namespace wavelift::analysis {

struct Sides {
  Facts host, device;
};
Result<Sides> parse(const Request& request);

// Runs what `make` gives for each side, where it gives anything; the compiler's errors become problems of the side's facts. Bodies of
// functions in system headers may be skipped.
Status each_side(const Request& request, Facts& host, Facts& device, const std::function<std::unique_ptr<clang::FrontendAction>(bool device)>& make);

}  // namespace wavelift::analysis
