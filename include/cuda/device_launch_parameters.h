// threadIdx and its kin.
#ifndef WAVELIFT_CUDA_DEVICE_LAUNCH_PARAMETERS_H
#define WAVELIFT_CUDA_DEVICE_LAUNCH_PARAMETERS_H

#include "cuda_runtime.h"

#endif
