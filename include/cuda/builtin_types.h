// All built-in types.
#ifndef WAVELIFT_CUDA_BUILTIN_TYPES_H
#define WAVELIFT_CUDA_BUILTIN_TYPES_H

#include "cuda_runtime.h"

#endif
