// Half precision.
#ifndef WAVELIFT_CUDA_CUDA_FP16_H
#define WAVELIFT_CUDA_CUDA_FP16_H

#include "cuda_runtime.h"

#include <hip/hip_fp16.h>

typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;

#endif
