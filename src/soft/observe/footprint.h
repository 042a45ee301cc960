// What the workgroups of a sample have in common, by buffer: from it follows what many of them touch together.
#pragma once
#include "soft/observe/profile.h"

namespace wavelift::soft {

struct BufferFootprint {
  std::string name;              // of the kernel's argument
  double read_bytes = 0, written_bytes = 0;   // of sectors that a workgroup touches, on average
  double lines = 0;              // of 128 bytes, that they lie in
  // What part of its sectors is new when the neighbour in x, y, z comes to the one in the middle: 0, they share all; 1, nothing.
  double fresh[3] = {1, 1, 1};
  double span = 0;               // bytes from the first to the last sector that any workgroup of the sample touched
};

// Sectors belong to the argument whose address is the greatest that does not lie beyond them. Empty where no sample was taken.
std::vector<BufferFootprint> buffer_footprints(const KernelProfile& kernel);

}  // namespace wavelift::soft
