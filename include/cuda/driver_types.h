// Types of the runtime API.
#ifndef WAVELIFT_CUDA_DRIVER_TYPES_H
#define WAVELIFT_CUDA_DRIVER_TYPES_H

#include "cuda_runtime.h"

#endif
