// Conversions of __half and __half2 from and to other types, and moves between halves and pairs.
#ifndef HIP_DETAIL_HALF_CONVERSIONS_H
#define HIP_DETAIL_HALF_CONVERSIONS_H

#include "half_types.h"
#include "narrow_functions.h"

namespace hip_impl {

template <> __WL_BOTH__ __half from_float<__half>(float x) { return half_of(static_cast<_Float16>(x)); }

// The value as it is compared, and its bits.
__WL_BOTH__ _Float16 wide(__half a) { return a.data; }
__WL_BOTH__ unsigned short bits_of(__half a) { return __builtin_bit_cast(unsigned short, a.data); }

// x rounded to half in a direction: 0 to zero, 1 up, -1 down. The nearest half is moved by one step where it
// lies on the wrong side of x.
__WL_BOTH__ __half half_directed(double x, int direction) {
  const _Float16 nearest = static_cast<_Float16>(x);
  const double back = static_cast<double>(nearest);
  if (!(x == x) || back == x) return half_of(nearest);
  const bool negative = x < 0, outward = direction != 0 && (direction < 0) == negative;
  const bool too_far = negative ? back < x : back > x;
  unsigned short bits = __builtin_bit_cast(unsigned short, nearest);
  if (too_far && !outward) --bits;
  if (!too_far && outward) ++bits;
  return half_of(__builtin_bit_cast(_Float16, bits));
}

} // namespace hip_impl

__WL_BOTH__ float __half2float(__half h) { return static_cast<float>(h.data); }
__WL_BOTH__ __half __float2half(float x) { return hip_impl::half_of(static_cast<_Float16>(x)); }
__WL_BOTH__ __half __float2half_rn(float x) { return hip_impl::half_of(static_cast<_Float16>(x)); }
__WL_BOTH__ __half __float2half_rz(float x) { return hip_impl::half_directed(x, 0); }
__WL_BOTH__ __half __float2half_ru(float x) { return hip_impl::half_directed(x, 1); }
__WL_BOTH__ __half __float2half_rd(float x) { return hip_impl::half_directed(x, -1); }
__WL_BOTH__ __half __double2half(double x) { return hip_impl::half_of(static_cast<_Float16>(x)); }

__WL_BOTH__ short __half_as_short(__half h) { return __builtin_bit_cast(short, h.data); }
__WL_BOTH__ unsigned short __half_as_ushort(__half h) { return __builtin_bit_cast(unsigned short, h.data); }
__WL_BOTH__ __half __short_as_half(short x) { return hip_impl::half_of(__builtin_bit_cast(_Float16, x)); }
__WL_BOTH__ __half __ushort_as_half(unsigned short x) {
  return hip_impl::half_of(__builtin_bit_cast(_Float16, x));
}

// Integers: __half2int_rn .. __ull2half_rd.
__WL_NARROW_INTEGERS(__half, half)
#define __WL_INTEGER_HALF(T, name)                                                                           \
  __WL_BOTH__ __half __##name##2half_rn(T x) { return hip_impl::half_of(static_cast<_Float16>(x)); }         \
  __WL_BOTH__ __half __##name##2half_rz(T x) { return hip_impl::half_directed(static_cast<double>(x), 0); }  \
  __WL_BOTH__ __half __##name##2half_ru(T x) { return hip_impl::half_directed(static_cast<double>(x), 1); }  \
  __WL_BOTH__ __half __##name##2half_rd(T x) { return hip_impl::half_directed(static_cast<double>(x), -1); }
__WL_INTEGER_HALF(int, int)
__WL_INTEGER_HALF(unsigned int, uint)
__WL_INTEGER_HALF(short, short)
__WL_INTEGER_HALF(unsigned short, ushort)
__WL_INTEGER_HALF(long long, ll)
__WL_INTEGER_HALF(unsigned long long, ull)
#undef __WL_INTEGER_HALF

// Pairs.
__WL_BOTH__ __half2 make_half2(__half x, __half y) { return __half2(x, y); }
__WL_BOTH__ __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
__WL_BOTH__ __half2 __half2half2(__half x) { return __half2(x, x); }
__WL_BOTH__ __half2 __float2half2_rn(float x) { return __half2half2(__float2half(x)); }
__WL_BOTH__ __half2 __floats2half2_rn(float x, float y) { return __half2(__float2half(x), __float2half(y)); }
__WL_BOTH__ __half2 __float22half2_rn(float2 v) { return __floats2half2_rn(v.x, v.y); }
__WL_BOTH__ float2 __half22float2(__half2 h) {
  return make_float2(static_cast<float>(h.data.x), static_cast<float>(h.data.y));
}
__WL_BOTH__ float __low2float(__half2 h) { return static_cast<float>(h.data.x); }
__WL_BOTH__ float __high2float(__half2 h) { return static_cast<float>(h.data.y); }
__WL_BOTH__ __half __low2half(__half2 h) { return hip_impl::half_of(h.data.x); }
__WL_BOTH__ __half __high2half(__half2 h) { return hip_impl::half_of(h.data.y); }
__WL_BOTH__ __half2 __low2half2(__half2 h) { return __half2(h.data.xx); }
__WL_BOTH__ __half2 __high2half2(__half2 h) { return __half2(h.data.yy); }
__WL_BOTH__ __half2 __lows2half2(__half2 a, __half2 b) { return __half2(__low2half(a), __low2half(b)); }
__WL_BOTH__ __half2 __highs2half2(__half2 a, __half2 b) { return __half2(__high2half(a), __high2half(b)); }
__WL_BOTH__ __half2 __lowhigh2highlow(__half2 h) { return __half2(h.data.yx); }

#endif
