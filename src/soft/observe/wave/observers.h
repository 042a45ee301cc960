// The observers that there are. Each file of a check has its maker here and its row in observers.cpp.
#pragma once
#include "soft/observe/wave/observer.h"

namespace wavelift::soft::WAVE {

std::unique_ptr<Observer> create_memory_check();
std::unique_ptr<Observer> create_init_check();
std::unique_ptr<Observer> create_race_check();
std::unique_ptr<Observer> create_sync_check();

}  // namespace wavelift::soft::WAVE
