// Which bits of device memory hold a value that somebody wrote. Memory of hipMalloc and of malloc in kernels begins
// undefined; copies, fills and stores of the device define it. Memory that the host can write by itself counts as defined.
#pragma once
#include "soft/observe/ranges.h"

namespace wavelift::soft {

// Whether this process runs with the init check.
bool checking_init();

// Whether the contents of this memory are followed.
inline bool is_followed(const Range& r) {
  return r.kind == RangeKind::device || r.kind == RangeKind::pool || r.kind == RangeKind::heap;
}

// For each byte of the range a byte whose bits are 1 where its bits are defined. Made when it is first asked for; all
// ones when the range was all defined. Null when there is no memory for it.
uint8_t* defined_bytes(Range& r);
// For each byte 1 when its undefined bits come from arithmetic on undefined values, 0 when they were only copied.
uint8_t* computed_bytes(Range& r);
// Something undefined goes into the range.
void note_undefined(Range& r, uint64_t offset);
// Looks whether all of the range has become defined.
void refresh(Range& r);

// --- What the run-time library tells ---

// The host, or a copy engine, wrote [address, address + size).
void host_wrote(const void* address, size_t size);
// A library works on device memory from the host, and does not say where: all counts as written.
void all_written();
// The library copied memory; between device allocations definedness goes along. A result on its way to the host that
// was computed from undefined values is reported.
void library_copied(const void* to, const void* from, size_t size);

}  // namespace wavelift::soft
