// Exact fixes of findings put together to edits of whole files, and written. docs/lint-fixes.md says what a user can count on.
#pragma once
#include "base/edits.h"
#include "base/error.h"
#include "base/finding.h"
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace wavelift::lint {

// The files' texts as they were analysed.
class Texts {
public:
  // A file that several units read is to be the same in all of them.
  void add(const std::string& file, const std::string& text);
  // Null: it was not read, or changed meanwhile.
  const std::string* of(const std::filesystem::path& target) const;
  // What `file` stands for when links are followed.
  static std::filesystem::path target_of(const std::string& file);

private:
  struct Text {
    std::string text;
    bool changed = false;
  };
  std::map<std::filesystem::path, Text> texts_;
};

struct FixedFile {
  std::string name;               // as the first of its findings has it
  std::filesystem::path target;   // what is written; a link to it stays
  std::string text;               // as it was analysed
  Edits edits;
  std::vector<size_t> findings;   // that they repair

  std::string fixed() const { return edits.apply(text); }
  // Where a finding that is left stands then.
  Position moved(uint32_t line, uint32_t column) const;
};

struct Fixes {
  std::vector<FixedFile> files;
  std::map<size_t, std::string> left;  // findings whose fix is not made, and why
};

// In the order of `findings`: of those that overlap the first is made, and equal edits once. Files that are none of `roots` and
// below none of them are left alone.
Fixes plan_fixes(std::span<const Finding> findings, const Texts& texts, std::span<const std::filesystem::path> roots);

// Errors: output, when the file cannot be written, or is not what was analysed any more.
Status write_fixed(const FixedFile& file);

}  // namespace wavelift::lint
