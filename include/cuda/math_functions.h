// Mathematical functions.
#ifndef WAVELIFT_CUDA_MATH_FUNCTIONS_H
#define WAVELIFT_CUDA_MATH_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
