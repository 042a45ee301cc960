// The 8-bit types, one set for each of the four formats: a number, a pair, a quadruple. Constructors
// saturate.
#ifndef HIP_DETAIL_FP8_TYPES_H
#define HIP_DETAIL_FP8_TYPES_H

#include "fp8_conversions.h"

#define __WL_FP8_TYPES(suffix, format)                                                                       \
  struct __hip_fp8_##suffix {                                                                                \
    __hip_fp8_storage_t __x;                                                                                 \
    static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;                              \
    static constexpr __hip_fp8_interpretation_t __default_interpret = format;                                \
                                                                                                             \
    __hip_fp8_##suffix() = default;                                                                          \
    __WL_BOTH__ __hip_fp8_##suffix(float v) : __x(hip_impl::fp8_encode(v, true, format)) {}                  \
    __WL_BOTH__ __hip_fp8_##suffix(double v) : __x(hip_impl::fp8_encode(v, true, format)) {}                 \
    __WL_BOTH__ __hip_fp8_##suffix(__half v)                                                                 \
        : __x(hip_impl::fp8_encode(static_cast<float>(v.data), true, format)) {}                             \
    __WL_BOTH__ __hip_fp8_##suffix(__hip_bfloat16 v)                                                         \
        : __x(hip_impl::fp8_encode(hip_impl::wide(v), true, format)) {}                                      \
    template <class T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>                   \
    __WL_BOTH__ __hip_fp8_##suffix(T v) : __x(hip_impl::fp8_encode(static_cast<double>(v), true, format)) {} \
                                                                                                             \
    __WL_BOTH__ operator float() const { return hip_impl::fp8_decode(__x, format); }                         \
    __WL_BOTH__ explicit operator double() const { return hip_impl::fp8_decode(__x, format); }               \
    __WL_BOTH__ explicit operator __half() const {                                                           \
      return hip_impl::half_of(static_cast<_Float16>(hip_impl::fp8_decode(__x, format)));                    \
    }                                                                                                        \
    __WL_BOTH__ explicit operator __hip_bfloat16() const {                                                   \
      return __hip_bfloat16(hip_impl::fp8_decode(__x, format));                                              \
    }                                                                                                        \
    __WL_BOTH__ explicit operator bool() const { return hip_impl::fp8_decode(__x, format) != 0.0f; }         \
    template <class T, typename std::enable_if<std::is_integral<T>::value && !std::is_same<T, bool>::value,  \
                                               int>::type = 0>                                               \
    __WL_BOTH__ explicit operator T() const {                                                                \
      return hip_impl::narrow_to_integer<T>(hip_impl::fp8_decode(__x, format));                              \
    }                                                                                                        \
  };                                                                                                         \
  struct __hip_fp8x2_##suffix {                                                                              \
    __hip_fp8x2_storage_t __x;                                                                               \
                                                                                                             \
    __hip_fp8x2_##suffix() = default;                                                                        \
    __WL_BOTH__ explicit __hip_fp8x2_##suffix(float2 v)                                                      \
        : __x(__hip_cvt_float2_to_fp8x2(v, __HIP_SATFINITE, format)) {}                                      \
    __WL_BOTH__ explicit __hip_fp8x2_##suffix(double2 v)                                                     \
        : __x(__hip_cvt_double2_to_fp8x2(v, __HIP_SATFINITE, format)) {}                                     \
    __WL_BOTH__ explicit __hip_fp8x2_##suffix(__half2 v)                                                     \
        : __x(__hip_cvt_halfraw2_to_fp8x2(v, __HIP_SATFINITE, format)) {}                                    \
    __WL_BOTH__ explicit __hip_fp8x2_##suffix(__hip_bfloat162 v)                                             \
        : __x(__hip_cvt_bfloat16raw2_to_fp8x2(v, __HIP_SATFINITE, format)) {}                                \
    __WL_BOTH__ explicit operator float2() const {                                                           \
      return make_float2(hip_impl::fp8_decode(static_cast<unsigned char>(__x), format),                      \
                         hip_impl::fp8_decode(static_cast<unsigned char>(__x >> 8), format));                \
    }                                                                                                        \
    __WL_BOTH__ explicit operator __half2() const {                                                          \
      return __half2(__hip_cvt_fp8x2_to_halfraw2(__x, format));                                              \
    }                                                                                                        \
    __WL_BOTH__ explicit operator __hip_bfloat162() const {                                                  \
      return __hip_bfloat162(static_cast<float2>(*this));                                                    \
    }                                                                                                        \
  };                                                                                                         \
  struct __hip_fp8x4_##suffix {                                                                              \
    __hip_fp8x4_storage_t __x;                                                                               \
                                                                                                             \
    __hip_fp8x4_##suffix() = default;                                                                        \
    __WL_BOTH__ explicit __hip_fp8x4_##suffix(float4 v) {                                                    \
      set(__hip_fp8x2_##suffix(make_float2(v.x, v.y)), __hip_fp8x2_##suffix(make_float2(v.z, v.w)));         \
    }                                                                                                        \
    __WL_BOTH__ explicit __hip_fp8x4_##suffix(double4 v) {                                                   \
      set(__hip_fp8x2_##suffix(make_double2(v.x, v.y)), __hip_fp8x2_##suffix(make_double2(v.z, v.w)));       \
    }                                                                                                        \
    __WL_BOTH__ __hip_fp8x4_##suffix(__half2 low, __half2 high) {                                            \
      set(__hip_fp8x2_##suffix(low), __hip_fp8x2_##suffix(high));                                            \
    }                                                                                                        \
    __WL_BOTH__ __hip_fp8x4_##suffix(__hip_bfloat162 low, __hip_bfloat162 high) {                            \
      set(__hip_fp8x2_##suffix(low), __hip_fp8x2_##suffix(high));                                            \
    }                                                                                                        \
    __WL_BOTH__ explicit operator float4() const {                                                           \
      return make_float4(hip_impl::fp8_decode(static_cast<unsigned char>(__x), format),                      \
                         hip_impl::fp8_decode(static_cast<unsigned char>(__x >> 8), format),                 \
                         hip_impl::fp8_decode(static_cast<unsigned char>(__x >> 16), format),                \
                         hip_impl::fp8_decode(static_cast<unsigned char>(__x >> 24), format));               \
    }                                                                                                        \
                                                                                                             \
  private:                                                                                                   \
    __WL_BOTH__ void set(__hip_fp8x2_##suffix low, __hip_fp8x2_##suffix high) {                              \
      __x = static_cast<unsigned int>(low.__x) | (static_cast<unsigned int>(high.__x) << 16);                \
    }                                                                                                        \
  };

__WL_FP8_TYPES(e4m3, __HIP_E4M3)
__WL_FP8_TYPES(e5m2, __HIP_E5M2)
__WL_FP8_TYPES(e4m3_fnuz, __HIP_E4M3_FNUZ)
__WL_FP8_TYPES(e5m2_fnuz, __HIP_E5M2_FNUZ)
#undef __WL_FP8_TYPES

#endif
