// Inputs that are on the device already: places in memory are filled from them again and again, and the host sends them once.
#pragma once
#include "device/device.h"
#include "judge/reference.h"
#include <memory>
#include <span>

namespace wavelift::judge {

// Data for one buffer of the task, on the host.
struct Lot {
  std::vector<std::span<const std::byte>> draws;   // any of them may be taken; none: the buffer has no data
  size_t turned_by = 0;                            // bytes: turned round by so many, or a multiple, they are as good a draw. 0: they are not
};

// Other draws of a case's distributions, for which nobody knows what is right. What cannot be turned (data.h: turns) is there three times.
class OtherDraws {
public:
  // Errors: as draw's.
  static Result<OtherDraws> like(const Task& task, const Case& c, uint64_t seed);
  std::vector<Lot> lots() const;

private:
  struct Drawn {
    std::vector<std::vector<std::byte>> data;
    size_t turned_by = 0;
  };
  std::vector<Drawn> drawn_;             // by buffer
};

class Stock {
public:
  // Of lots by buffer; their data are not needed afterwards. Error: the device has no memory left.
  static Result<std::unique_ptr<Stock>> place(device::Device& device, const std::vector<Lot>& lots);
  // A case's own data, as they are.
  static Result<std::unique_ptr<Stock>> place(device::Device& device, const Case& c);
  ~Stock();
  Stock(const Stock&) = delete;

  // Fills the index-th of the task's buffers, which lies at `to`: with a draw, turned, as `seed` says. Does not wait.
  Status put(size_t index, uint64_t to, uint64_t seed) const;

private:
  struct Held {
    std::vector<uint64_t> at;            // of each draw
    size_t bytes = 0, turned_by = 0;
  };
  explicit Stock(device::Device& device) : device_(device) {}

  device::Device& device_;
  std::vector<Held> held_;               // by buffer
};

}  // namespace wavelift::judge
