// printf, assert and the like in kernels.
#ifndef WAVELIFT_CUDA_COMMON_FUNCTIONS_H
#define WAVELIFT_CUDA_COMMON_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
