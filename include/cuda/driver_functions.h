// Helpers of the runtime API.
#ifndef WAVELIFT_CUDA_DRIVER_FUNCTIONS_H
#define WAVELIFT_CUDA_DRIVER_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
