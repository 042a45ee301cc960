// Widths that follow a macro of the compiler's, of a GPU or of the platform (group A of the hazards), in HIP source.
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

bool is_size(const std::string& macro) { return macro.starts_with("__AMDGCN_WAVEFRONT_SIZE"); }
bool is_family(const std::string& macro) { return macro.starts_with("__GFX"); }
bool is_gpu(const std::string& macro) { return macro.starts_with("__gfx"); }
bool is_platform(const std::string& macro) { return !is_size(macro) && !is_family(macro) && !is_gpu(macro); }

// No macro of a GPU is defined for it.
bool spirv(const Context& c) { return std::ranges::find(c.options.targets, "amdgcnspirv") != c.options.targets.end(); }

// What all tests of one #if ... #elif ... ask for.
std::vector<std::string> asked(const Facts& facts, const GpuTest& test) {
  std::vector<std::string> out;
  for (const GpuTest& t : facts.gpu_tests)
    if (t.place.file == test.place.file && t.last_line == test.last_line) out.insert(out.end(), t.macros.begin(), t.macros.end());
  return out;
}

void wave_size(Context& c) {
  if (c.facts.cuda) return;
  for (const GpuTest& t : c.facts.gpu_tests) {
    auto size = std::ranges::find_if(t.macros, is_size);
    // Who asks for the family as well has an answer where the macro is missing.
    if (size == t.macros.end() || std::ranges::any_of(asked(c.facts, t), is_family)) continue;
    c.find_always(t.place, fmt::format("{} is not defined by newer compilers, so that waves of 64 get what this has for others: ask for __GFX9__, or use warpSize", *size), *size, c.options.waves_of_64 || spirv(c) ? nullptr : c.rewrite(Rewrite::Kind::family_condition, t.place));
  }
}

void listed_gpus(Context& c) {
  if (c.facts.cuda) return;
  for (const WidthName& w : c.facts.width_names) {
    const Place& at = w.constant.declared;
    std::vector<std::string> macros;
    for (const GpuTest& t : c.facts.gpu_tests)
      if (t.is_around(at)) macros.insert(macros.end(), t.macros.begin(), t.macros.end());
    if (macros.empty() || std::ranges::any_of(macros, is_family) || std::ranges::any_of(macros, is_size)) continue;
    auto has = [&](const char* gpu) { return std::ranges::find(macros, gpu) != macros.end(); };
    if (std::ranges::any_of(macros, is_gpu)) {
      if (has("__gfx900__") && has("__gfx906__") && has("__gfx908__") && has("__gfx90a__") && has("__gfx942__")) continue;
      c.find_always(at, fmt::format("{} follows a list of GPUs, and those that are not in it get another width: all gfx9 have waves of 64, Hygon's among them; ask for __GFX9__", w.constant.name), w.constant.name, spirv(c) ? nullptr : c.rewrite(Rewrite::Kind::family_condition, at));
    } else if (w.constant.value == 64 && std::ranges::any_of(macros, is_platform)) {
      c.find_always(at, fmt::format("{} is 64 on every AMD GPU, and gfx10 to gfx12 have waves of 32: ask for __GFX9__ in device code and for the device's warpSize on the host", w.constant.name), w.constant.name);
    }
  }
}

using enum Severity;

constexpr Check checks[] = {
    {{1215, warning, "Test of a wave size that is not defined", "asks for __GFX8__ or __GFX9__, in the body of a device function"}, wave_size},
    {{1216, warning, "Warp width by a list of GPUs or by the platform", "asks for __GFX9__ in the place of a list of gfx9 GPUs on which nothing but the width depends"}, listed_gpus},
};

}  // namespace

std::span<const Check> gpu_test_checks() { return checks; }

}  // namespace wavelift::lint
