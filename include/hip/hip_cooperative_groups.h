// Cooperative groups: grids, blocks, tiles of a block, and the threads that happen to run together.
#ifndef HIP_INCLUDE_HIP_HIP_COOPERATIVE_GROUPS_H
#define HIP_INCLUDE_HIP_HIP_COOPERATIVE_GROUPS_H

#include "hip_runtime.h"

#if defined(__cplusplus) && defined(__HIP__) && defined(__clang__)
#include <type_traits>

#include "detail/cooperative_groups.h"
#include "detail/cooperative_reduce.h"
#endif

#endif
