// Child processes, started without a shell.
#pragma once
#include "base/error.h"
#include <filesystem>
#include <string>
#include <vector>

namespace wavelift {

struct RunOptions {
  std::filesystem::path cwd;                 // empty: ours
  std::vector<std::string> env;              // "NAME=value", added to ours
  bool capture = true;                       // false: the child writes to our stdout and stderr
  double timeout_s = 0;                      // 0: none; past it the child's process group is killed
};

struct RunResult {
  int exit_code = 0;                         // 128 + signal when it was killed
  bool timed_out = false;
  std::string out;                           // stdout and stderr as they came, when captured
  double seconds = 0;                        // wall time
};

// Runs argv[0] (looked up in PATH) and waits. Errors: tool_missing when it cannot be started.
Result<RunResult> run_process(const std::vector<std::string>& argv, const RunOptions& options = {});

}  // namespace wavelift
