// Findings of a source that a test writes down, as "line:code".
#pragma once
#include "../analysis/unit.h"
#include "lint/lint.h"
#include <fmt/format.h>

namespace wavelift::test {

using Lines = std::vector<std::string>;

inline Lines lines_of(const analysis::Facts& facts, const lint::Options& options, Severity least = Severity::info) {
  Lines out;
  for (const Finding& f : lint::lint(facts, options))
    if (f.severity >= least) out.push_back(fmt::format("{}:{}", f.line, f.code));
  return out;
}

// Of CUDA source with logical width, where a warp is a group of 32 lanes: what is wrong, or to be known, in any port.
inline Lines in_cuda(const std::string& source) { return lines_of(facts_of(source, true), {}); }
// The codes of one family alone.
inline Lines in_cuda(const std::string& source, int first, int last) {
  Lines out;
  for (const Finding& f : lint::lint(facts_of(source, true), {}))
    if (f.code >= first && f.code <= last) out.push_back(fmt::format("{}:{}", f.line, f.code));
  return out;
}
inline Lines in_hip(const std::string& source, lint::Options options = {}) { return lines_of(facts_of("#include <hip/hip_runtime.h>\n" + source, false), options); }

}  // namespace wavelift::test
