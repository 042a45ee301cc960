// Launches, bounds and memory of device code, apart from its lanes.
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

// At least so many threads: a direction that is not known has one.
int64_t least_threads(const Launch& l) {
  int64_t n = 1;
  for (const Extent& e : l.block) n *= std::clamp<int64_t>(e.value.value_or(1), 1, 1 << 20);
  return n;
}

void over_bounds(Context& c) {
  for (const Launch& l : c.facts.launches) {
    if (l.function == UINT32_MAX) continue;
    const Function& kernel = c.facts.functions[l.function];
    if (int64_t n = least_threads(l); kernel.max_threads > 0 && n > kernel.max_threads)
      c.find_always(l.place, fmt::format("{} is launched with {} threads a block and bound to {} by __launch_bounds__ (line {}): CUDA refuses such a launch, AMD GPUs run it with wrong results", l.kernel, n, kernel.max_threads, kernel.place.line), l.kernel);
  }
}

// Clang says so while it parses; what it says depends on -fgpu-rdc.
void launch_in_device(Context& c) {
  for (const Problem& p : c.facts.problems)
    if (p.message.starts_with("device-side kernel call") || p.message.starts_with("kernel launch from __device__"))
      c.find_always(p.place, "a launch in device code, which HIP does not have: launch level by level from the host, or let a kernel that stays take its work from a queue", "<<<>>>");
}

struct Served {
  std::string_view name, what;
};
constexpr Served served[] = {
    {"printf", "printf goes through the host one call at a time: slow, and the order of lines differs"},
    {"__assert_fail", "assert goes through the host: it costs registers, and before HIP 7.0 a failed one ends the process"},
    {"malloc", "malloc in device code takes its memory from a heap that the host has to extend: slow"},
    {"new", "new in device code takes its memory from a heap that the host has to extend: slow"},
};

// One line for each function and what it calls.
void served_by_host(Context& c) {
  std::set<std::pair<uint32_t, std::string_view>> seen;
  for (const DeviceCall& d : c.facts.device_calls)
    for (const Served& s : served)
      if (d.name == s.name && seen.insert({d.function, s.name}).second) c.find_always(d.place, std::string(s.what), d.name);
}

void wide_reads(Context& c) {
  for (const WideRead& w : c.facts.wide_reads)
    c.find_always(w.place, fmt::format("{} is aligned to {} bytes and read as a type of {}: __align__({}) makes sure of it", w.array, w.alignment, w.needed, w.needed), w.array, c.rewrite(Rewrite::Kind::aligned, w.place));
}

// In HIP source alone: the port drops the second argument of CUDA's. A count that fills a multiprocessor of NVIDIA's, or that is
// above what a SIMD of gfx9 holds, was meant as blocks.
void waves_as_blocks(Context& c) {
  if (c.facts.cuda) return;
  for (const Function& f : c.facts.functions) {
    int64_t threads = f.max_threads * f.min_waves;
    if (f.min_waves > 10 || (f.min_waves > 1 && (threads == 1536 || threads == 2048)))
      c.find_always(f.place, fmt::format("{} asks for at least {} waves a SIMD, which leaves it few registers; the second argument of __launch_bounds__ counts waves in HIP, blocks a multiprocessor in CUDA", f.name, f.min_waves), f.name);
  }
}

// Compilers of HIP 5 and earlier passed large objects wrongly, or crashed on them.
void large_objects(Context& c) {
  if (c.options.hip_version >= 600) return;
  for (const Function& f : c.facts.functions)
    if (f.kernel && f.largest_object > 1024)
      c.find_always(f.place, fmt::format("{} is given an object of {} bytes by value, which old compilers of HIP passed wrongly: give a pointer", f.name, f.largest_object), f.name);
}

using enum Severity;

constexpr Check checks[] = {
    {{1311, error, "Launch with more threads than the kernel is bound to"}, over_bounds},
    {{1312, error, "Launch in device code"}, launch_in_device},
    {{1313, info, "Device code that the host has to serve"}, served_by_host},
    {{1316, info, "Large object given to a kernel by value"}, large_objects},
    {{1317, info, "Shared array read in wider pieces than it is aligned to", "declares the array with __align__"}, wide_reads},
    {{1318, info, "Launch bounds that look like CUDA's"}, waves_as_blocks},
};

}  // namespace

std::span<const Check> device_checks() { return checks; }

}  // namespace wavelift::lint
