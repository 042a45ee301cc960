// run_cases WAVELIFT SOURCE PROGRAM KINDS TARGET: runs every case of a compiled file of seeded bugs under `wl check`. A case with
// its bug must be reported once or more with the check and the line that the source marks, and with no check that another
// case marks for it; its twin, and every case marked CLEAN, must be silent. Exits 0 only if all are so.
#include "base/files.h"
#include "base/process.h"
#include "soft/observe/report.h"
#include <cstdio>
#include <fmt/format.h>
#include <sstream>

using namespace wavelift;

namespace {

struct Mark {
  std::string check, name;   // no check: the case is clean either way
  int line = 0;
};

std::vector<Mark> marks_in(const std::string& source) {
  std::vector<Mark> marks;
  std::istringstream lines(source);
  std::string text;
  for (int number = 1; std::getline(lines, text); ++number) {
    if (size_t at = text.find("BUG "); at != text.npos) {
      std::istringstream words(text.substr(at + 4));
      Mark m;
      words >> m.check >> m.name;
      m.line = number;
      marks.push_back(m);
    } else if (size_t clean = text.find("CLEAN "); clean != text.npos) {
      std::istringstream words(text.substr(clean + 6));
      Mark m;
      words >> m.name;
      marks.push_back(m);
    }
  }
  return marks;
}

class Runner {
public:
  Runner(std::string wavelift, std::string source, std::string program, std::string kinds, std::string target)
      : wavelift_(std::move(wavelift)), source_(std::move(source)), program_(std::move(program)), target_(std::move(target)) {
    std::istringstream words(kinds);
    for (std::string k; std::getline(words, k, ',');) options_.push_back("--" + k);
  }

  // What is wrong with a run; empty when nothing is.
  std::string check(const Mark& m, bool bug) {
    const std::string json = fmt::format("{}.{}.{}.json", program_, target_, m.name);
    std::vector<std::string> argv = {wavelift_, "check", "--target", target_, "--json", json};
    argv.insert(argv.end(), options_.begin(), options_.end());
    argv.insert(argv.end(), {program_, m.name, bug ? "bug" : "clean"});
    RunOptions options;
    options.timeout_s = 60;
    auto run = run_process(argv, options);
    if (!run) return run.error().sentence();
    const bool expects = bug && !m.check.empty();
    if (run->exit_code != (expects ? 7 : 0)) return fmt::format("exit code {}\n{}", run->exit_code, run->out);
    if (!expects) return {};
    auto text = read_file(json);
    if (!text) return text.error().sentence();
    auto set = soft::read_json(*text, json);
    if (!set) return set.error().sentence();
    const std::string file = source_.substr(source_.rfind('/') + 1), here = fmt::format("{}:{}", file, m.line);
    for (const auto& r : set->reports) {
      if (r.check->id != m.check) continue;
      auto names = [&](const std::string& line) { return line.find(here) != line.npos && !isdigit(line[line.find(here) + here.size()]); };
      if (r.site && names(r.site->line)) return {};
      if (r.host && names(r.host->line)) return {};
      if (r.site)
        for (const auto& l : r.site->inlined_at)
          if (names(l)) return {};
    }
    return fmt::format("no {} at line {}\n{}", m.check, m.line, run->out);
  }

private:
  std::string wavelift_, source_, program_, target_;
  std::vector<std::string> options_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6 && argc != 7) return std::fputs("usage: run_cases WAVELIFT SOURCE PROGRAM KINDS TARGET [CASE]\n", stderr), 2;
  auto source = read_file(argv[2]);
  if (!source) return std::fprintf(stderr, "%s\n", source.error().sentence().c_str()), 2;
  Runner runner(argv[1], argv[2], argv[3], argv[4], argv[5]);
  int failures = 0, runs = 0;
  for (const Mark& m : marks_in(*source))
    for (bool bug : {true, false}) {
      if (argc == 7 && m.name != argv[6]) continue;
      ++runs;
      if (std::string wrong = runner.check(m, bug); !wrong.empty()) {
        ++failures;
        fmt::print("{} {}: {}\n", m.name, bug ? "bug" : "clean", wrong);
      }
    }
  fmt::print("{} of {} runs as expected\n", runs - failures, runs);
  return failures ? 1 : 0;
}
