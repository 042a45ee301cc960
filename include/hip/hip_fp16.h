// Half precision: __half, __half2 and their functions, for device and host, on the compiler's own _Float16.
//
// Arithmetic rounds to nearest even after each operation and keeps denormals. The math functions (hexp, hsin
// and the like) are for device code. Compilers without _Float16 get the storage types alone.
#ifndef HIP_INCLUDE_HIP_HIP_FP16_H
#define HIP_INCLUDE_HIP_HIP_FP16_H

#include "detail/host_defines.h"
#include "hip_vector_types.h"

#if defined(__cplusplus) && defined(__clang__)

#include <type_traits>

#include "detail/half_arithmetic.h"
#include "detail/half_conversions.h"
#include "detail/half_types.h"
#if defined(__HIP__)
#include "detail/half_math.h"
#endif

#else

typedef struct {
  unsigned short x;
} __half_raw;
typedef struct __attribute__((aligned(4))) {
  unsigned short x, y;
} __half2_raw;
typedef __half_raw __half;
typedef __half2_raw __half2;
typedef __half half;
typedef __half2 half2;

#endif
#endif
