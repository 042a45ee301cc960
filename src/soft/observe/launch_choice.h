// Which launches of a process its checks look at (CheckOptions), and how many that were.
#pragma once
#include <cstdint>
#include <string>

namespace wavelift::soft {

// Whether the checks look at this launch of a kernel, by its mangled name; counts it. Thread-safe.
bool choose_launch(const std::string& kernel);

struct LaunchCount {
  uint64_t all = 0, checked = 0;
};
LaunchCount launch_count();

}  // namespace wavelift::soft
