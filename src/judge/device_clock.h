// A device's two programs as a Clock: events of the device, and the host's monotonic clock around them. The software GPU has one clock alone:
// either it is the host's, or it counts instructions (WAVELIFT_CLOCK=issue) and the host's says something else.
#pragma once
#include "device/device.h"
#include "judge/comparison.h"
#include <functional>

namespace wavelift::judge {

// What runs. launch() starts one launch, the `index`-th of its sample, and does not wait: distinct data or buffers by index. The others
// may be left out: `prepare` what a sample needs before its time begins (caches flushed, inputs restored), `begin`, `end` and `fresh` as
// Clock has them.
struct DeviceWork {
  std::function<Status(Side side, int index)> launch;
  std::function<Status(Side side, int launches)> prepare = {};
  std::function<Status()> begin = {}, end = {}, fresh = {};
  std::function<int()> most_launches = {};
  double floor = 0;            // seconds a launch
};

class DeviceClock : public Clock {
public:
  DeviceClock(device::Device& device, DeviceWork work) : device_(device), work_(std::move(work)) {}
  Result<Sample> sample(Side side, int launches) override;
  // Measures the overhead as well: the median of samples without work.
  Status begin() override;
  Status end() override { return work_.end ? work_.end() : Status{}; }
  Status fresh() override { return work_.fresh ? work_.fresh() : Status{}; }
  int most_launches() const override { return work_.most_launches ? work_.most_launches() : Clock::most_launches(); }
  double floor() const override { return work_.floor; }
  double overhead() const override { return overhead_; }

private:
  Result<Sample> timed(const std::function<Status()>& work);

  device::Device& device_;
  DeviceWork work_;
  double overhead_ = 0;
};

}  // namespace wavelift::judge
