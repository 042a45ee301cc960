// Findings that are known and left for later: a file that lists them, so that only new ones are reported. docs/baselines.md describes it.
#pragma once
#include "base/error.h"
#include "base/finding.h"
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <tuple>

namespace wavelift::lint {

// A finding is known by its code, its file and the text of its line, so that it stays known when lines above it come or go. A line that
// stands there twice counts twice.
class Baseline {
public:
  // Errors: no_input, when the file cannot be read or is no baseline.
  static Result<Baseline> read(const std::filesystem::path& path);
  // The file's text for these findings.
  static std::string text(std::span<const Finding> findings, const std::filesystem::path& path);

  // True when the finding is in the file; each entry serves as often as it counts.
  bool take(const Finding& finding);

private:
  using Key = std::tuple<std::string, std::string, std::string>;  // code, file, text of the line
  // The file's name is relative to the folder of the baseline: both may move together.
  static Key key(const Finding& finding, const std::filesystem::path& path, std::map<std::string, std::string>& texts);

  std::filesystem::path path_;
  std::map<Key, size_t> known_;
  std::map<std::string, std::string> texts_;  // of the files that were asked for
};

}  // namespace wavelift::lint
