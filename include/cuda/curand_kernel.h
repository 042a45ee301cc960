// The device API of cuRAND, by HIP's library of the same purpose.
#ifndef WAVELIFT_CUDA_CURAND_KERNEL_H
#define WAVELIFT_CUDA_CURAND_KERNEL_H

#include "cuda_runtime.h"

#include <hiprand/hiprand_kernel.h>

#include "wavelift_library_names.h"

#endif
