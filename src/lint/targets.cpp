// Widths that do not fit the GPUs that HIP source is built for (group A of the hazards).
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

bool has_waves_of_32(const std::string& target) { return target.starts_with("gfx10") || target.starts_with("gfx11") || target.starts_with("gfx12"); }

// The first target with waves of 32; null: there is none.
const std::string* narrow_target(const Context& c) {
  auto it = std::ranges::find_if(c.options.targets, has_waves_of_32);
  return it == c.options.targets.end() ? nullptr : &*it;
}

// Whether a condition that asks for GPUs is around the place.
bool asks_first(const Facts& facts, const Place& at) {
  return std::ranges::any_of(facts.gpu_tests, [&](const GpuTest& t) { return t.is_around(at); });
}

void spirv(Context& c) {
  if (c.facts.cuda || std::ranges::find(c.options.targets, "amdgcnspirv") == c.options.targets.end()) return;
  for (const WidthName& w : c.facts.width_names)
    if (asks_first(c.facts, w.constant.declared))
      c.find_always(w.constant.declared, fmt::format("{} follows a macro of the GPU, and amdgcnspirv has none, whatever GPU the code runs on: use warpSize", w.constant.name), w.constant.name);
}

void wide_only(Context& c) {
  const std::string* narrow = narrow_target(c);
  if (c.facts.cuda || !narrow) return;
  for (const LaneArithmetic& a : c.facts.lane_arithmetic) {
    if (a.lanes != 64 || a.width.source == Constant::Source::width || !c.use(a.function).hip) continue;
    if (asks_first(c.facts, a.place) || asks_first(c.facts, a.width.declared)) continue;
    c.find_always(a.place, fmt::format("'{}' counts lanes by 64, and {} has waves of 32: use warpSize", a.text, *narrow), a.text);
  }
}

void forced_width(Context& c) {
  const std::string* narrow = narrow_target(c);
  if (!c.options.waves_of_64 || !narrow || c.facts.files.empty()) return;
  Place whole_file;
  whole_file.file = c.facts.files[0].path;
  c.find_always(whole_file, fmt::format("-mwavefrontsize64 makes waves of 64 on {}, which HIP's run time and libraries do not know there", *narrow), "-mwavefrontsize64");
}

using enum Severity;

constexpr Check checks[] = {
    {{1223, warning, "Warp width by a macro that SPIR-V does not have"}, spirv},
    {{1224, warning, "Width of 64 on a GPU with waves of 32"}, wide_only},
    {{1225, error, "Waves of 64 forced on a GPU with waves of 32"}, forced_width},
};

}  // namespace

std::span<const Check> target_checks() { return checks; }

}  // namespace wavelift::lint
