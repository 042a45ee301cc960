// Comments that leave a finding out: `// wl-ignore WL1211: reason`, on the finding's line or alone on the line above it.
// Several codes stand with commas between. Without a reason nothing is left out, and that is a finding itself.
#pragma once
#include "base/finding.h"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wavelift::lint {

inline constexpr FindingKind suppression_kind = {1701, Severity::warning, "Suppression without a reason"};

struct Suppression {
  uint32_t line = 0;            // the line whose findings it leaves out
  uint32_t written = 0, column = 0;
  std::vector<int> codes;
  std::string reason;
};

std::vector<Suppression> suppressions_in(std::string_view text);

// The suppressions of the files that are asked about, each read once.
class Suppressions {
 public:
  bool covers(const std::string& file, uint32_t line, int code);
  // Those without a reason in the files that were read.
  std::vector<Finding> findings() const;
  void read(const std::string& file) { of(file); }

 private:
  const std::vector<Suppression>& of(const std::string& file);
  std::map<std::string, std::vector<Suppression>> files_;
};

}  // namespace wavelift::lint
