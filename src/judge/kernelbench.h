// Tasks from problems of KernelBench's form: a PyTorch module whose results are computed on the CPU, in a jail, and kept as arrays.
#pragma once
#include "base/error.h"
#include <filesystem>
#include <string>
#include <vector>

namespace wavelift::judge {

struct KernelBenchImport {
  std::filesystem::path problem;         // class Model, get_inputs(), get_init_inputs()
  std::filesystem::path folder;          // of the task; not there, or empty
  std::filesystem::path baseline;        // a kernel that is right and declares its launches; empty: none yet
  int seeds = 3;                         // kinds of data
};

// Gives what is left to write by hand, a sentence each. Errors: tool_missing, no python3 on PATH or none with PyTorch; no_input, the problem is
// none; failed, it does not run; output.
Result<std::vector<std::string>> import_kernelbench(const KernelBenchImport& how);

}  // namespace wavelift::judge
