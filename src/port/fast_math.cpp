// nvcc's -use_fast_math: the functions that it makes fast in device code and a HIP compiler does not.
#include "port/passes.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::port {

namespace {

// What wavelift_fast_math.h gives; clang itself does so for sinf, cosf and log2f.
constexpr std::string_view functions[] = {"__powf", "exp10f", "expf", "log10f", "logf", "powf", "sincosf", "tanf"};

}  // namespace

bool is_fast_math(std::string_view name) {
  return name.ends_with('f') && std::find(std::begin(functions), std::end(functions), name) != std::end(functions);
}

bool port_fast_math(Pass& p, size_t i, std::string_view name) {
  Source& s = p.source;
  if (!p.options.facts || !p.options.facts->fast_math || !is_fast_math(name) || p.options.facts->own_math.contains(name)) return false;
  if (!s.is(i + 1, "(") || s.before(i) == "::" || s.token(i).directive || declares(s, i) || side_of(p, i) == Side::host) return false;
  s.find(1307, s.token(i).at, "",
         fmt::format("{} keeps the fast meaning that -use_fast_math gives it in CUDA: wavelift_fast_math.h has it", name));
  s.replace(i, fmt::format("wlfast::{}", name));
  p.used.set(fast_math_support);
  ++p.summary.names;
  return true;
}

}  // namespace wavelift::port
