// Kernels, launches and device code of a source as KernelSource has them.
#pragma once
#include "analysis/kernels.h"

namespace wavelift::analysis {

Result<KernelSource> read_kernel_sources(const Request& request);

}  // namespace wavelift::analysis
