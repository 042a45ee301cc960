// NVIDIA's profiler annotations, which do nothing here.
#ifndef WAVELIFT_CUDA_NVTOOLSEXT_H
#define WAVELIFT_CUDA_NVTOOLSEXT_H

#include "nvtx3/nvToolsExt.h"

#endif
