// The vector types.
#ifndef WAVELIFT_CUDA_VECTOR_TYPES_H
#define WAVELIFT_CUDA_VECTOR_TYPES_H

#include "cuda_runtime.h"

#endif
