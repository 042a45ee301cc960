// bfloat16.
#ifndef WAVELIFT_CUDA_CUDA_BF16_H
#define WAVELIFT_CUDA_CUDA_BF16_H

#include "cuda_fp16.h"
#include "cuda_runtime.h"

#include <hip/hip_bf16.h>

typedef __hip_bfloat16 __nv_bfloat16;
typedef __hip_bfloat162 __nv_bfloat162;
typedef __hip_bfloat16_raw __nv_bfloat16_raw;
typedef __hip_bfloat162_raw __nv_bfloat162_raw;
typedef __hip_bfloat16 nv_bfloat16;
typedef __hip_bfloat162 nv_bfloat162;

// Not for programs; some call it.
__WL_BOTH__ float __internal_bfloat162float(unsigned short v) { return __builtin_bit_cast(float, static_cast<unsigned>(v) << 16); }

#endif
