// Function qualifiers.
#ifndef WAVELIFT_CUDA_HOST_DEFINES_H
#define WAVELIFT_CUDA_HOST_DEFINES_H

#include "cuda_runtime.h"

#endif
