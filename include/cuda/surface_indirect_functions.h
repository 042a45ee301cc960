// Surface functions.
#ifndef WAVELIFT_CUDA_SURFACE_INDIRECT_FUNCTIONS_H
#define WAVELIFT_CUDA_SURFACE_INDIRECT_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
