// Part of cooperative groups.
#ifndef WAVELIFT_CUDA_COOPERATIVE_GROUPS_DETAILS_HELPERS_H
#define WAVELIFT_CUDA_COOPERATIVE_GROUPS_DETAILS_HELPERS_H

#include "../../cooperative_groups.h"

#endif
