// Profiler control.
#ifndef WAVELIFT_CUDA_CUDA_PROFILER_API_H
#define WAVELIFT_CUDA_CUDA_PROFILER_API_H

#include "cuda_runtime.h"

#endif
