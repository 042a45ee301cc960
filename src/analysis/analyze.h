// One translation unit, analysed. Clang is loaded at the first call, so that a command that does not analyse does not
// pay for it.
#pragma once
#include "analysis/facts.h"
#include "base/error.h"
#include <string>
#include <vector>

namespace wavelift::analysis {

struct Request {
  std::vector<std::string> command;  // a clang command line that compiles one source, as build::translate makes it
  bool cuda = true;                  // the headers are CUDA's
  bool wave_forms = false;           // Facts::wave_forms are wanted
};

// Parses the source for the host and for the device and merges what both say. Errors in the source are facts
// (Facts::problems), not errors of ours. Errors: tool_missing (Clang's library), internal (Clang cannot set itself up).
Result<Facts> analyze(const Request& request);

}  // namespace wavelift::analysis
