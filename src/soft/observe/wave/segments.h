// The memory of a launch that no HIP call made, told to Ranges: the code object's image while its engine lives, the
// kernel's arguments and what else the engine made for it while the launch runs.
#pragma once
#include "soft/machine/workgroup.h"
#include <mutex>

namespace wavelift::soft::WAVE {

class Segments {
public:
  ~Segments();
  void launch_started(const LaunchState& launch);
  void launch_finished(const LaunchState& launch);

private:
  std::once_flag once_;
  const CodeObject* object_ = nullptr;
};

}  // namespace wavelift::soft::WAVE
