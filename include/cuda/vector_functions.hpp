// make_float4 and its kin.
#ifndef WAVELIFT_CUDA_VECTOR_FUNCTIONS_HPP
#define WAVELIFT_CUDA_VECTOR_FUNCTIONS_HPP

#include "cuda_runtime.h"

#endif
