// Complex numbers: hipFloatComplex and hipDoubleComplex are float2 and double2, real part first.
#ifndef HIP_INCLUDE_HIP_HIP_COMPLEX_H
#define HIP_INCLUDE_HIP_HIP_COMPLEX_H

#include "detail/host_defines.h"
#include "hip_vector_types.h"

#ifdef __cplusplus
#include <cmath>
#define __WL_COMPLEX__ __WL_BOTH__
#else
#include <math.h>
#define __WL_COMPLEX__ static inline
#endif

typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;

// S is "" for double and "f" for float, as in the functions' names. The modulus and the quotient scale their
// operands, so that neither overflows where the result does not.
#define __WL_COMPLEX_FUNCTIONS(C, T, S, Name)                                                                \
  __WL_COMPLEX__ T hipCreal##S(C z) { return z.x; }                                                          \
  __WL_COMPLEX__ T hipCimag##S(C z) { return z.y; }                                                          \
  __WL_COMPLEX__ C make_hip##Name##Complex(T real, T imaginary) {                                            \
    C z;                                                                                                     \
    z.x = real;                                                                                              \
    z.y = imaginary;                                                                                         \
    return z;                                                                                                \
  }                                                                                                          \
  __WL_COMPLEX__ C hipConj##S(C z) { return make_hip##Name##Complex(z.x, -z.y); }                            \
  __WL_COMPLEX__ T hipCsqabs##S(C z) { return z.x * z.x + z.y * z.y; }                                       \
  __WL_COMPLEX__ C hipCadd##S(C p, C q) { return make_hip##Name##Complex(p.x + q.x, p.y + q.y); }            \
  __WL_COMPLEX__ C hipCsub##S(C p, C q) { return make_hip##Name##Complex(p.x - q.x, p.y - q.y); }            \
  __WL_COMPLEX__ C hipCmul##S(C p, C q) {                                                                    \
    return make_hip##Name##Complex(p.x * q.x - p.y * q.y, p.y * q.x + p.x * q.y);                            \
  }                                                                                                          \
  __WL_COMPLEX__ C hipCdiv##S(C p, C q) {                                                                    \
    const T size = fabs##S(q.x) + fabs##S(q.y), scale = 1 / size;                                            \
    const T a = p.x * scale, b = p.y * scale, c = q.x * scale, d = q.y * scale;                              \
    const T inverse = 1 / (c * c + d * d);                                                                   \
    return make_hip##Name##Complex((a * c + b * d) * inverse, (b * c - a * d) * inverse);                    \
  }                                                                                                          \
  __WL_COMPLEX__ T hipCabs##S(C z) {                                                                         \
    const T a = fabs##S(z.x), b = fabs##S(z.y), large = a > b ? a : b, small = a > b ? b : a;                \
    const T ratio = small / large;                                                                           \
    if (!(ratio > 0)) return a + b; /* one part is 0, or one is infinite or NaN */                           \
    return large * sqrt##S(1 + ratio * ratio);                                                               \
  }                                                                                                          \
  __WL_COMPLEX__ C hipCfma##S(C p, C q, C r) {                                                               \
    return make_hip##Name##Complex(p.x * q.x + r.x - p.y * q.y, q.y * p.x + r.y + p.y * q.x);                \
  }
__WL_COMPLEX_FUNCTIONS(hipFloatComplex, float, f, Float)
__WL_COMPLEX_FUNCTIONS(hipDoubleComplex, double, , Double)
#undef __WL_COMPLEX_FUNCTIONS

__WL_COMPLEX__ hipComplex make_hipComplex(float real, float imaginary) {
  return make_hipFloatComplex(real, imaginary);
}
__WL_COMPLEX__ hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z) {
  return make_hipFloatComplex((float)z.x, (float)z.y);
}
__WL_COMPLEX__ hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z) {
  return make_hipDoubleComplex(z.x, z.y);
}
#undef __WL_COMPLEX__

#endif
