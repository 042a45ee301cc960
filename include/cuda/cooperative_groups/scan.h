// Part of cooperative groups.
#ifndef WAVELIFT_CUDA_COOPERATIVE_GROUPS_SCAN_H
#define WAVELIFT_CUDA_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"

#endif
