// Cooperative groups; a warp's groups stay in their 32 lanes.
#ifndef WAVELIFT_CUDA_COOPERATIVE_GROUPS_H
#define WAVELIFT_CUDA_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#include <hip/hip_cooperative_groups.h>

#endif
