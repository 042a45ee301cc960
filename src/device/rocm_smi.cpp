// ROCm's management library, and Hygon's, which has the same name and calls.
#include "device/monitor.h"
#include <array>
#include <cstring>
#include <fmt/format.h>

namespace wavelift::device {

namespace {

enum { kVram = 0 };                                  // memory type
enum { kEdge = 0, kHottest = 1, kCurrent = 0 };      // temperature's sensors and metric
enum { kCore = 0, kMemory = 4 };                     // clocks
constexpr size_t kFrequencies = 33;

// The current one of a clock's frequencies. The list is preceded by its length and the current index, and since ROCm 6 by a
// flag before those; where the older form has a frequency's low half, in hertz, the newer one has the small index.
std::optional<double> current_mhz(const std::array<uint32_t, 256>& answer) {
  const bool newer = answer[2] <= kFrequencies;
  const uint32_t n = answer[newer ? 1 : 0], current = answer[newer ? 2 : 1];
  if (n == 0 || n > kFrequencies || current >= n) return {};
  uint64_t hertz = 0;
  std::memcpy(&hertz, answer.data() + (newer ? 4 : 2) + 2 * current, sizeof hertz);
  return static_cast<double>(hertz) * 1e-6;
}

class RocmSmi final : public Monitor {
public:
  explicit RocmSmi(Library library) : library_(std::move(library)) {}
  ~RocmSmi() override {
    if (started_) shutdown_();
  }

  Status start() {
    int (*init)(uint64_t) = nullptr;
    int (*count)(uint32_t*) = nullptr;
    const bool bound = library_.bind(init, "rsmi_init") && library_.bind(shutdown_, "rsmi_shut_down") &&
                       library_.bind(count, "rsmi_num_monitor_devices") && library_.bind(pci_, "rsmi_dev_pci_id_get");
    if (!bound) return fail(Exit::tool_missing, fmt::format("{} is no ROCm SMI", library_.file().string()));
    library_.bind(name_, "rsmi_dev_name_get");
    library_.bind(unique_, "rsmi_dev_unique_id_get");
    library_.bind(memory_total_, "rsmi_dev_memory_total_get");
    library_.bind(memory_used_, "rsmi_dev_memory_usage_get");
    library_.bind(busy_, "rsmi_dev_busy_percent_get");
    library_.bind(temperature_, "rsmi_dev_temp_metric_get");
    library_.bind(power_, "rsmi_dev_current_socket_power_get");
    library_.bind(mean_power_, "rsmi_dev_power_ave_get");
    library_.bind(clock_, "rsmi_dev_gpu_clk_freq_get");
    if (int code = init(0)) return fail(Exit::failed, fmt::format("{}: error {} of rsmi_init", library_.file().string(), code));
    started_ = true;
    count(&count_);
    return {};
  }

  std::string file() const override { return library_.file().string(); }

  std::vector<std::string> cards() override {
    std::vector<std::string> all;
    for (uint32_t i = 0; i < count_; ++i) {
      uint64_t id = 0;   // function in 3 bits, device in 5, bus in 8, domain in the upper half
      all.push_back(pci_(i, &id) == 0 ? pci_address(id >> 32, id >> 8 & 0xff, id >> 3 & 0x1f, id & 7) : "");
    }
    return all;
  }

  Reading read(size_t index) override {
    const auto card = static_cast<uint32_t>(index);
    Reading r;
    char text[256] = {};
    uint64_t value = 0;
    uint32_t percent = 0;
    if (name_ && name_(card, text, sizeof text) == 0) r.name = text;
    if (unique_ && unique_(card, &value) == 0) r.uuid = fmt::format("{:016x}", value);
    if (memory_total_ && memory_total_(card, kVram, &value) == 0) r.memory = value;
    if (memory_used_ && memory_used_(card, kVram, &value) == 0) r.memory_used = value;
    if (busy_ && busy_(card, &percent) == 0) r.utilisation = percent / 100.0;
    r.telemetry = telemetry(index);
    return r;
  }

  Telemetry telemetry(size_t index) override {
    const auto card = static_cast<uint32_t>(index);
    Telemetry t;
    int64_t thousandths = 0;
    for (uint32_t sensor : {kHottest, kEdge})
      if (!t.celsius && temperature_ && temperature_(card, sensor, kCurrent, &thousandths) == 0)
        t.celsius = static_cast<double>(thousandths) * 1e-3;
    uint64_t microwatts = 0;
    if ((power_ && power_(card, &microwatts) == 0) || (mean_power_ && mean_power_(card, 0, &microwatts) == 0))
      t.watts = static_cast<double>(microwatts) * 1e-6;
    std::array<uint32_t, 256> answer{};
    if (clock_ && clock_(card, kCore, answer.data()) == 0) t.core_mhz = current_mhz(answer);
    answer = {};
    if (clock_ && clock_(card, kMemory, answer.data()) == 0) t.memory_mhz = current_mhz(answer);
    return t;
  }

private:
  Library library_;
  bool started_ = false;
  uint32_t count_ = 0;
  int (*shutdown_)() = nullptr;
  int (*pci_)(uint32_t, uint64_t*) = nullptr;
  int (*name_)(uint32_t, char*, size_t) = nullptr;
  int (*unique_)(uint32_t, uint64_t*) = nullptr;
  int (*memory_total_)(uint32_t, int, uint64_t*) = nullptr;
  int (*memory_used_)(uint32_t, int, uint64_t*) = nullptr;
  int (*busy_)(uint32_t, uint32_t*) = nullptr;
  int (*temperature_)(uint32_t, uint32_t, int, int64_t*) = nullptr;
  int (*power_)(uint32_t, uint64_t*) = nullptr;
  int (*mean_power_)(uint32_t, uint32_t, uint64_t*) = nullptr;
  int (*clock_)(uint32_t, int, uint32_t*) = nullptr;
};

}  // namespace

Result<std::unique_ptr<Monitor>> open_rocm_smi() {
  auto library = open_library(Known::rocm_smi);
  if (!library) return std::unexpected(library.error());
  auto monitor = std::make_unique<RocmSmi>(std::move(*library));
  if (Status s = monitor->start(); !s) return std::unexpected(s.error());
  return monitor;
}

}  // namespace wavelift::device
