// Conversions, arithmetic and mathematics on __hip_bfloat16 and __hip_bfloat162.
#ifndef HIP_DETAIL_BFLOAT16_FUNCTIONS_H
#define HIP_DETAIL_BFLOAT16_FUNCTIONS_H

#include "bfloat16_types.h"
#include "narrow_functions.h"
#if defined(__HIP__) && defined(__clang__)
#include "warp.h"
#endif

namespace hip_impl {

template <> __WL_BOTH__ __hip_bfloat16 from_float<__hip_bfloat16>(float x) { return __hip_bfloat16(x); }
__WL_BOTH__ float wide(__hip_bfloat16 a) { return bfloat16_value(a.__x); }
__WL_BOTH__ unsigned short bits_of(__hip_bfloat16 a) { return a.__x; }

// direction: 0 to zero, 1 up, -1 down. Cutting the lower bits rounds to zero; a step outwards follows where
// the direction asks and something was cut.
__WL_BOTH__ __hip_bfloat16 bfloat16_directed(double x, int direction) {
  float f = static_cast<float>(x);
  unsigned int u = __builtin_bit_cast(unsigned int, f);
  if (!(x == x)) return __hip_bfloat16(f);
  const double back = static_cast<double>(f);
  if (x < 0 ? back < x : back > x) --u;
  f = __builtin_bit_cast(float, u & 0xffff0000u);
  const bool inexact = static_cast<double>(f) != x, outward = direction != 0 && (direction < 0) == (x < 0);
  return __hip_bfloat16_raw{static_cast<unsigned short>((u >> 16) + (inexact && outward ? 1 : 0))};
}
__WL_BOTH__ float unit_saturated(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

} // namespace hip_impl

__WL_BOTH__ float __bfloat162float(__hip_bfloat16 a) { return hip_impl::bfloat16_value(a.__x); }
__WL_BOTH__ __hip_bfloat16 __float2bfloat16(float x) { return __hip_bfloat16(x); }
__WL_BOTH__ __hip_bfloat16 __float2bfloat16_rn(float x) { return __hip_bfloat16(x); }
__WL_BOTH__ __hip_bfloat16 __float2bfloat16_rz(float x) { return hip_impl::bfloat16_directed(x, 0); }
__WL_BOTH__ __hip_bfloat16 __float2bfloat16_ru(float x) { return hip_impl::bfloat16_directed(x, 1); }
__WL_BOTH__ __hip_bfloat16 __float2bfloat16_rd(float x) { return hip_impl::bfloat16_directed(x, -1); }
__WL_BOTH__ __hip_bfloat16 __double2bfloat16(double x) { return __hip_bfloat16(x); }
__WL_BOTH__ short __bfloat16_as_short(__hip_bfloat16 a) { return static_cast<short>(a.__x); }
__WL_BOTH__ unsigned short __bfloat16_as_ushort(__hip_bfloat16 a) { return a.__x; }
__WL_BOTH__ __hip_bfloat16 __short_as_bfloat16(short x) {
  return __hip_bfloat16_raw{static_cast<unsigned short>(x)};
}
__WL_BOTH__ __hip_bfloat16 __ushort_as_bfloat16(unsigned short x) { return __hip_bfloat16_raw{x}; }

__WL_NARROW_INTEGERS(__hip_bfloat16, bfloat16)
#define __WL_INTEGER_BFLOAT16(T, name)                                                                       \
  __WL_BOTH__ __hip_bfloat16 __##name##2bfloat16_rn(T x) { return __hip_bfloat16(x); }                       \
  __WL_BOTH__ __hip_bfloat16 __##name##2bfloat16_rz(T x) {                                                   \
    return hip_impl::bfloat16_directed(static_cast<double>(x), 0);                                           \
  }                                                                                                          \
  __WL_BOTH__ __hip_bfloat16 __##name##2bfloat16_ru(T x) {                                                   \
    return hip_impl::bfloat16_directed(static_cast<double>(x), 1);                                           \
  }                                                                                                          \
  __WL_BOTH__ __hip_bfloat16 __##name##2bfloat16_rd(T x) {                                                   \
    return hip_impl::bfloat16_directed(static_cast<double>(x), -1);                                          \
  }
__WL_INTEGER_BFLOAT16(int, int)
__WL_INTEGER_BFLOAT16(unsigned int, uint)
__WL_INTEGER_BFLOAT16(short, short)
__WL_INTEGER_BFLOAT16(unsigned short, ushort)
__WL_INTEGER_BFLOAT16(long long, ll)
__WL_INTEGER_BFLOAT16(unsigned long long, ull)
#undef __WL_INTEGER_BFLOAT16

// Pairs.
__WL_BOTH__ __hip_bfloat162 make_bfloat162(__hip_bfloat16 x, __hip_bfloat16 y) {
  return __hip_bfloat162(x, y);
}
__WL_BOTH__ __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 x, __hip_bfloat16 y) {
  return __hip_bfloat162(x, y);
}
__WL_BOTH__ __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 x) { return __hip_bfloat162(x, x); }
__WL_BOTH__ __hip_bfloat162 __float2bfloat162_rn(float x) { return __bfloat162bfloat162(__hip_bfloat16(x)); }
__WL_BOTH__ __hip_bfloat162 __floats2bfloat162_rn(float x, float y) {
  return __hip_bfloat162(__hip_bfloat16(x), __hip_bfloat16(y));
}
__WL_BOTH__ __hip_bfloat162 __float22bfloat162_rn(float2 v) { return __floats2bfloat162_rn(v.x, v.y); }
__WL_BOTH__ float2 __bfloat1622float2(__hip_bfloat162 a) { return make_float2(float(a.x), float(a.y)); }
__WL_BOTH__ float __low2float(__hip_bfloat162 a) { return float(a.x); }
__WL_BOTH__ float __high2float(__hip_bfloat162 a) { return float(a.y); }
__WL_BOTH__ __hip_bfloat16 __low2bfloat16(__hip_bfloat162 a) { return a.x; }
__WL_BOTH__ __hip_bfloat16 __high2bfloat16(__hip_bfloat162 a) { return a.y; }
__WL_BOTH__ __hip_bfloat162 __low2bfloat162(__hip_bfloat162 a) { return __hip_bfloat162(a.x, a.x); }
__WL_BOTH__ __hip_bfloat162 __high2bfloat162(__hip_bfloat162 a) { return __hip_bfloat162(a.y, a.y); }
__WL_BOTH__ __hip_bfloat162 __lows2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) {
  return __hip_bfloat162(a.x, b.x);
}
__WL_BOTH__ __hip_bfloat162 __highs2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) {
  return __hip_bfloat162(a.y, b.y);
}
__WL_BOTH__ __hip_bfloat162 __lowhigh2highlow(__hip_bfloat162 a) { return __hip_bfloat162(a.y, a.x); }

// Arithmetic.
#define __WL_BFLOAT16_ARITHMETIC(name, op)                                                                   \
  __WL_BOTH__ __hip_bfloat16 __h##name(__hip_bfloat16 a, __hip_bfloat16 b) { return a op b; }                \
  __WL_BOTH__ __hip_bfloat16 __h##name##_rn(__hip_bfloat16 a, __hip_bfloat16 b) { return a op b; }           \
  __WL_BOTH__ __hip_bfloat16 __h##name##_sat(__hip_bfloat16 a, __hip_bfloat16 b) {                           \
    return __hip_bfloat16(hip_impl::unit_saturated(float(a op b)));                                          \
  }                                                                                                          \
  __WL_BOTH__ __hip_bfloat162 __h##name##2(__hip_bfloat162 a, __hip_bfloat162 b) { return a op b; }          \
  __WL_BOTH__ __hip_bfloat162 __h##name##2_rn(__hip_bfloat162 a, __hip_bfloat162 b) { return a op b; }       \
  __WL_BOTH__ __hip_bfloat162 __h##name##2_sat(__hip_bfloat162 a, __hip_bfloat162 b) {                       \
    return __hip_bfloat162(__h##name##_sat(a.x, b.x), __h##name##_sat(a.y, b.y));                            \
  }
__WL_BFLOAT16_ARITHMETIC(add, +)
__WL_BFLOAT16_ARITHMETIC(sub, -)
__WL_BFLOAT16_ARITHMETIC(mul, *)
#undef __WL_BFLOAT16_ARITHMETIC
__WL_BOTH__ __hip_bfloat16 __hdiv(__hip_bfloat16 a, __hip_bfloat16 b) { return a / b; }
__WL_BOTH__ __hip_bfloat162 __h2div(__hip_bfloat162 a, __hip_bfloat162 b) { return a / b; }
__WL_BOTH__ __hip_bfloat16 __hneg(__hip_bfloat16 a) { return -a; }
__WL_BOTH__ __hip_bfloat162 __hneg2(__hip_bfloat162 a) { return -a; }
__WL_BOTH__ __hip_bfloat16 __habs(__hip_bfloat16 a) {
  return __hip_bfloat16_raw{static_cast<unsigned short>(a.__x & 0x7fffu)};
}
__WL_BOTH__ __hip_bfloat162 __habs2(__hip_bfloat162 a) { return __hip_bfloat162(__habs(a.x), __habs(a.y)); }

// The product of two bfloat16 is exact in double and so is the sum, but for cases far below the last place.
__WL_BOTH__ __hip_bfloat16 __hfma(__hip_bfloat16 a, __hip_bfloat16 b, __hip_bfloat16 c) {
  return __hip_bfloat16(__builtin_fmaf(float(a), float(b), float(c)));
}
__WL_BOTH__ __hip_bfloat16 __hfma_sat(__hip_bfloat16 a, __hip_bfloat16 b, __hip_bfloat16 c) {
  return __hip_bfloat16(hip_impl::unit_saturated(float(__hfma(a, b, c))));
}
__WL_BOTH__ __hip_bfloat16 __hfma_relu(__hip_bfloat16 a, __hip_bfloat16 b, __hip_bfloat16 c) {
  const __hip_bfloat16 r = __hfma(a, b, c);
  return float(r) < 0.0f ? __hip_bfloat16(0.0f) : r;
}
__WL_BOTH__ __hip_bfloat162 __hfma2(__hip_bfloat162 a, __hip_bfloat162 b, __hip_bfloat162 c) {
  return __hip_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
__WL_BOTH__ __hip_bfloat162 __hfma2_sat(__hip_bfloat162 a, __hip_bfloat162 b, __hip_bfloat162 c) {
  return __hip_bfloat162(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));
}
__WL_BOTH__ __hip_bfloat162 __hfma2_relu(__hip_bfloat162 a, __hip_bfloat162 b, __hip_bfloat162 c) {
  return __hip_bfloat162(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}
// Complex a * b + c, real part low.
__WL_BOTH__ __hip_bfloat162 __hcmadd(__hip_bfloat162 a, __hip_bfloat162 b, __hip_bfloat162 c) {
  const __hip_bfloat16 real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);
  return __hip_bfloat162(__hfma(-a.y, b.y, real), __hfma(a.y, b.x, imaginary));
}

__WL_NARROW_FUNCTIONS(__hip_bfloat16, __hip_bfloat162)

#if defined(__HIP__) && defined(__clang__)
__WL_NARROW_MATH(__hip_bfloat16, __hip_bfloat162)

__WL_DEVICE__ __hip_bfloat162 unsafeAtomicAdd(__hip_bfloat162* address, __hip_bfloat162 value) {
  return hip_impl::atomic_change(address, [=](__hip_bfloat162 old) { return old + value; });
}
#ifndef WAVELIFT_STRICT_HIP
__WL_DEVICE__ __hip_bfloat162 atomicAdd(__hip_bfloat162* address, __hip_bfloat162 value) {
  return unsafeAtomicAdd(address, value);
}
__WL_DEVICE__ __hip_bfloat16 atomicAdd(__hip_bfloat16* address, __hip_bfloat16 value) {
  return hip_impl::atomic_change(address, [=](__hip_bfloat16 old) { return old + value; });
}
#endif

#ifndef __WAVELIFT_CUDA__
__WL_SHUFFLES(__hip_bfloat16)
__WL_SHUFFLES(__hip_bfloat162)
#endif
#endif

#endif
