// Which workgroups of a launch are executed where a sample of them is wanted. The results of such a launch are of no use, its
// counters are: those of a launch that is too large to be run whole.
#pragma once
#include "soft/device.h"
#include <vector>

namespace wavelift::soft {

// How many $WAVELIFT_PROFILE_GROUPS asks for; 0: all. It counts for a process that is profiled.
uint64_t sample_size();

// The size of L1 that $WAVELIFT_PROFILE_L1 asks for in the place of the target's, in KiB, 16 ways and hashed: where the counts stand for another card's. 0: the target's own.
uint64_t sample_l1_kib();

// About `size` workgroups of the grid, as numbers x + blocks.x * (y + blocks.y * z), ascending: one in the middle with its neighbour in
// each direction, which tell what workgroups share, and others spread evenly. Empty: all, since there are not more.
std::vector<uint64_t> sample_of(Dim3 blocks, uint64_t size);

}  // namespace wavelift::soft
