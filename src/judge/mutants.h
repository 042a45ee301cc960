// Whether a task can tell right from wrong: wrong answers and wrong kernels are made from its reference and its baseline, and
// each must be found out before a verdict of the task is worth anything.
#pragma once
#include "judge/judge.h"

namespace wavelift::judge {

struct Mutant {
  std::string name;                      // "zeros", "barrier left out at line 12"
  std::string kind;                      // "answer", "barrier", "loop", "width"
  bool killed = false;
  std::string how;                       // what told it, or that nothing did
};

struct TaskCheck {
  Verdict baseline;                      // of the task's own baseline, which must be right
  std::vector<Mutant> mutants;
  // The first reason to refuse the task; empty: none. Every wrong answer must be told from the right one. A kernel with a fault may
  // compute the same all the same (a barrier too many, a 64 that is no wave): of barriers and of loops one must be told, if there are any.
  std::string objection() const;
};

// Wrong answers are judged as a candidate's would be, wrong kernels on the software GPU. `briefly`: of each kind of wrong kernel no more
// than are needed for the objection. Errors: the reference's, the jail's.
Result<TaskCheck> check_task(const Task& task, const Reference& reference, const JudgeOptions& options, bool briefly = false);

// The same, asked once for each content of the task's folder and version of wavelift: nothing when it was found good before, else the
// objection. What is found is kept in the user's cache.
Result<std::string> objection_to(const Task& task, const Reference& reference, const JudgeOptions& options);

// Source with one fault each, made by its text: a barrier left out, a loop that ends one step early, the wave taken for another width.
struct SourceMutant {
  std::string name, kind, text;
};
std::vector<SourceMutant> mutants_of(const std::string& source);

}  // namespace wavelift::judge
