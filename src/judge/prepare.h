// From a candidate's source to what the harness launches: its contract is read, it is compiled in a jail, and what came of it is
// looked through.
#pragma once
#include "judge/candidate.h"
#include "judge/harness.h"
#include "judge/verdict.h"

namespace wavelift::judge {

struct Prepared {
  bool ready = false;                    // otherwise the last of the evidence says why not
  Built built;
  std::string identity;
  std::vector<Evidence> evidence;
};

// `group_memory`: bytes of LDS that a workgroup of the device can have; 0: the usual 64 KiB. `wave_size`: 0: the architecture's own. Errors
// are ours (no jail, no compiler).
Result<Prepared> prepare(const Task& task, const Source& candidate, const std::string& arch, uint64_t group_memory = 0, int wave_size = 0);

// The wave sizes that a candidate is judged with on an architecture: those that it claims and the architecture has, in the order of its
// claims; 0 alone, the architecture's own, where it claims none. Errors: failed, it has none of those that are claimed; usage, the contract's.
Result<std::vector<int>> wave_sizes(const Task& task, const Source& candidate, const std::string& arch);

}  // namespace wavelift::judge
