// For drawn schedules: lets a wave yield before any instruction that accesses memory, so that accesses of waves and workgroups
// mix in ways that turns ending at loops alone would never show.
#pragma once
#include "soft/observe/wave/observer.h"

namespace wavelift::soft::WAVE {

std::unique_ptr<Observer> make_preemption();

}  // namespace wavelift::soft::WAVE
