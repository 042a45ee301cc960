// What verbs about tasks take: a task and a candidate by their names on the command line.
#pragma once
#include "judge/judge.h"

namespace wavelift::cli {

// A folder, or the name of one of the tasks that come with wavelift. Errors: no_input; the task's.
Result<judge::Task> find_task(const std::string& name);

// By its ending: HIP, CUDA; a code object by its first bytes. Errors: no_input.
Result<judge::Source> read_candidate(const std::string& path);

// Whether a task may be used: no_input when it cannot tell wrong from right, and how to see why. Other errors: objection_to's.
Status accepted(const judge::Task& task, const judge::Reference& reference, const judge::JudgeOptions& options, const std::string& name);

}  // namespace wavelift::cli
