// Which kernels get warps as wide as the wave (`wl port --width`), and the edits that it takes. The facts are the analysis';
// the decision is made here, over all units of the program: a kernel can be native only if every launch of it is known and fits,
// and if every kernel that shares a rewritten function is native, too.
#pragma once
#include "analysis/facts.h"
#include "base/edits.h"
#include "port/finding.h"
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace wavelift::port {

enum class Width : uint8_t {
  logical,    // warps of 32 lanes in a wave of 64
  native,     // as wide as the wave where that is exact
  automatic,  // where it is also likely to gain: where warps' results are joined one after the other
};

// One unit's facts; none where it could not be analysed, with the reason.
struct AnalysedUnit {
  std::string path;
  std::optional<analysis::Facts> facts;
  std::string error;
};

// What was decided for one kernel.
struct KernelWidth {
  std::string kernel, file;
  uint32_t line = 0, column = 0;
  bool native = false;
  std::string why;
};

struct WidthPlan {
  std::map<std::string, std::vector<Edit>> edits;        // of each file, in order
  std::map<std::string, std::vector<Finding>> findings;
  std::vector<KernelWidth> kernels;                      // in order of place
};

// `file_of` gives the name of a file in the plan, by the name that the analysis has for it; empty: it is not to be edited.
// `text_of` gives the text of a file by its name in the plan.
WidthPlan plan_widths(const std::vector<AnalysedUnit>& units, Width width, const std::function<std::string(const std::string&)>& file_of,
                      const std::function<std::string_view(const std::string&)>& text_of);

}  // namespace wavelift::port
