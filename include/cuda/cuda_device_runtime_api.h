// Kernel launches from device code do not exist on AMD; the header is here for its includes.
#ifndef WAVELIFT_CUDA_CUDA_DEVICE_RUNTIME_API_H
#define WAVELIFT_CUDA_CUDA_DEVICE_RUNTIME_API_H

#include "cuda_runtime.h"

#endif
