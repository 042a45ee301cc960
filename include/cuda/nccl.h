// NCCL, by RCCL, which has the same names.
#ifndef WAVELIFT_CUDA_NCCL_H
#define WAVELIFT_CUDA_NCCL_H

#include "cuda_runtime.h"

#include <rccl/rccl.h>

#endif
