// What the compiler makes of CUDA's macros in HIP source, and what a build has to say to it.
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace wavelift::lint {
using namespace analysis;

namespace {

bool speaks_of_hip(const std::string& condition) {
  for (const char* name : {"__HIP", "USE_ROCM", "__AMDGCN", "__GFX", "AMD", "USE_HIP", "ROCM"})
    if (condition.find(name) != condition.npos) return true;
  return false;
}

// In CUDA source the port takes the branch (WL1101, WL1102).
void macros(Context& c, bool architecture, const char* message) {
  if (c.facts.cuda) return;
  for (const MacroTest& t : c.facts.macro_tests)
    if ((t.macro == "__CUDA_ARCH__") == architecture && !t.value && !speaks_of_hip(t.text)) c.find_always(t.place, fmt::format(fmt::runtime(message), t.text, t.macro), t.macro);
}
void architecture(Context& c) { macros(c, true, "'{}' is false in HIP, where {} is not defined: the branch is left out of device code"); }
void version(Context& c) { macros(c, false, "'{}' is false in HIP, where {} is not defined"); }

void foreign(Context& c) {
  if (c.facts.relocatable) return;
  for (const ForeignSymbol& f : c.facts.foreign_symbols)
    c.find_always(f.place, fmt::format("the {} {} of device code is defined in another file: -fgpu-rdc is needed to compile, with --hip-link to link", f.variable ? "variable" : "function", f.name), f.name);
}

// Clang reads both sides of the source; nvcc is content when nobody calls the function on the wrong side.
void host_in_device(Context& c) {
  for (const Problem& p : c.facts.problems)
    if (p.message.starts_with("reference to __host__ ") || p.message.find("call to __host__ function") != p.message.npos) c.find_always(p.place, p.message + ": nvcc lets that pass where nobody calls it on the device, HIP's compiler does not", "");
}

void dynamic_shared(Context& c) {
  for (const Problem& p : c.facts.problems)
    if (p.message.starts_with("redeclaration of ") && p.message.find("[]'") != p.message.npos)
      c.find_always(p.place, p.message + ": declare one array of bytes and convert its address", "");
}

struct StandardName {
  std::string_view name, header;
};
// What code uses most without its header, which other headers used to bring along.
constexpr StandardName standard_names[] = {
    {"vector", "vector"},     {"string", "string"},      {"to_string", "string"},       {"sort", "algorithm"},       {"min", "algorithm"},         {"max", "algorithm"},
    {"fill", "algorithm"},    {"copy", "algorithm"},     {"swap", "utility"},           {"pair", "utility"},         {"make_pair", "utility"},     {"move", "utility"},
    {"map", "map"},           {"unordered_map", "unordered_map"}, {"set", "set"},       {"function", "functional"},  {"unique_ptr", "memory"},     {"shared_ptr", "memory"},
    {"numeric_limits", "limits"}, {"accumulate", "numeric"}, {"iota", "numeric"},       {"cout", "iostream"},        {"cerr", "iostream"},         {"endl", "iostream"},
    {"runtime_error", "stdexcept"}, {"stringstream", "sstream"}, {"ifstream", "fstream"}, {"chrono", "chrono"},      {"thread", "thread"},         {"mutex", "mutex"},
    {"tuple", "tuple"},       {"array", "array"},        {"atomic", "atomic"},          {"mt19937", "random"},       {"setprecision", "iomanip"},  {"enable_if", "type_traits"},
};

// The name in "no member named 'sort' in namespace 'std'" and its kin; empty in other messages.
std::string missing_in_std(const std::string& message) {
  size_t first = message.find(" named '"), last = message.find("' in namespace 'std'");
  if (!message.starts_with("no ") || first == message.npos || last == message.npos || last < first + 8) return {};
  return message.substr(first + 8, last - first - 8);
}

// A source with other errors is not whole: what it lacks may come with a header that was not found, or with the file that includes it.
void standard_header(Context& c) {
  std::set<std::pair<std::string, uint32_t>> lines;
  for (const Problem& p : c.facts.problems)
    if (!missing_in_std(p.message).empty()) lines.insert({p.place.file, p.place.line});
  for (const Problem& p : c.facts.problems)
    if (!lines.contains({p.place.file, p.place.line})) return;
  for (const Problem& p : c.facts.problems) {
    const std::string name = missing_in_std(p.message);
    auto row = std::ranges::find(standard_names, name, &StandardName::name);
    if (row == std::end(standard_names)) continue;
    Place whole_file;
    whole_file.file = p.place.file;
    c.find_always(p.place, fmt::format("std::{} needs #include <{}>: HIP's headers bring no standard headers along from 7.0 on", name, row->header), name, c.rewrite(Rewrite::Kind::include, whole_file), fmt::format("#include <{}>", row->header));
  }
}

using enum Severity;

constexpr Check checks[] = {
    {{1511, warning, "Branch for a compute capability that HIP leaves out"}, architecture},
    {{1512, warning, "Test of CUDA's version in HIP source"}, version},
    {{1521, info, "Device code of another file"}, foreign},
    {{1531, error, "Host function in device code"}, host_in_device},
    {{1532, error, "Dynamic shared memory declared with two types"}, dynamic_shared},
    {{1533, error, "Standard header that is not included", "includes it"}, standard_header},
};

}  // namespace

std::span<const Check> building_checks() { return checks; }

}  // namespace wavelift::lint
