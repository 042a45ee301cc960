// The sentence for a fault: what, in which kernel, at which instruction and source line, in which workgroup and wave.
#pragma once
#include "soft/machine/workgroup.h"
#include <string>

namespace wavelift::soft::WAVE {

std::string describe_fault(const Workgroup& group);

// The kernel's name as the source has it, and "+0x1c (s_barrier), file.hip:12" for an address of its code.
std::string kernel_name(const Workgroup& group);
std::string place_of(const Workgroup& group, uint64_t address);

} // namespace wavelift::soft::WAVE
