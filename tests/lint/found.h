// What `wl lint` finds in a source that a test writes down, as "line:code".
#pragma once
#include "../analysis/unit.h"
#include "lint/lint.h"
#include <fmt/format.h>

namespace wavelift::test {

using Lines = std::vector<std::string>;

struct Lint {
  bool cuda = true;
  int hip_version = 700;
  std::vector<std::string> options = {};           // the compiler's
  lint::Width width = lint::Width::logical;
  std::vector<std::string> targets = {};
  int first = 0, last = 9999;                      // codes that are looked at
  Severity least = Severity::info;

  Lines operator()(const std::string& source) const {
    lint::Options how{.width = width, .targets = targets};
    how.hip_version = hip_version;
    Lines out;
    // HIP source is given its header in a line 0, so that lines count alike.
    std::string text = cuda ? source : "#include <hip/hip_runtime.h>\n#line 1 \"unit.hip\"\n" + source;
    for (const Finding& f : lint::lint(facts_of(text, cuda, options), how))
      if (f.code >= first && f.code <= last && f.severity >= least) out.push_back(fmt::format("{}:{}", f.line, f.code));
    return out;
  }
};

}  // namespace wavelift::test
