// wl test: the bootstrap script builds and runs the tests; the built program hands the verb back to it.
#include "base/paths.h"
#include "cli/verb.h"
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>
#include <vector>

namespace wavelift::cli {

namespace {

int test(Args args) {
  std::string script = (home() / "wl").string();
  std::vector<char*> argv = {script.data(), const_cast<char*>("test")};
  for (const auto& a : args) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  ::execv(argv[0], argv.data());
  return report({Exit::tool_missing, fmt::format("cannot start {}: {}", script, std::strerror(errno)),
                 "tests run from a source tree only"});
}

}  // namespace

extern const Verb test_verb{"test", "[CTest options]", "build and run every test of wavelift itself", test};

}  // namespace wavelift::cli
