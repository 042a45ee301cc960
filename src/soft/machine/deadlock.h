// Whether a launch can still get anywhere, found out by executing its resident workgroups an operation at a time.
//
// While nobody changes memory, a wave's way depends on its own state alone. So when every wave either waits at a barrier or
// has come back to a state (place, all registers, private memory) that it was in before, and no memory that is shared
// changed since, none of them will ever do anything else: a deadlock, whatever the order. A wave that does not come back to
// an earlier state, such as one that counts its attempts, is never taken for stuck.
#pragma once
#include "soft/machine/workgroup.h"
#include <string>

namespace wavelift::soft::WAVE {

// `groups`: all that are resident; none is running. Their waves execute some way. Returns who waits for whom, or nothing
// when the launch can go on or that cannot be told.
std::string find_deadlock(std::span<Workgroup* const> groups);

// Seconds without the end of a workgroup after which the launch is looked at: $WAVELIFT_DEADLOCK_SECONDS, 10 by default; 0: never.
double deadlock_seconds();

}  // namespace wavelift::soft::WAVE
