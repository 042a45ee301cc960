// The host side of the CUDA runtime: HIP's, under CUDA's names.
#ifndef WAVELIFT_CUDA_CUDA_RUNTIME_API_H
#define WAVELIFT_CUDA_CUDA_RUNTIME_API_H

#include "detail/cuda_mode.h"

#include <hip/hip_runtime_api.h>
#include <wavelift_cuda_names.h>

#include "detail/cuda_host.h"

#endif
