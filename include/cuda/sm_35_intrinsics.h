// Device functions.
#ifndef WAVELIFT_CUDA_SM_35_INTRINSICS_H
#define WAVELIFT_CUDA_SM_35_INTRINSICS_H

#include "cuda_runtime.h"

#endif
