// Part of cooperative groups.
#ifndef WAVELIFT_CUDA_COOPERATIVE_GROUPS_REDUCE_H
#define WAVELIFT_CUDA_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

#endif
