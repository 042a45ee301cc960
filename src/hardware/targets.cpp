#include "hardware/targets.h"
#include "hardware/specs.h"
#include <cstdlib>
#include <fmt/format.h>
#include <vector>

namespace wavelift::hardware {

Target target_of(const Spec& s) {
  return {.name = s.name,
          .product = s.product,
          .vendor = s.vendor,
          .compile_as = s.executes.empty() ? s.arch : s.executes,
          .compute_units = s.whole(Key::compute_units),
          .simds_per_cu = s.whole(Key::simds_per_cu),
          .wave_size = s.whole(Key::wave_size),
          .max_waves_per_simd = s.whole(Key::max_waves_per_simd),
          .vgprs_per_simd_lane = s.whole(Key::vgprs_per_simd_lane),
          .vgpr_granule = s.whole(Key::vgpr_granule),
          .lds_bytes = s.whole(Key::lds_per_group),
          .lds_granule = s.whole(Key::lds_granule),
          .clock_mhz = s.whole(Key::clock_mhz),
          .l2_kib = s.whole(Key::l2_kib),
          .cache_line = s.whole(Key::l2_line),
          .memory_gib = s.whole(Key::memory_gib),
          .bandwidth_gbs = s.whole(Key::memory_gbs),
          .fp32_tflops = s.number(Key::fp32_tflops),
          .fp64_tflops = s.number(Key::fp64_tflops),
          .not_modelled = s.not_modelled,
          .verified = s.verified};
}

std::span<const Target> targets() {
  // Never destroyed: profiles are written while the process exits.
  static const std::vector<Target>& all = *[] {
    auto* executed = new std::vector<Target>;
    for (const Spec& s : specs())
      if (!s.executes.empty()) executed->push_back(target_of(s));
    return executed;
  }();
  return all;
}

const Target* find_target(std::string_view name) {
  name = name.substr(0, name.find(':'));
  for (const Target& t : targets())
    if (t.name == name) return &t;
  return nullptr;
}

std::string target_names() {
  std::string names;
  for (const Target& t : targets()) names += fmt::format("{}{}", names.empty() ? "" : ", ", t.name);
  return names;
}

std::string modelling_note(const Target& t) {
  if (t.not_modelled.empty()) return {};
  return fmt::format("{} ({}) is run as {} with this card's sizes and clocks; {} are not modelled", t.name, t.product, t.compile_as,
                     t.not_modelled);
}

Result<const Target*> default_target() {
  const char* named = std::getenv("WAVELIFT_ARCH");
  if (!named || !*named) return find_target("gfx90a");
  if (const Target* t = find_target(named)) return t;
  return fail(Exit::usage, fmt::format("WAVELIFT_ARCH={} names no target", named), "one of " + target_names());
}

}  // namespace wavelift::hardware
