#include "cli/device_spec.h"
#include "cli/verb.h"
#include "hardware/specs.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wavelift::cli {

namespace {

using hardware::Figure, hardware::Grade, hardware::KeyInfo, hardware::Spec;

const KeyInfo& info(const Figure& f) { return hardware::kKeys[static_cast<size_t>(f.key)]; }
std::string_view grade(const Figure& f) { return hardware::kGrades[static_cast<size_t>(f.source->grade)]; }

size_t unchecked(const Spec& s) {
  size_t n = 0;
  for (const Figure& f : s.figures) n += f.source->grade == Grade::unchecked || f.source->grade == Grade::assumed;
  return n;
}

nlohmann::ordered_json json_of(const Spec& s) {
  auto figures = nlohmann::ordered_json::array();
  for (const Figure& f : s.figures)
    figures.push_back({{"key", info(f).name}, {"value", f.value}, {"unit", info(f).unit}, {"grade", grade(f)}, {"source", f.source->what}, {"meaning", info(f).meaning}});
  return {{"name", s.name},       {"product", s.product},   {"vendor", hardware::name_of(s.vendor)}, {"arch", s.arch}, {"executes", s.executes}, {"not_modelled", s.not_modelled},
          {"verified", s.verified}, {"figures", figures}};
}

void print(const Spec& s) {
  fmt::print("{} ({}, {}){}\n\n", s.name, s.product, s.arch, s.verified ? "" : ": not verified; right for orderings, not for absolute times");
  for (const Figure& f : s.figures) fmt::print("  {:22} {:>10} {:8} {:10} {}\n", info(f).name, fmt::format("{}", f.value), info(f).unit, grade(f), f.source->what);
  fmt::print("\n{} of {} figures were checked against no document of this card. docs/devices.md has the meanings.\n", unchecked(s), s.figures.size());
}

}  // namespace

int print_spec(const std::string& name, bool json) {
  if (!name.empty()) {
    const Spec* s = hardware::find_spec(name);
    if (!s) return report({Exit::usage, fmt::format("wavelift knows no card '{}'", name), "one of " + hardware::spec_names()});
    if (json)
      fmt::print("{}\n", json_of(*s).dump(1));
    else
      print(*s);
    return 0;
  }
  if (json) {
    auto all = nlohmann::ordered_json::array();
    for (const Spec& s : hardware::specs()) all.push_back(json_of(s));
    fmt::print("{}\n", all.dump(1));
    return 0;
  }
  using hardware::Key;
  fmt::print("  {:8} {:26} {:7} {:>4} {:>5} {:>8} {:>9} {:>8} {:>8}  {}\n", "name", "product", "arch", "CUs", "wave", "memory", "bandwidth", "fp32", "bf16", "unchecked");
  for (const Spec& s : hardware::specs())
    fmt::print("  {:8} {:26} {:7} {:>4} {:>5} {:>5} GB {:>4} GB/s {:>5} TF {:>8}  {} of {}\n", s.name, s.product, s.arch, s.whole(Key::compute_units), s.whole(Key::wave_size), s.whole(Key::memory_gib),
               s.whole(Key::memory_gbs), s.number(Key::fp32_tflops), s.get(Key::bf16_matrix_tflops) ? fmt::format("{} TF", s.number(Key::bf16_matrix_tflops)) : "-", unchecked(s), s.figures.size());
  fmt::print("\nwl devices --spec NAME shows all figures of a card and where each comes from.\n");
  return 0;
}

}  // namespace wavelift::cli
