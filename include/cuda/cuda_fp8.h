// 8-bit floating point, under CUDA's names (the types' names come with the API's).
#ifndef WAVELIFT_CUDA_CUDA_FP8_H
#define WAVELIFT_CUDA_CUDA_FP8_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

#include <hip/hip_fp8.h>

#ifndef __nv_cvt_float_to_fp8
#define __nv_cvt_float_to_fp8 __hip_cvt_float_to_fp8
#endif
#ifndef __nv_cvt_double_to_fp8
#define __nv_cvt_double_to_fp8 __hip_cvt_double_to_fp8
#endif
#ifndef __nv_cvt_halfraw_to_fp8
#define __nv_cvt_halfraw_to_fp8 __hip_cvt_halfraw_to_fp8
#endif
#ifndef __nv_cvt_bfloat16raw_to_fp8
#define __nv_cvt_bfloat16raw_to_fp8 __hip_cvt_bfloat16raw_to_fp8
#endif
#ifndef __nv_cvt_float2_to_fp8x2
#define __nv_cvt_float2_to_fp8x2 __hip_cvt_float2_to_fp8x2
#endif
#ifndef __nv_cvt_double2_to_fp8x2
#define __nv_cvt_double2_to_fp8x2 __hip_cvt_double2_to_fp8x2
#endif
#ifndef __nv_cvt_halfraw2_to_fp8x2
#define __nv_cvt_halfraw2_to_fp8x2 __hip_cvt_halfraw2_to_fp8x2
#endif
#ifndef __nv_cvt_bfloat16raw2_to_fp8x2
#define __nv_cvt_bfloat16raw2_to_fp8x2 __hip_cvt_bfloat16raw2_to_fp8x2
#endif
#ifndef __nv_cvt_fp8_to_halfraw
#define __nv_cvt_fp8_to_halfraw __hip_cvt_fp8_to_halfraw
#endif
#ifndef __nv_cvt_fp8x2_to_halfraw2
#define __nv_cvt_fp8x2_to_halfraw2 __hip_cvt_fp8x2_to_halfraw2
#endif

#endif
