// Sources as the analysis reads them: which there are in folders and compilation databases, and how each is compiled.
#pragma once
#include "base/error.h"
#include "build/toolchain.h"
#include <filesystem>
#include <string>
#include <vector>

namespace wavelift::cli {

// One source with the words that its compiler was, or would be, given.
struct SourceJob {
  std::string source;
  std::vector<std::string> options;
  bool cuda = true;
  std::vector<std::string> targets = {};
  bool waves_of_64 = false;
};

// What a compilation database says of CUDA and HIP sources.
Status add_commands(const std::filesystem::path& database, std::vector<SourceJob>& jobs);
// A file, a folder's sources (but those that others include) with the search paths and macros of its makefiles, or a compilation database.
Status add_sources(const std::string& path, std::vector<SourceJob>& jobs);
// The clang command line that compiles it, with `more` options.
Result<std::vector<std::string>> command_of(const SourceJob& job, const std::vector<std::string>& more, const build::Toolchain& tools);

}  // namespace wavelift::cli
