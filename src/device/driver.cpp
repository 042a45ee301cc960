#include "device/driver.h"
#include "hardware/targets.h"
#include "device/kfd.h"
#include "device/peaks.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::device {

Status Driver::bind_calls() {
  std::string missing;
#define WL_DEVICE_BIND(field, on_hip, on_cuda, ...)                                                                                  \
  calls.field.name = kind == Kind::cuda ? on_cuda : on_hip;                                                                      \
  if (!library.bind(calls.field.function, calls.field.name)) missing += std::string(missing.empty() ? "" : ", ") + calls.field.name;
  WL_DEVICE_CALLS(WL_DEVICE_BIND)
#undef WL_DEVICE_BIND
  if (missing.empty()) return {};
  return fail(Exit::tool_missing, fmt::format("{} has no {}", library.file().string(), missing), "it is too old, or another library");
}

Status Driver::initialise() {
  const int code = calls.init.function(0);
  no_devices_ = code == kNoDevice || code == kInvalidDevice;
  return no_devices_ ? Status() : check(calls.init.name, code);
}

Result<int> Driver::count() const {
  int n = 0;
  const int code = no_devices_ ? kNoDevice : calls.count.function(&n);
  if (code == kNoDevice) return 0;
  if (Status s = check(calls.count.name, code); !s) return std::unexpected(s.error());
  return n;
}

Result<Info> Driver::info(int index) const {
  Result<int> n = count();
  if (!n) return std::unexpected(n.error());
  if (index < 0 || index >= *n)
    return fail(Exit::no_input, fmt::format("there is no device {}:{}", name_of(kind), index),
                *n == 0 ? fmt::format("{} finds none", library.file().string())
                        : fmt::format("{} has {}", library.file().string(), *n == 1 ? "one, 0" : fmt::format("0 to {}", *n - 1)));
  Info info;
  info.kind = kind;
  info.index = index;
  int device = 0, version = 0;
  char text[256] = {};
  size_t bytes = 0;
  if (Status s = run(calls.get, &device, index); !s) return std::unexpected(s.error());
  if (Status s = run(calls.name, text, static_cast<int>(sizeof text), device); !s) return std::unexpected(s.error());
  info.name = text;
  Result<std::string> a = arch(device);
  if (!a) return std::unexpected(a.error());
  info.arch = *a;
  // What a library does not tell stays unknown.
  auto ask = [&](int which) {
    int value = 0;
    return calls.attribute.function(&value, which, device) == 0 && value > 0 ? value : 0;
  };
  info.wave_size = ask(numbers.wave_size);
  info.compute_units = ask(numbers.compute_units);
  info.last_level_cache = static_cast<uint64_t>(ask(numbers.last_level_cache));
  info.group_memory = static_cast<uint64_t>(ask(numbers.group_memory));
  info.max_threads = ask(numbers.max_threads);
  // Two transfers a clock, which HBM3 exceeds: of AMD's and Hygon's cards the database knows more.
  info.bandwidth = 2.0 * 1000 * ask(numbers.memory_khz) * ask(numbers.memory_bits) / 8;
  if (const hardware::Target* t = hardware::find_target(info.arch)) info.bandwidth = std::max(info.bandwidth, 1e9 * t->bandwidth_gbs);
  fill_peaks(info, 1e3 * ask(numbers.core_khz));
  if (calls.memory.function(&bytes, device) == 0) info.memory = bytes;
  if (calls.version.function(&version) == 0) info.driver = version_text(version);
  char id[32] = {};
  if (kind != Kind::software && calls.pci.function(id, sizeof id, device) == 0) info.pci = id;
  // HIP tells of the second level only.
  if (kind == Kind::hip)
    for (const KfdCard& card : kfd_cards())
      if (card.pci == pci_address(info.pci)) info.last_level_cache = std::max(info.last_level_cache, card.last_level_cache);
  return info;
}

}  // namespace wavelift::device
