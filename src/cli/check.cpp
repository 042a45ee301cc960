// wl check: runs a program under the checks of the software GPU and shows what they found.
#include "base/files.h"
#include "base/temporary_folder.h"
#include "cli/start.h"
#include "cli/verb.h"
#include "soft/observe/report.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wavelift::cli {

namespace {

namespace fs = std::filesystem;

void help() {
  fmt::print(
      "usage: wl check [OPTIONS] PROGRAM [ARGUMENTS]\n\n"
      "Runs a program that `wl hipcc`, `wl nvcc` or hipcc linked on the software GPU, and looks at what its kernels do.\n"
      "Compile with -g: reports then name source lines.\n\n"
      "  --memory          accesses out of bounds, after free, misaligned; double and invalid frees\n"
      "  --init            branches, addresses and results that depend on undefined values\n"
      "  --race            accesses that nothing orders, in shared and global memory\n"
      "  --sync            barriers that not all reach, missing waits, shuffles from inactive lanes\n"
      "                    (none of these: all of them)\n"
      "  --leaks           also report memory that was not freed\n"
      "  --misaligned      also report loads and stores that are not aligned to their elements\n"
      "  --kernel TEXT     check only kernels whose name contains TEXT\n"
      "  --skip N          of each kernel leave out the first N launches\n"
      "  --launches N      of each kernel check N launches; the others run without checks, as fast as in wl run\n"
      "  --json FILE       write what was found as JSON ('-': to standard output)\n"
      "  --sarif FILE      the same as SARIF 2.1.0\n"
      "  --target NAME     the device, as in wl run\n"
      "  --list            list the checks\n\n"
      "The exit code is 7 when something was found, else the program's own.\n");
}

int list() {
  for (const auto& c : soft::all_checks())
    fmt::print("{:32} {:8} {}\n", c.id, c.severity == soft::Severity::error ? "error" : "warning", c.sentence);
  return 0;
}

struct Options {
  std::string checks, json, sarif, target;
};

Status write_to(const std::string& name, const std::string& text) {
  if (name != "-") return write_file(name, text);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return {};
}

// Starts the program in our place of the terminal and waits; its exit code, or 128 + the signal that ended it.
Result<int> run_here(std::vector<char*> argv) {
  const pid_t pid = ::fork();
  if (pid < 0) return fail(Exit::internal, fmt::format("cannot fork: {}", std::strerror(errno)));
  if (pid == 0) {
    ::execv(argv[0], argv.data());
    std::fprintf(stderr, "wl: cannot start %s: %s\n", argv[0], std::strerror(errno));
    ::_exit(static_cast<int>(Exit::no_input));
  }
  ::signal(SIGINT, SIG_IGN);   // an interruption ends the program; what it found until then is shown
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

Result<soft::ReportSet> gather(const fs::path& folder, const std::string& program) {
  soft::ReportSet all;
  all.program = program;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) {
    if (file.extension() != ".json") continue;   // one that was being written
    auto text = read_file(file);
    if (!text) return std::unexpected(text.error());
    auto set = soft::read_json(*text, file.string());
    if (!set) return std::unexpected(set.error());
    all.dropped += set->dropped;
    all.launches.all += set->launches.all;
    all.launches.checked += set->launches.checked;
    for (auto& r : set->reports) all.reports.push_back(std::move(r));
  }
  if (files.empty())
    return fail(Exit::no_input, fmt::format("{} did not run on the software GPU: it loaded no device code of ours", program),
                "link it with wl hipcc or wl nvcc");
  return all;
}

int run_checked(const Options& options, const std::string& path, Args arguments) {
  auto file = make_ready(path, options.target);
  if (!file) return report(file.error());
  auto folder = TemporaryFolder::make("check");   // for the reports of the program and of the processes that it starts
  if (!folder) return report(folder.error());
  ::setenv("WAVELIFT_CHECK", options.checks.c_str(), 1);
  ::setenv("WAVELIFT_REPORT", (folder->path() / "%p.json").c_str(), 1);
  std::vector<char*> argv = {file->data()};
  for (const auto& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  auto exit_code = run_here(std::move(argv));
  if (!exit_code) return report(exit_code.error());
  auto set = gather(folder->path(), path);
  if (!set) {
    // A program that fails before it comes to the device has said why itself.
    if (*exit_code != 0) return *exit_code;
    return report(set.error());
  }
  const bool quiet = options.json == "-" || options.sarif == "-";
  if (!quiet) {
    std::fflush(stdout);
    for (const auto& r : set->reports) fmt::print(stderr, "{}\n", soft::text_of(r));
    fmt::print(stderr, "{}", soft::summary_of(*set));
  }
  if (!options.json.empty())
    if (auto s = write_to(options.json, soft::json_of(*set)); !s) return report(s.error());
  if (!options.sarif.empty())
    if (auto s = write_to(options.sarif, soft::sarif_of(*set, WAVELIFT_VERSION)); !s) return report(s.error());
  return set->reports.empty() ? *exit_code : static_cast<int>(Exit::found);
}

int check(Args args) {
  Options options;
  std::string kinds, extras;
  size_t i = 0;
  for (; i < args.size() && args[i].starts_with("-"); ++i) {
    const std::string& a = args[i];
    if (a == "--help" || a == "-h") return help(), 0;
    if (a == "--list") return list();
    if (a == "--") {
      ++i;
      break;
    }
    if (a == "--memory" || a == "--init" || a == "--race" || a == "--sync") {
      kinds += (kinds.empty() ? "" : ",") + a.substr(2);
    } else if (a == "--leaks" || a == "--misaligned") {
      extras += "," + a.substr(2);
    } else if (a == "--kernel" || a == "--skip" || a == "--launches") {
      if (i + 1 == args.size()) return report({Exit::usage, fmt::format("{} needs a value", a), ""});
      extras += fmt::format(",{}={}", a.substr(2), args[++i]);
    } else if (std::string* value = a == "--json" ? &options.json : a == "--sarif" ? &options.sarif
                                    : a == "--target" ? &options.target : nullptr) {
      if (i + 1 == args.size()) return report({Exit::usage, fmt::format("{} needs a value", a), ""});
      *value = args[++i];
    } else {
      return report({Exit::usage, fmt::format("check knows no option '{}'", a), "wl check --help lists them"});
    }
  }
  if (i == args.size()) return report({Exit::usage, "check needs a program", "wl check ./main"});
  options.checks = (kinds.empty() ? "all" : kinds) + extras;
  if (auto parsed = soft::parse_checks(options.checks); !parsed) return report(parsed.error());
  return run_checked(options, args[i], args.subspan(i + 1));
}

}  // namespace

extern const Verb check_verb{"check", "PROGRAM [ARGUMENTS]",
                             "run a linked program under the sanitizers", check};

}  // namespace wavelift::cli
