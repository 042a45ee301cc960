// Opinions on the facts of one translation unit.
#pragma once
#include "analysis/facts.h"
#include "base/finding.h"
#include <functional>
#include <vector>

namespace wavelift::lint {

// How wide a warp of CUDA source is to become: groups of 32 lanes as `wl port` makes them, or the wave's own width.
enum class Width : uint8_t { logical, native };

struct Options {
  Width width = Width::logical;
  // Whether the source says that this finding is to be left out (suppress.h).
  std::function<bool(const std::string& file, uint32_t line, int code)> suppressed = {};
  // What HIP source is built for, as --offload-arch names it; empty: not known.
  std::vector<std::string> targets = {};
  bool waves_of_64 = false;  // -mwavefrontsize64 is given
  // The HIP that the program is for, major * 100 + minor; before 7.0 it differs most from CUDA.
  int hip_version = 700;
  // The unit's own file. What stands in others is part of other units as well, so that what is certain here may not be there.
  std::string source = {};
  // What the performance checks stand on (performance.h); null: they are not asked for.
  const struct Performance* performance = nullptr;
};

// What is found, in the order of place and code. What is right at both widths is never found; what only native width
// makes wrong is `info` as long as the width is logical, and its message says so.
std::vector<Finding> lint(const analysis::Facts& facts, const Options& options = {});

// Where a byte stands in a text.
Position position_of(std::string_view text, size_t at);

// Every code that a check can give, ordered.
std::vector<FindingKind> finding_kinds();

}  // namespace wavelift::lint
