// What a search starts from: a task's baseline, and what it computes.
#pragma once
#include "tune/transform.h"

namespace wavelift::tune {

// The task's baseline in the target's language, each of its launches raised to a nest or to the reason why there is none. The task must outlive
// the subject. Errors: no_input, the task has no baseline in that language; those of analysis::raise_nests.
Result<Subject> subject_of(const judge::Task& task, Target target);

}  // namespace wavelift::tune
