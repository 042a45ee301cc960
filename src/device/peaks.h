// What a card can compute at best.
#pragma once
#include "device/device.h"

namespace wavelift::device {

// Fills `vector_flops` and `half_flops` from `arch`, `compute_units` and the peak clock of the cores (hertz; 0: not known). Cards that no table
// has stay unknown.
void fill_peaks(Info& info, double core_hz);

}  // namespace wavelift::device
