#include "judge/device_clock.h"
#include "judge/statistics.h"
#include <algorithm>
#include <chrono>

namespace wavelift::judge {

// What is still running belongs to no sample: wait() before, and time() waits itself, so that the host's clock sees all work that a launch
// leaves behind.
Result<Sample> DeviceClock::timed(const std::function<Status()>& work) {
  if (Status s = device_.wait(); !s) return std::unexpected(s.error());
  const auto start = std::chrono::steady_clock::now();
  Result<double> device = device_.time(work);
  if (Status s = device_.wait(); !s) return std::unexpected(s.error());
  const std::chrono::duration<double> host = std::chrono::steady_clock::now() - start;
  if (!device) return std::unexpected(device.error());
  return Sample{*device, device_.info().kind == device::Kind::software ? 0 : device_.host_seconds().value_or(host.count())};
}

Result<Sample> DeviceClock::sample(Side side, int launches) {
  if (work_.prepare)
    if (Status s = work_.prepare(side, launches); !s) return std::unexpected(s.error());
  return timed([&]() -> Status {
    for (int i = 0; i < launches; ++i)
      if (Status s = work_.launch(side, i); !s) return s;
    return {};
  });
}

Status DeviceClock::begin() {
  if (work_.begin)
    if (Status s = work_.begin(); !s) return s;
  std::vector<double> beyond;
  for (int i = 0; i < 11; ++i) {
    auto s = timed([]() -> Status { return {}; });
    if (!s) return std::unexpected(s.error());
    beyond.push_back(std::max(0.0, s->host - s->device));
  }
  overhead_ = median(beyond);
  return {};
}

}  // namespace wavelift::judge
