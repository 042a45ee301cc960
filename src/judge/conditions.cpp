#include "judge/conditions.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace wavelift::judge {

namespace {

void widen(std::optional<Conditions::Extent>& e, const Conditions::Extent& by) {
  e = e ? Conditions::Extent{std::min(e->low, by.low), std::max(e->high, by.high), by.last} : by;
}

void words(std::vector<std::string>& all, std::string_view what, const std::optional<Conditions::Extent>& e, std::string_view unit) {
  if (!e) return;
  const std::string low = fmt::format("{:.0f}", e->low), high = fmt::format("{:.0f}", e->high);
  all.push_back(fmt::format("{}{}{} {}", what, low, low == high ? "" : " to " + high, unit));
}

}  // namespace

void Conditions::add(const device::Telemetry& t, bool ends_block) {
  if (ends_block && core_mhz && t.core_mhz) {
    ++blocks;
    moved += std::abs(*t.core_mhz / core_mhz->last - 1) > kMoved;
  }
  readings += t.core_mhz || t.memory_mhz || t.watts || t.celsius;
  for (auto [to, value] : {std::pair{&core_mhz, t.core_mhz}, {&memory_mhz, t.memory_mhz}, {&watts, t.watts}, {&celsius, t.celsius}})
    if (value) widen(*to, {*value, *value, *value});
  limits_known |= t.limited_by.has_value();
  if (t.limited_by) limited_by.insert(t.limited_by->begin(), t.limited_by->end());
}

void Conditions::add(const Conditions& o) {
  readings += o.readings;
  for (auto [to, from] : {std::pair{&core_mhz, &o.core_mhz}, {&memory_mhz, &o.memory_mhz}, {&watts, &o.watts}, {&celsius, &o.celsius}})
    if (*from) widen(*to, **from);
  limits_known |= o.limits_known;
  limited_by.insert(o.limited_by.begin(), o.limited_by.end());
  blocks += o.blocks, moved += o.moved;
}

std::string Conditions::sentence() const {
  if (readings == 0) return "no management library tells of the device's clocks, power and temperature";
  std::vector<std::string> all;
  words(all, "core ", core_mhz, "MHz");
  words(all, "memory ", memory_mhz, "MHz");
  words(all, "", watts, "W");
  words(all, "", celsius, "C");
  if (limits_known) all.push_back(limited_by.empty() ? "not held down" : fmt::format("held down by {}", fmt::join(limited_by, " and ")));
  if (std::string m = movement(); !m.empty()) all.push_back(std::move(m));
  return fmt::format("{}", fmt::join(all, ", "));
}

std::string Conditions::movement() const {
  return moved == 0 ? "" : fmt::format("the core clock moved by more than {:.0f} % in {} of {} blocks", 100 * kMoved, moved, blocks);
}

}  // namespace wavelift::judge
