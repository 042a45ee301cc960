#include "judge/task_flags.h"
#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace wavelift::judge {

namespace {

struct Allowed {
  std::string_view flag;
  bool clang, nvcc;
};

// Nothing here names a file, loads code or lets the compiler look elsewhere.
constexpr Allowed table[] = {
    // Not -O0: what it compiles says that it needs all of the runtime, printf and queues too.
    {"-O1", true, true}, {"-O2", true, true}, {"-O3", true, true},
    // Arithmetic: what a task whose precision allows it may give away.
    {"-ffast-math", true, false}, {"-fno-fast-math", true, false}, {"-funsafe-math-optimizations", true, false},
    {"-fassociative-math", true, false}, {"-freciprocal-math", true, false}, {"-fapprox-func", true, false},
    {"-fno-signed-zeros", true, false}, {"-ffinite-math-only", true, false}, {"-fno-trapping-math", true, false},
    {"-fno-math-errno", true, false}, {"-ffp-contract=off", true, false}, {"-ffp-contract=on", true, false},
    {"-ffp-contract=fast", true, false}, {"-fgpu-flush-denormals-to-zero", true, false},
    {"-fgpu-approx-transcendentals", true, false}, {"-fno-hip-fp32-correctly-rounded-divide-sqrt", true, false},
    {"-use_fast_math", true, true}, {"--use_fast_math", true, true}, {"-fmad=false", true, true}, {"-fmad=true", true, true},
    {"-ftz=true", true, true}, {"-ftz=false", true, true}, {"-prec-div=true", true, true}, {"-prec-div=false", true, true},
    {"-prec-sqrt=true", true, true}, {"-prec-sqrt=false", true, true},
    // Code generation.
    {"-munsafe-fp-atomics", true, false}, {"-mno-unsafe-fp-atomics", true, false}, {"-mcumode", true, false},
    {"-mno-cumode", true, false}, {"-funroll-loops", true, false}, {"-fno-unroll-loops", true, false},
    {"-fno-slp-vectorize", true, false}, {"-fno-vectorize", true, false}, {"-fno-strict-aliasing", true, false},
    {"-expt-relaxed-constexpr", true, true}, {"--expt-relaxed-constexpr", true, true},
    {"-extended-lambda", true, true}, {"--extended-lambda", true, true},
};

constexpr std::string_view standards[] = {"c++11", "c++14", "c++17", "c++20", "c++23", "gnu++14", "gnu++17", "gnu++20", "gnu++23"};

bool all_of_class(std::string_view s, auto&& is) { return !s.empty() && std::ranges::all_of(s, is); }
bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// NAME or NAME=integer. Names that headers look at start with these, and are not a task's.
bool is_definition(std::string_view d) {
  std::string_view name = d.substr(0, d.find('='));
  if (!all_of_class(name, [](char c) { return digit(c) || letter(c) || c == '_'; }) || !letter(name[0])) return false;
  for (std::string_view taken : {"HIP", "CUDA", "CUB", "NDEBUG", "WAVELIFT"})
    if (name.starts_with(taken)) return false;
  if (name.size() == d.size()) return true;
  std::string_view value = d.substr(name.size() + 1);
  if (value.starts_with('-')) value.remove_prefix(1);
  return value.size() <= 20 && all_of_class(value, digit);
}

bool is_allowed(std::string_view flag, Compiler compiler) {
  for (const Allowed& a : table)
    if (a.flag == flag) return compiler == Compiler::clang ? a.clang : a.nvcc;
  if (flag.starts_with("-D")) return is_definition(flag.substr(2));
  if (flag.starts_with("-std=")) return std::ranges::find(standards, flag.substr(5)) != std::end(standards);
  if (flag.starts_with("-maxrregcount=")) return flag.size() < 18 && all_of_class(flag.substr(14), digit);
  return false;
}

}  // namespace

Status check_flags(std::span<const std::string> flags, Compiler compiler) {
  for (const std::string& flag : flags)
    if (!is_allowed(flag, compiler))
      return fail(Exit::usage, fmt::format("a task may not ask {} for {}", compiler == Compiler::clang ? "clang" : "nvcc", flag),
                  "optimisation levels, -DNAME=integer, -std=, arithmetic (-ffast-math) and code generation (-munsafe-fp-atomics) "
                  "are what it may ask for");
  return {};
}

}  // namespace wavelift::judge
