// A task's reference: compiled for this machine and run in a jail, away from the device and from what the candidate made.
#pragma once
#include "base/temporary_folder.h"
#include "judge/oracle.h"
#include <map>

namespace wavelift::judge {

// The data of one trial.
struct Case {
  Shape shape;
  size_t variant = 0;                                  // which distributions
  uint64_t seed = 0;
  std::vector<std::vector<std::byte>> data;            // of each of the task's buffers; empty for outputs
  std::vector<size_t> elements;                        // of each buffer
  std::vector<Expected> expected;                      // of each buffer; empty for inputs
  std::filesystem::path program = {};                 // the reference's, which residuals are computed by; it must still be there
};

// What is right and wrong about a case's outputs, each by the name of a buffer or a residual. `outputs`: the bytes of each of the task's
// buffers, of inputs none. Errors: those of the reference that computes residuals.
using Judgements = std::vector<std::pair<std::string, Judgement>>;
Result<Judgements> judge_outputs(const Task& task, const Case& c, const std::vector<std::vector<std::byte>>& outputs);

// Compiles a C++ program of one file for this machine, in a jail: FOLDER/program. The headers in include/judge are on its path. Errors: failed
// with the compiler's first error; tool_missing.
Result<TemporaryFolder> build_program(const std::string& source, const std::vector<std::string>& flags);

class Reference {
public:
  // Compiles FOLDER/reference.cpp; of a task with arrays there is none. Errors: failed with the compiler's first error; tool_missing.
  static Result<Reference> build(const Task& task);

  // Draws the case's data and computes what is expected, or reads both from the task's arrays. Errors: failed, the reference ended with an error (its words) or took
  // over a minute.
  Result<Case> make(const Task& task, const Shape& shape, size_t variant, uint64_t seed) const;
  // The same for data that are given. Not for a task with arrays.
  Status compute(const Task& task, Case& c) const;

private:
  Reference() = default;
  static Status read_arrays(const Task& task, Case& c);
  TemporaryFolder folder_;                             // holds the program
};

}  // namespace wavelift::judge
