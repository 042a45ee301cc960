// Inputs that are on the device already: places in memory are filled from them again and again, and the host sends them once.
#pragma once
#include "device/device.h"
#include "judge/reference.h"
#include <memory>

namespace wavelift::judge {

class Stock {
public:
  // A case's own data, as they are. Errors, of both: the device has no memory left.
  static Result<std::unique_ptr<Stock>> of(device::Device& device, const Task& task, const Case& c);
  // Other draws of the same distributions, for which nobody knows what is right. Each time that a buffer is put somewhere it is turned round by
  // another number of elements; where that would break its distribution (data.h: turns), it is one of three draws.
  static Result<std::unique_ptr<Stock>> drawn(device::Device& device, const Task& task, const Case& like, uint64_t seed);
  ~Stock();
  Stock(const Stock&) = delete;

  // Fills the index-th of the task's buffers, an input, which lies at `to`. Does not wait.
  Status put(size_t index, uint64_t to, uint64_t seed) const;

private:
  struct Held {
    std::vector<uint64_t> at;          // of each draw; none of outputs and of what has no bytes
    size_t bytes = 0, element = 1;
    bool turns = false;
  };
  explicit Stock(device::Device& device) : device_(device) {}
  Status hold(Held& h, const std::vector<std::byte>& data);

  device::Device& device_;
  std::vector<Held> held_;             // by buffer
};

}  // namespace wavelift::judge
