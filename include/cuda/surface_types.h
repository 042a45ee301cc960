// Surface types.
#ifndef WAVELIFT_CUDA_SURFACE_TYPES_H
#define WAVELIFT_CUDA_SURFACE_TYPES_H

#include "cuda_runtime.h"

#endif
