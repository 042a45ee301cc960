// AMD's management library. Its structures differ between releases; what is read of them is what begins all of them.
#include "device/monitor.h"
#include <array>
#include <cstring>
#include <fmt/format.h>

namespace wavelift::device {

namespace {

using Card = void*;
// Longer than the structure of any release; what is not known is all ones.
using Answer = std::array<uint32_t, 256>;
constexpr uint64_t kAmdGpus = 2;               // of the kinds of processors to look for
enum { kVram = 0 };                            // memory type
enum { kHottest = 1, kCurrent = 0 };           // temperature's sensor and metric
enum { kCore = 0, kMemory = 4 };               // clocks

std::optional<double> first_of(const Answer& a) {
  if (a[0] == 0xffff || a[0] == 0xffffffff) return {};
  return a[0];
}

class AmdSmi final : public Monitor {
public:
  explicit AmdSmi(Library library) : library_(std::move(library)) {}
  ~AmdSmi() override {
    if (started_) shutdown_();
  }

  Status start() {
    int (*init)(uint64_t) = nullptr;
    int (*sockets)(uint32_t*, Card*) = nullptr;
    int (*processors)(Card, uint32_t*, Card*) = nullptr;
    const bool bound = library_.bind(init, "amdsmi_init") && library_.bind(shutdown_, "amdsmi_shut_down") &&
                       library_.bind(sockets, "amdsmi_get_socket_handles") && library_.bind(processors, "amdsmi_get_processor_handles") &&
                       library_.bind(bdf_, "amdsmi_get_gpu_device_bdf");
    if (!bound) return fail(Exit::tool_missing, fmt::format("{} is no AMD SMI", library_.file().string()));
    library_.bind(uuid_, "amdsmi_get_gpu_device_uuid");
    library_.bind(memory_total_, "amdsmi_get_gpu_memory_total");
    library_.bind(memory_used_, "amdsmi_get_gpu_memory_usage");
    library_.bind(activity_, "amdsmi_get_gpu_activity");
    library_.bind(temperature_, "amdsmi_get_temp_metric");
    library_.bind(power_, "amdsmi_get_power_info");
    library_.bind(clock_, "amdsmi_get_clock_info");
    if (int code = init(kAmdGpus)) return fail(Exit::failed, fmt::format("{}: error {} of amdsmi_init", library_.file().string(), code));
    started_ = true;
    uint32_t n = 0;
    if (sockets(&n, nullptr) != 0) return {};
    std::vector<Card> all(n);
    if (sockets(&n, all.data()) != 0) return {};
    for (Card socket : all) {
      uint32_t m = 0;
      if (processors(socket, &m, nullptr) != 0) continue;
      std::vector<Card> cards(m);
      if (processors(socket, &m, cards.data()) == 0) cards_.insert(cards_.end(), cards.begin(), cards.begin() + m);
    }
    return {};
  }

  std::string file() const override { return library_.file().string(); }

  std::vector<std::string> cards() override {
    std::vector<std::string> all;
    for (Card card : cards_) {
      uint64_t id = 0;   // function in 3 bits, device in 5, bus in 8, domain in the rest
      all.push_back(bdf_(card, &id) == 0 ? pci_address(id >> 16, id >> 8 & 0xff, id >> 3 & 0x1f, id & 7) : "");
    }
    return all;
  }

  Reading read(size_t index) override {
    Card card = cards_[index];
    Reading r;
    char text[64] = {};
    unsigned length = sizeof text;
    if (uuid_ && uuid_(card, &length, text) == 0) r.uuid.assign(text, strnlen(text, sizeof text));
    uint64_t bytes = 0;
    if (memory_total_ && memory_total_(card, kVram, &bytes) == 0) r.memory = bytes;
    if (memory_used_ && memory_used_(card, kVram, &bytes) == 0) r.memory_used = bytes;
    if (Answer a; activity_ && activity_(card, a.data()) == 0)
      if (auto percent = first_of(a)) r.utilisation = *percent / 100;
    r.telemetry = telemetry(index);
    return r;
  }

  Telemetry telemetry(size_t index) override {
    Card card = cards_[index];
    Telemetry t;
    int64_t degrees = 0;
    if (temperature_ && temperature_(card, kHottest, kCurrent, &degrees) == 0) t.celsius = static_cast<double>(degrees);
    Answer a;
    if (power_ && power_(card, a.data()) == 0) t.watts = first_of(a);
    if (clock_ && clock_(card, kCore, a.data()) == 0) t.core_mhz = first_of(a);
    if (clock_ && clock_(card, kMemory, a.data()) == 0) t.memory_mhz = first_of(a);
    return t;
  }

private:
  Library library_;
  bool started_ = false;
  std::vector<Card> cards_;
  int (*shutdown_)() = nullptr;
  int (*bdf_)(Card, uint64_t*) = nullptr;
  int (*uuid_)(Card, unsigned*, char*) = nullptr;
  int (*memory_total_)(Card, int, uint64_t*) = nullptr;
  int (*memory_used_)(Card, int, uint64_t*) = nullptr;
  int (*activity_)(Card, uint32_t*) = nullptr;
  int (*temperature_)(Card, int, int, int64_t*) = nullptr;
  int (*power_)(Card, uint32_t*) = nullptr;
  int (*clock_)(Card, int, uint32_t*) = nullptr;
};

}  // namespace

Result<std::unique_ptr<Monitor>> open_amdsmi() {
  auto library = open_library(Known::amdsmi);
  if (!library) return std::unexpected(library.error());
  auto monitor = std::make_unique<AmdSmi>(std::move(*library));
  if (Status s = monitor->start(); !s) return std::unexpected(s.error());
  return monitor;
}

}  // namespace wavelift::device
