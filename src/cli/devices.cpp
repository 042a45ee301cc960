// wl devices: the targets that wavelift knows, and the real GPUs of this machine.
#include "cli/device_spec.h"
#include "cli/verb.h"
#include "device/discovery.h"
#include "hardware/targets.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wavelift::cli {

namespace {

template <class T> nlohmann::json or_null(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

// The shape is docs/devices.md's.
void print_found_json(const device::Found& found) {
  auto cards = nlohmann::json::array();
  for (const device::Card& c : found.cards) {
    const device::Reading& r = c.reading;
    auto processes = nlohmann::json(nullptr);
    if (r.processes) {
      processes = nlohmann::json::array();
      for (const device::Process& p : *r.processes) processes.push_back({{"pid", p.pid}, {"name", p.name}, {"memory", p.memory}});
    }
    cards.push_back({{"device", c.address},
                     {"kind", device::name_of(c.info.kind)},
                     {"name", c.info.name},
                     {"arch", c.info.arch},
                     {"wave_size", c.info.wave_size},
                     {"compute_units", c.info.compute_units},
                     {"memory", c.info.memory},
                     {"last_level_cache", c.info.last_level_cache},
                     {"group_memory", c.info.group_memory},
                     {"driver", c.info.driver},
                     {"pci", c.info.pci},
                     {"uuid", r.uuid},
                     {"memory_used", or_null(r.memory_used)},
                     {"utilisation", or_null(r.utilisation)},
                     {"core_mhz", or_null(r.telemetry.core_mhz)},
                     {"memory_mhz", or_null(r.telemetry.memory_mhz)},
                     {"watts", or_null(r.telemetry.watts)},
                     {"celsius", or_null(r.telemetry.celsius)},
                     {"processes", processes}});
  }
  auto libraries = nlohmann::json::array();
  for (const device::Looked& l : found.libraries)
    libraries.push_back({{"name", device::known_library(l.which).name}, {"found", l.there}, {"says", l.says}});
  fmt::print("{}\n", nlohmann::json{{"devices", cards}, {"libraries", libraries}}.dump(1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_found(const device::Found& found) {
  if (found.cards.empty()) {
    fmt::print("{}\n", device::nothing_found(found));
    return;
  }
  auto known = [](const std::optional<double>& value, double by, const char* unit) {
    return value ? fmt::format("{:.0f} {}", *value * by, unit) : std::string("-");
  };
  fmt::print("  {:8} {:26} {:8} {:>8} {:>8} {:>6} {:>9} {:>7} {:>6}  {}\n", "device", "product", "arch", "memory", "used", "busy", "clock",
             "power", "temp", "processes");
  for (const device::Card& c : found.cards) {
    const device::Reading& r = c.reading;
    constexpr double kGb = 1.0 / (1 << 30);
    std::string processes;
    constexpr size_t kShown = 3;
    const auto all = r.processes.value_or(std::vector<device::Process>());
    for (size_t i = 0; i < std::min(all.size(), kShown); ++i)
      processes += fmt::format("{}{} {}", processes.empty() ? "" : ", ", all[i].pid, all[i].name);
    if (all.size() > kShown) processes += fmt::format(" and {} more", all.size() - kShown);
    fmt::print("  {:8} {:26} {:8} {:>8} {:>8} {:>6} {:>9} {:>7} {:>6}  {}\n", c.address.empty() ? "-" : c.address, c.info.name,
               c.info.arch.empty() ? "-" : c.info.arch, known(double(c.info.memory), kGb, "GB"),
               known(r.memory_used ? std::optional(double(*r.memory_used)) : std::nullopt, kGb, "GB"), known(r.utilisation, 100, "%"),
               known(r.telemetry.core_mhz, 1, "MHz"), known(r.telemetry.watts, 1, "W"), known(r.telemetry.celsius, 1, "C"),
               processes.empty() ? "-" : processes);
  }
  for (const device::Card& c : found.cards)
    if (c.address.empty()) fmt::print("\n{} at {} is hidden from its run time.\n", c.info.name, c.info.pci);
}

int devices(Args args) {
  bool json = false, found = false, spec = false;
  std::string card;
  for (const auto& a : args) {
    if (a == "--json")
      json = true;
    else if (a == "--found")
      found = true;
    else if (a == "--spec")
      spec = true;
    else if (spec && card.empty() && !a.starts_with('-'))
      card = a;
    else if (a == "--help" || a == "-h") {
      fmt::print("usage: wl devices [--found] [--spec [CARD]] [--json]\n\nLists the targets that wavelift compiles for and runs on, then the real GPUs of this "
                 "machine.\n--found: these only. --spec: what is known of a card, with sources; of all cards without a name. --json alone: the targets only; docs/devices.md has both shapes.\n");
      return 0;
    } else
      return report({Exit::usage, fmt::format("devices knows no option '{}'", a), "wl devices --help lists them"});
  }
  if (spec) return print_spec(card, json);
  if (found) {
    const device::Found all = device::discover();
    json ? print_found_json(all) : print_found(all);
    return 0;
  }
  auto chosen = hardware::default_target();
  if (!chosen) return report(chosen.error());
  if (json) {
    auto list = nlohmann::json::array();
    for (const auto& t : hardware::targets())
      list.push_back({{"name", t.name},
                      {"product", t.product},
                      {"vendor", hardware::name_of(t.vendor)},
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
  fmt::print("\n* is the default (WAVELIFT_ARCH changes it). All of them are software GPUs on this machine.\n\n");
  print_found(device::discover());
  return 0;
}

}  // namespace

extern const Verb devices_verb{"devices", "[--found] [--spec] [--json]", "list the targets and the GPUs of this machine", devices};

}  // namespace wavelift::cli
