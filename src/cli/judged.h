// What verbs about tasks take: a task and a candidate by their names on the command line.
#pragma once
#include "judge/candidate.h"
#include "judge/task.h"

namespace wavelift::cli {

// A folder, or the name of one of the tasks that come with wavelift. Errors: no_input; the task's.
Result<judge::Task> find_task(const std::string& name);

// By its ending: HIP, CUDA; a code object by its first bytes. Errors: no_input.
Result<judge::Source> read_candidate(const std::string& path);

}  // namespace wavelift::cli
