// Texture functions.
#ifndef WAVELIFT_CUDA_TEXTURE_INDIRECT_FUNCTIONS_H
#define WAVELIFT_CUDA_TEXTURE_INDIRECT_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
