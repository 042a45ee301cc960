#include "device/monitor.h"
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <fstream>

namespace wavelift::device {

namespace {

template <class T> void take(std::optional<T>& to, const std::optional<T>& from) {
  if (!to) to = from;
}

void complete(Telemetry& to, const Telemetry& from) {
  take(to.core_mhz, from.core_mhz);
  take(to.memory_mhz, from.memory_mhz);
  take(to.watts, from.watts);
  take(to.celsius, from.celsius);
  take(to.limited_by, from.limited_by);
}

}  // namespace

void Reading::complete(const Reading& other) {
  if (name.empty()) name = other.name;
  if (uuid.empty()) uuid = other.uuid;
  take(memory, other.memory);
  take(memory_used, other.memory_used);
  take(utilisation, other.utilisation);
  take(processes, other.processes);
  device::complete(telemetry, other.telemetry);
}

std::vector<Known> monitors_of(Kind kind) {
  switch (kind) {
    case Kind::software: return {};
    case Kind::hip: return {Known::amdsmi, Known::rocm_smi};
    case Kind::cuda: return {Known::nvml};
  }
  return {};
}

Result<std::unique_ptr<Monitor>> open_monitor(Known which) {
  return which == Known::nvml ? open_nvml() : which == Known::amdsmi ? open_amdsmi() : open_rocm_smi();
}

Telemetry TelemetryReader::read() {
  if (!opened_) {
    opened_ = true;
    const std::string wanted = pci_address(pci_);
    for (Known which : monitors_of(kind_)) {
      auto monitor = open_monitor(which);
      if (!monitor || wanted.empty()) continue;
      auto cards = (*monitor)->cards();
      auto card = std::ranges::find(cards, wanted);
      if (card != cards.end()) sources_.push_back({std::move(*monitor), static_cast<size_t>(card - cards.begin())});
    }
  }
  Telemetry all;
  for (Source& s : sources_) complete(all, s.monitor->telemetry(s.card));
  return all;
}

std::string pci_address(uint64_t domain, uint64_t bus, uint64_t device, uint64_t function) {
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", domain, bus, device, function);
}

std::string pci_address(const std::string& text) {
  unsigned domain = 0, bus = 0, device = 0, function = 0;
  int parts = std::sscanf(text.c_str(), "%x:%x:%x.%x", &domain, &bus, &device, &function);
  return parts >= 3 ? pci_address(domain, bus, device, function) : "";
}

std::string process_name(int pid) {
  std::string name;
  std::ifstream file(fmt::format("/proc/{}/comm", pid));
  std::getline(file, name);
  return name;
}

}  // namespace wavelift::device
