// What wl lint found and repaired, as text and as JSON. docs/lint-fixes.md describes the JSON.
#pragma once
#include "base/finding.h"
#include "lint/fix.h"
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace wavelift::cli {

struct LintOutcome {
  std::vector<Finding> findings;
  std::optional<size_t> known;             // findings of the baseline, which are not among them
  std::map<std::string, uint32_t> lines;   // of each file that was read
  lint::Fixes fixes;
  bool fixing = false;                     // --fix was said
  std::set<size_t> fixed;                  // findings whose fix is written

  bool is_fixed(size_t finding) const { return fixed.contains(finding); }
  // Where the finding stands in the files as they are now.
  Position place(size_t finding) const;
};

void print_text(const LintOutcome& outcome, std::FILE* to);
void print_json(const LintOutcome& outcome);
// What the fixes change, as a unified diff on the standard output.
void print_diff(const LintOutcome& outcome);

}  // namespace wavelift::cli
