// The rows. Occupancy constants are LLVM 22's; the rest is from public specifications and measurements where `verified`
// is true, from general knowledge where it is not. Hygon publishes little: its rows take their occupancy from gfx906, the
// part they descend from.
#include "hardware/targets.h"
#include <cstdlib>
#include <fmt/format.h>

namespace wavelift::hardware {

namespace {

using enum Vendor;

// Hygon's own instructions, which its compiler alone emits.
constexpr std::string_view kDumma = "its matrix instructions (v_mmac_*) and other instructions beyond gfx906's";

// clang-format off
constexpr Target table[] = {
  // name      product          vendor compile_as CUs SIMD wave waves VGPRs gran  LDS  gran  MHz   L2  line mem  GB/s  fp32   fp64  not modelled  ok
  {"gfx1030", "Radeon RX 6900 XT", amd, "gfx1030", 80, 2, 32, 16, 1024, 16, 65536,  512, 2250, 4096, 128, 16,  512, 23.0,  1.4, "", false},
  {"gfx1100", "Radeon RX 7900 XTX", amd, "gfx1100", 96, 2, 32, 16, 1536, 24, 65536, 1024, 2500, 6144, 128, 24, 960, 61.0,  1.9, "", false},
  {"gfx906",  "Instinct MI60",     amd, "gfx906",  64, 4, 64, 10,  256,  4, 65536,  512, 1800, 4096,  64, 32, 1024, 14.7,  7.4, "", false},
  {"gfx908",  "Instinct MI100",    amd, "gfx908", 120, 4, 64, 10,  256,  4, 65536,  512, 1502, 8192,  64, 32, 1229, 23.1, 11.5, "", false},
  {"gfx90a",  "Instinct MI250X (one die)", amd, "gfx90a", 110, 4, 64, 8, 512, 8, 65536, 512, 1700, 8192, 128, 64, 1638, 23.9, 23.9, "", true},
  {"gfx942",  "Instinct MI300X",   amd, "gfx942", 304, 4, 64,  8,  512,  8, 65536,  512, 2100, 4096, 128, 192, 5300, 163.4, 81.7, "", true},
  {"gfx926",  "Hygon K100",      hygon, "gfx906", 120, 4, 64, 10,  256,  4, 65536,  512, 1500, 8192,  64, 32,  896, 24.5, 24.5, kDumma, false},
  {"gfx928",  "Hygon K100_AI",   hygon, "gfx906", 120, 4, 64, 10,  256,  4, 65536,  512, 1500, 8192,  64, 64,  896, 49.0, 24.5, kDumma, false},
  {"gfx936",  "Hygon BW1000",    hygon, "gfx906",  80, 4, 64, 10,  768,  4, 65536,  512, 1500, 8192,  64, 64, 1600, 60.0, 30.0, kDumma, false},
};
// clang-format on

}  // namespace

std::span<const Target> targets() { return table; }

const Target* find_target(std::string_view name) {
  name = name.substr(0, name.find(':'));
  for (const Target& t : table)
    if (t.name == name) return &t;
  return nullptr;
}

std::string target_names() {
  std::string names;
  for (const Target& t : table) names += fmt::format("{}{}", names.empty() ? "" : ", ", t.name);
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
