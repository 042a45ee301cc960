// wl doctor: is everything there that the verbs need?
#include "base/paths.h"
#include "base/process.h"
#include "build/devicelibs.h"
#include "build/toolchain.h"
#include "cli/verb.h"
#include "device/discovery.h"
#include "hardware/targets.h"
#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>
#include <vector>

namespace wavelift::cli {

namespace {

namespace fs = std::filesystem;

struct Check {
  std::string name;
  bool ok;
  std::string says;
};

Check file(std::string name, const fs::path& path, const char* from) {
  bool there = ::access(path.c_str(), R_OK) == 0;
  return {std::move(name), there, there ? path.string() : fmt::format("{} is missing; {}", path.string(), from)};
}

std::vector<Check> checks() {
  std::vector<Check> list;
  auto bin = build::llvm_bin();
  list.push_back({"compiler", bin.has_value(), bin ? (*bin / "clang++").string() : bin.error().sentence()});
  if (bin) {
    list.push_back(file("linker", *bin / "ld.lld", "install lld-22"));
    list.push_back(file("bundler", *bin / "clang-offload-bundler", "install clang-tools-22"));
    list.push_back(file("device link", *bin / "clang-linker-wrapper", "install clang-tools-22"));
  }
  std::vector<std::string> names;
  for (const auto& t : hardware::targets()) names.emplace_back(t.compile_as);
  auto libs = build::ensure_device_libs(names);
  list.push_back({"device libraries", libs.has_value(), libs ? build::device_libs_folder().string() : libs.error().sentence()});
  list.push_back(file("HIP headers", home() / "include/hip/hip_runtime.h", "the source tree is not whole"));
  list.push_back(file("CUDA headers", home() / "include/cuda/cuda_runtime.h", "the source tree is not whole"));
  list.push_back(file("run-time library", build_root() / "lib/libamdhip64.so", "./wl builds it"));
  bool cpu = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
  list.push_back({"processor", cpu, cpu ? "has AVX2, FMA and F16C" : "lacks AVX2, FMA or F16C, which the software GPU needs"});
  auto target = hardware::default_target();
  list.push_back({"default target", target.has_value(), target ? std::string((*target)->name) : target.error().sentence()});
  auto make = run_process({"make", "--version"});
  list.push_back({"make", make.has_value(), make ? make->out.substr(0, make->out.find('\n')) : "is missing; install make"});
  return list;
}

int doctor(Args args) {
  if (!args.empty() && (args[0] == "--help" || args[0] == "-h")) {
    fmt::print("usage: wl doctor\n\nChecks the compiler, the device libraries, the headers, the run-time library and the "
               "processor; exit code 5 when one is\nmissing. Then says which libraries of real GPUs are there: none is needed.\n");
    return 0;
  }
  if (!args.empty())
    return report({Exit::usage, fmt::format("doctor knows no option '{}'", args[0]), "wl doctor --help"});
  bool all = true;
  for (const Check& c : checks()) {
    fmt::print("{:4} {:17} {}\n", c.ok ? "ok" : "MISS", c.name, c.says);
    all = all && c.ok;
  }
  // Only real GPUs need these.
  const device::Found found = device::discover();
  for (const device::Looked& l : found.libraries)
    fmt::print("{:4} {:17} {}\n", l.there ? "ok" : "none", device::known_library(l.which).name, l.says);
  size_t usable = std::ranges::count_if(found.cards, [](const device::Card& c) { return !c.address.empty(); });
  fmt::print("{:4} {:17} {}\n", usable ? "ok" : "none", "GPUs", usable ? fmt::format("{}; wl devices --found lists them", usable) : device::nothing_found(found));
  return all ? 0 : static_cast<int>(Exit::tool_missing);
}

}  // namespace

extern const Verb doctor_verb{"doctor", "", "check that everything is there that the verbs need", doctor};

}  // namespace wavelift::cli
