// The command line: finds the verb in the table and calls it.
#include "cli/verb.h"
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <new>
#include <system_error>
#include <vector>

namespace wavelift::cli {

int report(const Error& error) {
  fmt::print(stderr, "wl: {}\n", error.sentence());
  return static_cast<int>(error.exit);
}

extern const Verb port_verb;
extern const Verb lift_verb;
extern const Verb judge_verb;
extern const Verb lint_verb;
extern const Verb hipcc_verb;
extern const Verb nvcc_verb;
extern const Verb run_verb;
extern const Verb check_verb;
extern const Verb profile_verb;
extern const Verb predict_verb;
extern const Verb tune_verb;
extern const Verb devices_verb;
extern const Verb doctor_verb;
extern const Verb test_verb;
extern const Verb bench_verb;

namespace {

// One row a verb. Declared by the verb's own file.
const Verb* const verbs[] = {
    &lift_verb,
    &port_verb,
    &judge_verb,
    &lint_verb,
    &hipcc_verb,
    &nvcc_verb,
    &run_verb,
    &check_verb,
    &profile_verb,
    &predict_verb,
    &tune_verb,
    &devices_verb,
    &doctor_verb,
    &test_verb,
    &bench_verb,
};

void help() {
  fmt::print("usage: wl VERB ...\n\n");
  for (const Verb* v : verbs)
    fmt::print("  {:34} {}\n", fmt::format("{} {}", v->name, v->synopsis), v->summary);
  fmt::print("\nwl VERB --help says more about one.\n");
}

int main(int argc, char** argv) {
  std::vector<std::string> args(argv + 1, argv + argc);
  if (args.empty() || args[0] == "--help" || args[0] == "-h" || args[0] == "help") {
    help();
    return args.empty() ? static_cast<int>(Exit::usage) : 0;
  }
  if (args[0] == "--version") {
    fmt::print("wavelift {}\n", WAVELIFT_VERSION);
    return 0;
  }
  for (const Verb* v : verbs)
    if (args[0] == v->name) return v->run(Args(args).subspan(1));
  return report({Exit::usage, fmt::format("there is no verb '{}'", args[0]), "wl --help lists them"});
}

}  // namespace
}  // namespace wavelift::cli

int main(int argc, char** argv) {
  using namespace wavelift;
  // What is left to exceptions: the standard output's end, and memory.
  try {
    return cli::main(argc, argv);
  } catch (const std::system_error& e) {
    return cli::report({Exit::output, fmt::format("cannot write: {}", e.code().message()), ""});
  } catch (const std::bad_alloc&) {
    return cli::report({Exit::failed, "there is not enough memory", ""});
  }
}
