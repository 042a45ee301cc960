// Kernels of a source as nests (nest.h).
#pragma once
#include "analysis/nest.h"

namespace wavelift::analysis {

Result<std::vector<Raised>> raise_kernels(const Request& request, const std::vector<NestLaunch>& launches);

}  // namespace wavelift::analysis
