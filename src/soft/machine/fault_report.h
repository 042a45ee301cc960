// The sentence for a fault: what, in which kernel, at which instruction and source line, in which workgroup and wave.
#pragma once
#include "soft/machine/workgroup.h"
#include <string>

namespace wavelift::soft::WAVE {

std::string describe_fault(const Workgroup& group);

} // namespace wavelift::soft::WAVE
