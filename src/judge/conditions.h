// What a card was doing while kernels were timed on it: clocks, power, temperature, as a management library tells them.
#pragma once
#include "device/device.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace wavelift::judge {

struct Conditions {
  struct Extent {
    double low = 0, high = 0, last = 0;
  };
  size_t readings = 0;                   // that told anything
  std::optional<Extent> core_mhz, memory_mhz, watts, celsius;
  bool limits_known = false;
  std::set<std::string> limited_by;      // what held the clocks down in any reading: "power"
  int blocks = 0, moved = 0;             // of the timing, with a core clock before and after; in which it moved by more than kMoved

  // One reading; `ends_block`: one before this was taken where the block began.
  void add(const device::Telemetry& t, bool ends_block);
  void add(const Conditions& other);
  // "core 1980 MHz, memory 3201 MHz, 120 to 360 W, 34 to 42 C, not held down"; that nothing is known where that is so.
  std::string sentence() const;
  // "the core clock moved by more than 3 % in 2 of 12 blocks"; empty: it did not, or nobody tells.
  std::string movement() const;
};

constexpr double kMoved = 0.03;          // of the core clock, within a block: its samples are not of one machine

}  // namespace wavelift::judge
