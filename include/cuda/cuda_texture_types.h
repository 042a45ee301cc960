// Texture types.
#ifndef WAVELIFT_CUDA_CUDA_TEXTURE_TYPES_H
#define WAVELIFT_CUDA_CUDA_TEXTURE_TYPES_H

#include "cuda_runtime.h"

#endif
