// Number formats (group F of the hazards).
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

// Which encoding FP8 has is the GPU's: a condition on the platform alone cannot know it.
void fp8_limit(Context& c) {
  for (const Fp8Limit& l : c.facts.fp8_limits) {
    const bool asks_gpu = std::ranges::any_of(c.facts.gpu_tests, [&](const GpuTest& t) {
      return t.is_around(l.place) && std::ranges::any_of(t.macros, [](const std::string& m) { return m.starts_with("__gfx") || m.starts_with("__GFX"); });
    });
    if (!asks_gpu)
      c.find_always(l.place, fmt::format("{} is the largest FP8 value of gfx940 to gfx942 (FNUZ), not of every AMD GPU: gfx950 and gfx12 have 448, as CUDA has", l.value), std::to_string(l.value));
  }
}

using enum Severity;

constexpr Check checks[] = {
    {{1402, warning, "Largest FP8 value by the platform"}, fp8_limit},
};

}  // namespace

std::span<const Check> format_checks() { return checks; }

}  // namespace wavelift::lint
