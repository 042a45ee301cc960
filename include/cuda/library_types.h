// Data types as the libraries name them.
#ifndef WAVELIFT_CUDA_LIBRARY_TYPES_H
#define WAVELIFT_CUDA_LIBRARY_TYPES_H

#include "detail/cuda_mode.h"

#include <hip/library_types.h>
#include <wavelift_cuda_names.h>

#endif
