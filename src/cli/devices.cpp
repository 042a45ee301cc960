// wl devices: the targets that wavelift knows.
#include "cli/verb.h"
#include "hardware/targets.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wavelift::cli {

namespace {

int devices(Args args) {
  bool json = false;
  for (const auto& a : args) {
    if (a == "--json")
      json = true;
    else if (a == "--help" || a == "-h") {
      fmt::print("usage: wl devices [--json]\n\nLists the targets that wavelift compiles for and runs on.\n");
      return 0;
    } else
      return report({Exit::usage, fmt::format("devices knows no option '{}'", a), "wl devices --help lists them"});
  }
  auto chosen = hardware::default_target();
  if (!chosen) return report(chosen.error());
  if (json) {
    auto list = nlohmann::json::array();
    for (const auto& t : hardware::targets())
      list.push_back({{"name", t.name},
                      {"product", t.product},
                      {"vendor", t.vendor == hardware::Vendor::amd ? "amd" : "hygon"},
                      {"compile_as", t.compile_as},
                      {"compute_units", t.compute_units},
                      {"simds_per_cu", t.simds_per_cu},
                      {"wave_size", t.wave_size},
                      {"max_waves_per_simd", t.max_waves_per_simd},
                      {"vgprs_per_simd_lane", t.vgprs_per_simd_lane},
                      {"lds_bytes", t.lds_bytes},
                      {"clock_mhz", t.clock_mhz},
                      {"memory_gib", t.memory_gib},
                      {"bandwidth_gbs", t.bandwidth_gbs},
                      {"fp32_tflops", t.fp32_tflops},
                      {"fp64_tflops", t.fp64_tflops},
                      {"not_modelled", t.not_modelled},
                      {"verified", t.verified},
                      {"default", &t == *chosen}});
    fmt::print("{}\n", list.dump(1));
    return 0;
  }
  fmt::print("  {:8} {:26} {:>4} {:>5} {:>7} {:>8} {:>8} {:>9}\n", "target", "product", "CUs", "wave", "LDS", "clock", "memory",
             "bandwidth");
  for (const auto& t : hardware::targets())
    fmt::print("{} {:8} {:26} {:>4} {:>5} {:>4} KB {:>4} MHz {:>5} GB {:>4} GB/s{}\n", &t == *chosen ? '*' : ' ', t.name,
               t.product, t.compute_units, t.wave_size, t.lds_bytes / 1024, t.clock_mhz, t.memory_gib, t.bandwidth_gbs,
               t.compile_as == t.name ? std::string() : fmt::format("  compiled as {}", t.compile_as));
  fmt::print("\n");
  for (const auto& t : hardware::targets())
    if (auto note = hardware::modelling_note(t); !note.empty()) fmt::print("{}\n", note);
  fmt::print("\n* is the default (WAVELIFT_ARCH changes it). All of them are software GPUs on this machine.\n");
  return 0;
}

}  // namespace

extern const Verb devices_verb{"devices", "[--json]", "list the targets", devices};

}  // namespace wavelift::cli
