// bfloat16: __hip_bfloat16, __hip_bfloat162 and their functions, for device and host.
//
// A value is the upper half of a float. Arithmetic is done in float and rounded to nearest even once (fused
// multiply-add included: its product is exact in float and the sum is taken there).
#ifndef HIP_INCLUDE_HIP_HIP_BF16_H
#define HIP_INCLUDE_HIP_HIP_BF16_H

#include "detail/host_defines.h"
#include "hip_vector_types.h"

#ifdef __cplusplus

#include <type_traits>

#include "detail/bfloat16_functions.h"
#include "detail/bfloat16_types.h"
#include "detail/narrow_functions.h"

#endif
#endif
