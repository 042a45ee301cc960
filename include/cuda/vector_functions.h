// make_float4 and its kin.
#ifndef WAVELIFT_CUDA_VECTOR_FUNCTIONS_H
#define WAVELIFT_CUDA_VECTOR_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
