// The host API of cuRAND, by HIP's library of the same purpose.
#ifndef WAVELIFT_CUDA_CURAND_H
#define WAVELIFT_CUDA_CURAND_H

#include "cuda_runtime.h"

#include <hiprand/hiprand.h>

#include "wavelift_library_names.h"

#endif
