// Profiler control.
#ifndef WAVELIFT_CUDA_CUDAPROFILER_H
#define WAVELIFT_CUDA_CUDAPROFILER_H

#include "cuda_runtime.h"

#endif
