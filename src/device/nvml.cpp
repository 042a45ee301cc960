// NVIDIA's management library.
#include "device/monitor.h"
#include <fmt/format.h>

namespace wavelift::device {

namespace {

using Card = void*;
struct Pci {
  char legacy[16];
  unsigned domain, bus, device, device_id, subsystem_id;
  char id[32];
};
struct Memory {
  unsigned long long total, free, used;
};
struct Utilisation {
  unsigned core, memory;   // %
};
struct RunningProcess {
  unsigned pid;
  unsigned long long memory;
  unsigned instance, compute_instance;
};
constexpr unsigned long long kMemoryNotKnown = ~0ull;
enum Clock { kCore = 1, kMemory = 2 };   // of multiprocessors; of memory
// Bits of what holds clocks down (nvmlClocksEventReasons). That a card is idle is none of them.
struct Limit {
  unsigned long long bit;
  const char* name;
};
constexpr Limit kLimits[] = {{0x2, "a setting"}, {0x4, "the power limit"}, {0x8, "the hardware"}, {0x10, "cards beside it"}, {0x20, "temperature"},
                             {0x40, "temperature"}, {0x80, "the power brake"}, {0x100, "the display"}};
constexpr int kTooSmall = 7;             // the answer's code when the list is longer than the room for it

class Nvml final : public Monitor {
public:
  explicit Nvml(Library library) : library_(std::move(library)) {}
  ~Nvml() override {
    if (started_) shutdown_();
  }

  Status start() {
    int (*init)() = nullptr;
    const bool bound = library_.bind(init, "nvmlInit_v2") && library_.bind(shutdown_, "nvmlShutdown") &&
                       library_.bind(count_, "nvmlDeviceGetCount_v2") && library_.bind(by_index_, "nvmlDeviceGetHandleByIndex_v2") &&
                       library_.bind(pci_, "nvmlDeviceGetPciInfo_v3") && library_.bind(name_, "nvmlDeviceGetName") &&
                       library_.bind(uuid_, "nvmlDeviceGetUUID") && library_.bind(memory_, "nvmlDeviceGetMemoryInfo") &&
                       library_.bind(utilisation_, "nvmlDeviceGetUtilizationRates") && library_.bind(clock_, "nvmlDeviceGetClockInfo") &&
                       library_.bind(power_, "nvmlDeviceGetPowerUsage") && library_.bind(temperature_, "nvmlDeviceGetTemperature");
    if (!bound) return fail(Exit::tool_missing, fmt::format("{} is no NVML of release 11 or later", library_.file().string()));
    // Drivers before 510 have the second version only, of the same form.
    if (!library_.bind(processes_, "nvmlDeviceGetComputeRunningProcesses_v3")) library_.bind(processes_, "nvmlDeviceGetComputeRunningProcesses_v2");
    // Since release 12.2 under another name.
    if (!library_.bind(limits_, "nvmlDeviceGetCurrentClocksThrottleReasons")) library_.bind(limits_, "nvmlDeviceGetCurrentClocksEventReasons");
    const char* (*says)(int) = nullptr;
    library_.bind(says, "nvmlErrorString");
    if (int code = init()) return fail(Exit::failed, fmt::format("{}: {}", library_.file().string(), says ? says(code) : fmt::format("error {}", code)));
    started_ = true;
    unsigned n = 0;
    count_(&n);
    for (unsigned i = 0; i < n; ++i)
      if (Card card = nullptr; by_index_(i, &card) == 0) cards_.push_back(card);
    return {};
  }

  std::string file() const override { return library_.file().string(); }

  std::vector<std::string> cards() override {
    std::vector<std::string> all;
    for (Card card : cards_) {
      Pci pci{};
      all.push_back(pci_(card, &pci) == 0 ? pci_address(pci.id) : "");
    }
    return all;
  }

  Reading read(size_t index) override {
    Card card = cards_[index];
    Reading r;
    char text[96] = {};
    if (name_(card, text, sizeof text) == 0) r.name = text;
    if (uuid_(card, text, sizeof text) == 0) r.uuid = text;
    if (Memory m{}; memory_(card, &m) == 0) r.memory = m.total, r.memory_used = m.used;
    if (Utilisation u{}; utilisation_(card, &u) == 0) r.utilisation = u.core / 100.0;
    r.telemetry = telemetry(index);
    r.processes = processes(card);
    return r;
  }

  Telemetry telemetry(size_t index) override {
    Card card = cards_[index];
    Telemetry t;
    unsigned value = 0;
    if (clock_(card, kCore, &value) == 0) t.core_mhz = value;
    if (clock_(card, kMemory, &value) == 0) t.memory_mhz = value;
    if (power_(card, &value) == 0) t.watts = value * 1e-3;
    constexpr int kCoreSensor = 0;
    if (temperature_(card, kCoreSensor, &value) == 0) t.celsius = value;
    if (unsigned long long bits = 0; limits_ && limits_(card, &bits) == 0) {
      t.limited_by.emplace();
      for (const Limit& l : kLimits)
        if (bits & l.bit) t.limited_by->push_back(l.name);
    }
    return t;
  }

private:
  std::optional<std::vector<Process>> processes(Card card) {
    if (!processes_) return {};
    std::vector<RunningProcess> list(64);
    unsigned n = 0;
    for (;;) {
      n = static_cast<unsigned>(list.size());
      int code = processes_(card, &n, list.data());
      if (code == 0) break;
      if (code != kTooSmall || n <= list.size()) return {};
      list.resize(n * 2);   // more may start in between
    }
    std::vector<Process> all;
    for (unsigned i = 0; i < n; ++i) {
      int pid = static_cast<int>(list[i].pid);
      all.push_back({pid, process_name(pid), list[i].memory == kMemoryNotKnown ? 0 : list[i].memory});
    }
    return all;
  }

  Library library_;
  bool started_ = false;
  std::vector<Card> cards_;
  int (*shutdown_)() = nullptr;
  int (*count_)(unsigned*) = nullptr;
  int (*by_index_)(unsigned, Card*) = nullptr;
  int (*pci_)(Card, Pci*) = nullptr;
  int (*name_)(Card, char*, unsigned) = nullptr;
  int (*uuid_)(Card, char*, unsigned) = nullptr;
  int (*memory_)(Card, Memory*) = nullptr;
  int (*utilisation_)(Card, Utilisation*) = nullptr;
  int (*clock_)(Card, int, unsigned*) = nullptr;
  int (*power_)(Card, unsigned*) = nullptr;
  int (*temperature_)(Card, int, unsigned*) = nullptr;
  int (*limits_)(Card, unsigned long long*) = nullptr;
  int (*processes_)(Card, unsigned*, RunningProcess*) = nullptr;
};

}  // namespace

Result<std::unique_ptr<Monitor>> open_nvml() {
  auto library = open_library(Known::nvml);
  if (!library) return std::unexpected(library.error());
  auto monitor = std::make_unique<Nvml>(std::move(*library));
  if (Status s = monitor->start(); !s) return std::unexpected(s.error());
  return monitor;
}

}  // namespace wavelift::device
