// Arithmetic on __half and __half2.
#ifndef HIP_DETAIL_HALF_ARITHMETIC_H
#define HIP_DETAIL_HALF_ARITHMETIC_H

#include "half_conversions.h"

namespace hip_impl {

// Fused multiply-add with one rounding. In double the product of halves is exact and the sum loses nothing
// that matters for the rounding to half, so the host needs no half instruction.
__WL_BOTH__ _Float16 half_fma(_Float16 a, _Float16 b, _Float16 c) {
#if __HIP_DEVICE_COMPILE__
  return __builtin_fmaf16(a, b, c);
#else
  return static_cast<_Float16>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c));
#endif
}
// Into [0, 1]; NaN becomes 0.
__WL_BOTH__ _Float16 half_saturated(_Float16 x) {
  return x > static_cast<_Float16>(0) ? (x < static_cast<_Float16>(1) ? x : static_cast<_Float16>(1))
                                      : static_cast<_Float16>(0);
}
} // namespace hip_impl

#define __WL_HALF_ARITHMETIC(name, op)                                                                       \
  __WL_BOTH__ __half __h##name(__half a, __half b) { return hip_impl::half_of(a.data op b.data); }           \
  __WL_BOTH__ __half __h##name##_rn(__half a, __half b) { return hip_impl::half_of(a.data op b.data); }      \
  __WL_BOTH__ __half __h##name##_sat(__half a, __half b) {                                                   \
    return hip_impl::half_of(hip_impl::half_saturated(a.data op b.data));                                    \
  }                                                                                                          \
  __WL_BOTH__ __half2 __h##name##2(__half2 a, __half2 b) { return __half2(a.data op b.data); }               \
  __WL_BOTH__ __half2 __h##name##2_rn(__half2 a, __half2 b) { return __half2(a.data op b.data); }            \
  __WL_BOTH__ __half2 __h##name##2_sat(__half2 a, __half2 b) {                                               \
    return __half2(__h##name##_sat(a.x, b.x), __h##name##_sat(a.y, b.y));                                    \
  }
__WL_HALF_ARITHMETIC(add, +)
__WL_HALF_ARITHMETIC(sub, -)
__WL_HALF_ARITHMETIC(mul, *)
#undef __WL_HALF_ARITHMETIC
__WL_BOTH__ __half __hdiv(__half a, __half b) { return hip_impl::half_of(a.data / b.data); }
__WL_BOTH__ __half2 __h2div(__half2 a, __half2 b) { return __half2(a.data / b.data); }

__WL_BOTH__ __half __hfma(__half a, __half b, __half c) {
  return hip_impl::half_of(hip_impl::half_fma(a.data, b.data, c.data));
}
__WL_BOTH__ __half __hfma_sat(__half a, __half b, __half c) {
  return hip_impl::half_of(hip_impl::half_saturated(hip_impl::half_fma(a.data, b.data, c.data)));
}
__WL_BOTH__ __half __hfma_relu(__half a, __half b, __half c) {
  const _Float16 r = hip_impl::half_fma(a.data, b.data, c.data);
  return hip_impl::half_of(r < static_cast<_Float16>(0) ? static_cast<_Float16>(0) : r);
}
__WL_BOTH__ __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
#if __HIP_DEVICE_COMPILE__
  return __half2(__builtin_elementwise_fma(a.data, b.data, c.data));
#else
  return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
#endif
}
__WL_BOTH__ __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c) {
  return __half2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));
}
__WL_BOTH__ __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c) {
  return __half2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}
// Complex a * b + c, real part low.
__WL_BOTH__ __half2 __hcmadd(__half2 a, __half2 b, __half2 c) {
  __half real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);
  real = hip_impl::half_of(hip_impl::half_fma(-a.y.data, b.y.data, real.data));
  imaginary = __hfma(a.y, b.x, imaginary);
  return __half2(real, imaginary);
}

__WL_BOTH__ __half __hneg(__half a) { return hip_impl::half_of(-a.data); }
__WL_BOTH__ __half2 __hneg2(__half2 a) { return __half2(-a.data); }
__WL_BOTH__ __half __habs(__half a) { return __ushort_as_half(__half_as_ushort(a) & 0x7fffu); }
__WL_BOTH__ __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }

__WL_NARROW_FUNCTIONS(__half, __half2)

#endif
