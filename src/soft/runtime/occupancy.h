// How many workgroups of a kernel are resident on one compute unit at a time.
#pragma once
#include "soft/device.h"
#include <cstddef>

namespace wavelift::hiprt {

// `threads` a workgroup, `dynamic_lds` bytes. 0: a workgroup does not fit at all.
// Limits: waves a SIMD, vector registers (for gfx90a AGPRs out of the same file), scalar registers before
// gfx10, LDS.
int blocks_per_unit(const soft::Kernel& kernel, int threads, size_t dynamic_lds);

} // namespace wavelift::hiprt
