// Device functions.
#ifndef WAVELIFT_CUDA_DEVICE_FUNCTIONS_H
#define WAVELIFT_CUDA_DEVICE_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
