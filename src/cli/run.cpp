// wl run: starts a linked program on the software GPU, after a look at what it is.
#include "cli/start.h"
#include "cli/verb.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>
#include <vector>

namespace wavelift::cli {

namespace {

void help() {
  fmt::print("usage: wl run [--target NAME] [--kernel-log FILE] [--schedule N] PROGRAM [ARGUMENTS]\n\n"
             "Runs a program that `wl hipcc`, `wl nvcc` or hipcc linked on the software GPU. The target is --target, else\n"
             "WAVELIFT_ARCH, else what the program was compiled for. --kernel-log appends one JSON object a launch to FILE.\n"
             "--schedule draws the order of waves and workgroups from the seed N (WAVELIFT_SCHEDULE); the same N, the same order.\n"
             "The exit code is the program's.\n");
}

int run(Args args) {
  std::string target;
  size_t i = 0;
  for (; i < args.size() && args[i].starts_with("-"); ++i) {
    if (args[i] == "--help" || args[i] == "-h") return help(), 0;
    if (args[i] == "--") {
      ++i;
      break;
    }
    bool is_target = args[i] == "--target";
    bool is_schedule = args[i] == "--schedule";
    if (!is_target && !is_schedule && args[i] != "--kernel-log")
      return report({Exit::usage, fmt::format("run knows no option '{}'", args[i]), "wl run --help lists them"});
    if (i + 1 == args.size()) return report({Exit::usage, fmt::format("{} needs a value", args[i]), ""});
    if (is_target) {
      target = args[++i];
    } else if (is_schedule) {
      if (args[++i].empty() || args[i].find_first_not_of("0123456789") != std::string::npos)
        return report({Exit::usage, fmt::format("--schedule wants a number, not '{}'", args[i]), "wl run --schedule 1 ./main"});
      ::setenv("WAVELIFT_SCHEDULE", args[i].c_str(), 1);
    } else
      ::setenv("WAVELIFT_KERNEL_LOG", args[++i].c_str(), 1);
  }
  if (i == args.size()) return report({Exit::usage, "run needs a program", "wl run ./main"});
  const std::string& path = args[i];
  auto file = make_ready(path, target);
  if (!file) return report(file.error());
  std::vector<char*> argv = {file->data()};
  for (const auto& a : args.subspan(i + 1)) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  ::execv(argv[0], argv.data());
  return report({Exit::no_input, fmt::format("cannot start {}: {}", path, std::strerror(errno)), ""});
}

}  // namespace

extern const Verb run_verb{"run", "PROGRAM [ARGUMENTS]", "run a linked program on the software GPU", run};

}  // namespace wavelift::cli
