// What nvcc includes by itself in front of every source: the runtime API and all device functions.
#ifndef WAVELIFT_CUDA_CUDA_RUNTIME_H
#define WAVELIFT_CUDA_CUDA_RUNTIME_H

#include "detail/cuda_mode.h"

#include <hip/hip_runtime.h>

#include "cuda_runtime_api.h"

#include <limits.h>
#include <math.h>
#include <time.h>

#if defined(__HIP__) && defined(__clang__)
#include "detail/cuda_device.h"
#include "detail/cuda_math.h"
#include "detail/cuda_warp.h"
#endif

#endif
