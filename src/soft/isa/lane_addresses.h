// Where the lanes of a memory operation go, for observers: the same arithmetic as the semantics, without the access.
#pragma once
#include "soft/isa/access.h"
#include "soft/isa/op.h"

namespace wavelift::soft::WAVE {

struct LaneAddresses {
  uint64_t active = 0;         // lanes that access memory
  uint64_t lds = 0, scratch = 0;   // those of them that go to LDS, to scratch; the others go to global memory
  // Byte address of each active lane: of host memory; in the workgroup's LDS; in the lane's private segment.
  uint64_t at[kLanes];
};

// `element`: 0, or 1 for the second of a two-address DS form. A scalar access has lane 0 only. Addresses are as the
// program made them: nothing is checked against any limit.
void lane_addresses(const Wave& w, const Op& op, const Access& access, int element, LaneAddresses& out);

}  // namespace wavelift::soft::WAVE
