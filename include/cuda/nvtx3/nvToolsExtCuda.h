// NVIDIA's profiler annotations, which do nothing here.
#ifndef WAVELIFT_CUDA_NVTX3_NVTOOLSEXTCUDA_H
#define WAVELIFT_CUDA_NVTX3_NVTOOLSEXTCUDA_H

#include "nvToolsExt.h"

#endif
