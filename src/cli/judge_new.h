// wl judge --new and --import-kernelbench: tasks from a kernel's source and from a PyTorch module.
#pragma once
#include "base/error.h"
#include "judge/draft.h"
#include "judge/kernelbench.h"
#include <string>
#include <vector>

namespace wavelift::cli {

struct NewTask {
  std::string source, folder;
  std::vector<std::string> options;      // -I and -D
  judge::DraftOptions draft;
};

// Writes the folder of either and says what is in it. The exit code: 0, or 6 where something is left to write by hand.
int new_task(NewTask request);
int import_task(const judge::KernelBenchImport& request);

}  // namespace wavelift::cli
