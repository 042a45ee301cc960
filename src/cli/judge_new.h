// wl judge --new: a task from a kernel's source.
#pragma once
#include "base/error.h"
#include "judge/draft.h"
#include <string>
#include <vector>

namespace wavelift::cli {

struct NewTask {
  std::string source, folder;
  std::vector<std::string> options;      // -I and -D
  judge::DraftOptions draft;
};

// Writes the folder and says what is in it. The exit code: 0, or 6 where something is left to write by hand.
int new_task(NewTask request);

}  // namespace wavelift::cli
