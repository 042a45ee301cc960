// Numbers that come out otherwise: infinities, rounding, long double, clocks.
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

bool is_clock(const std::string& name) { return name == "clock" || name == "clock64"; }
bool is_special(const std::string& name) {
  return name.find("inf") != name.npos || name.find("nan") != name.npos || name.find("finite") != name.npos || name.find("huge_val") != name.npos;
}

// nvcc's fast math keeps infinities and NaN; clang's -ffast-math does not.
void finite_math(Context& c) {
  if (!c.facts.finite_math) return;
  for (const DeviceCall& d : c.facts.device_calls)
    if (is_special(d.name))
      c.find_always(d.place, fmt::format("{} looks at infinities or NaN ({}) and is compiled as if there were none (-ffast-math), which nvcc's -use_fast_math never does", c.name(d.function), d.name), d.name);
}

void directed(Context& c) {
  if (c.options.hip_version >= 600) return;
  for (const DeviceCall& d : c.facts.device_calls)
    if (d.name.ends_with("_rd") || d.name.ends_with("_ru") || d.name.ends_with("_rz"))
      c.find_always(d.place, fmt::format("{} rounds to nearest in HIP 5", d.name), d.name);
}

void long_double(Context& c) {
  for (const LongDouble& l : c.facts.long_doubles)
    c.find_always(l.place, fmt::format("'{}' has 64 bits in device code and 80, in 16 bytes, in host code: what the host passes is read wrongly", l.text), "long double", c.rewrite(Rewrite::Kind::device_double, l.place));
}

// One line for each function.
void clocks(Context& c) {
  std::set<uint32_t> seen;
  for (const DeviceCall& d : c.facts.device_calls)
    if (is_clock(d.name) && seen.insert(d.function).second)
      c.find_always(d.place, fmt::format("{}() counts otherwise on each AMD GPU, and on gfx11 in 20 bits only; wall_clock64() counts at hipDeviceAttributeWallClockRate everywhere", d.name), d.name);
}

// One line for each function.
void exact(Context& c) {
  std::set<uint32_t> seen;
  for (const ExactComparison& e : c.facts.exact_comparisons)
    if (seen.insert(e.function).second)
      c.find_always(e.place, fmt::format("'{}' wants the device's result to the last bit: device code contracts a * b + c to one rounding and has other mathematical functions than the host; compare with a tolerance", e.text), "");
}

void unordered(Context& c) {
  if (c.options.hip_version >= 1000) return;
  for (const DeviceCall& d : c.facts.device_calls)
    if (d.name == "__hne") c.find_always(d.place, "before HIP 10.0 __hne is true for a NaN, where CUDA says false", d.name, c.rewrite(Rewrite::Kind::ordered, d.place));
}

// CUDA's own headers have all pairs of numbers.
void cut(Context& c) {
  for (const CutNumber& n : c.facts.cut_numbers)
    c.find_always(n.place, fmt::format("HIP's {} is of int in host code: this {} is cut to it; give the type (std::{}) or include wavelift_min_max.h, which has CUDA's", n.called, n.type, n.called), n.called, c.rewrite(Rewrite::Kind::exact_min_max, n.place));
}

using enum Severity;

constexpr Check checks[] = {
    {{1411, warning, "Infinity or NaN in code compiled as if there were none"}, finite_math},
    {{1412, warning, "Conversion that loses its rounding direction"}, directed},
    {{1413, warning, "long double in device code", "writes double for a local variable's long double"}, long_double},
    {{1414, info, "Clock of the multiprocessor"}, clocks},
    {{1415, info, "Floating-point results compared for equality"}, exact},
    {{1416, info, "Comparison of half-precision numbers with NaN", "writes __hlt or __hgt of the same two numbers"}, unordered},
    {{1417, warning, "Number cut by the host's min or max", "calls fmin or fmax, or std::min or std::max for whole numbers of one type"}, cut},
};

}  // namespace

std::span<const Check> number_checks() { return checks; }

}  // namespace wavelift::lint
