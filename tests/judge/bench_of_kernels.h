// Tables of candidates and their judging on the software GPU: what the tests of cheats and of honest kernels share.
#pragma once
#include "judge/judge.h"
#include <map>
#include <string>
#include <vector>

namespace wavelift::judge {

// Rows of a table: columns by tabs, all rows with as many; lines that begin with '#' are comments.
std::vector<std::vector<std::string>> read_table(const std::string& file, size_t columns);

// "a,b" in its parts.
std::vector<std::string> parts_of(const std::string& list);

// What is left of a candidate when the cheat is taken out: the lines that the preprocessor keeps with HONEST defined, without comments
// and empty lines, so that cheats beside the same kernel have the same text.
std::string without_cheat(const std::string& source);

// Judges candidates for tasks that are made small: one shape, one that is drawn, one or two kinds of data.
class Bench {
public:
  explicit Bench(size_t kinds) : kinds_(kinds) {}
  // `name`: of a folder under tests/judge/tasks or share/tasks. The verdicts of texts that came before are kept.
  Result<Verdict> judged(const std::string& name, const std::string& text, Language language, const std::vector<std::string>& targets);
  const Task& task(const std::string& name) { return entry(name).task; }
  const Reference& reference(const std::string& name) { return entry(name).reference; }

private:
  struct Entry {
    Task task;
    Reference reference;
  };
  Entry& entry(const std::string& name);

  size_t kinds_;
  std::map<std::string, Entry> tasks_;
  std::map<std::string, Verdict> verdicts_;
};

}  // namespace wavelift::judge
