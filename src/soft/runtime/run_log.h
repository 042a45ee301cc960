// What a run did, for who compares runs: its launches, and what came back to the host. README.md has the formats.
#pragma once
#include "soft/device.h"
#include "soft/runtime/work.h"
#include <string>

namespace wavelift::hiprt {

void log_launch(const KernelWork& work, const soft::LaunchStats& stats);
// A copy that has been made; only those from device memory to the host's are written down.
void log_copy(const Box& box);
// A kernel that the program brings along; those that are never launched are named when it ends. Demangled.
void note_kernel(const std::string& name);

} // namespace wavelift::hiprt
