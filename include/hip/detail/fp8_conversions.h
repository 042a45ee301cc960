// Encoding and decoding of the 8-bit formats, and the conversion functions on storage types.
#ifndef HIP_DETAIL_FP8_CONVERSIONS_H
#define HIP_DETAIL_FP8_CONVERSIONS_H

#define HIP_FP8_TYPE_OCP 1
#define HIP_FP8_TYPE_FNUZ 1

typedef unsigned char __hip_fp8_storage_t;
typedef unsigned short __hip_fp8x2_storage_t;
typedef unsigned int __hip_fp8x4_storage_t;

// What becomes of values that are too large: the largest finite number, or infinity (NaN where there is
// none).
typedef enum __hip_saturation_t { __HIP_NOSAT = 0, __HIP_SATFINITE = 1 } __hip_saturation_t;

typedef enum __hip_fp8_interpretation_t {
  __HIP_E4M3 = 0,
  __HIP_E5M2 = 1,
  __HIP_E4M3_FNUZ = 2,
  __HIP_E5M2_FNUZ = 3
} __hip_fp8_interpretation_t;

namespace hip_impl {

__WL_BOTH__ constexpr int fp8_fraction_bits(int format) { return format & 1 ? 2 : 3; }
__WL_BOTH__ constexpr int fp8_bias(int format) { return (format & 1 ? 15 : 7) + (format & 2 ? 1 : 0); }
__WL_BOTH__ constexpr unsigned int fp8_nan(int format) { return format & 2 ? 0x80u : 0x7fu; }
__WL_BOTH__ constexpr unsigned int fp8_largest(int format) {
  return format == __HIP_E4M3 ? 0x7eu : format == __HIP_E5M2 ? 0x7bu : 0x7fu;
}

// Nearest even. The fraction with its hidden bit is shifted until the format's bits are left, further below
// the smallest normal number; a carry runs into the exponent by itself.
__WL_BOTH__ unsigned char fp8_encode(float x, bool saturates, int format) {
  const unsigned int u = __builtin_bit_cast(unsigned int, x), magnitude = u & 0x7fffffffu;
  const unsigned int sign = (u >> 24) & 0x80u;
  if (magnitude > 0x7f800000u) return static_cast<unsigned char>(fp8_nan(format));

  const int fraction = fp8_fraction_bits(format), bias = fp8_bias(format);
  unsigned int code = fp8_largest(format) + 1;
  if (magnitude < 0x7f800000u) {
    const int exponent = static_cast<int>(magnitude >> 23) - 127, least = 1 - bias;
    const int shift = 23 - fraction + (exponent < least ? least - exponent : 0);
    if (shift > 25 || magnitude < 0x00800000u) {
      code = 0;
    } else {
      const unsigned int full = (magnitude & 0x7fffffu) | 0x800000u, half = 1u << (shift - 1);
      unsigned int kept = full >> shift;
      const unsigned int rest = full & ((1u << shift) - 1u);
      if (rest > half || (rest == half && (kept & 1u))) ++kept;
      code = exponent < least ? kept : kept + (static_cast<unsigned int>(exponent - least) << fraction);
    }
  }
  if (code > fp8_largest(format)) {
    if (saturates)
      code = fp8_largest(format);
    else if (format & 2)
      return 0x80u;
    else
      code = format == __HIP_E5M2 ? 0x7cu : 0x7fu;
  }
  if ((format & 2) && code == 0) return 0;
  return static_cast<unsigned char>(code | sign);
}

// A double by way of a float that keeps a trace of what was cut off, so that there is one rounding in effect.
__WL_BOTH__ unsigned char fp8_encode(double x, bool saturates, int format) {
  const float nearest = static_cast<float>(x);
  const double back = static_cast<double>(nearest);
  unsigned int u = __builtin_bit_cast(unsigned int, nearest);
  if (x == x && back != x) {
    if (x < 0 ? back < x : back > x) --u;
    u |= 1u;
  }
  return fp8_encode(__builtin_bit_cast(float, u), saturates, format);
}

__WL_BOTH__ float fp8_decode(unsigned char code, int format) {
  const int fraction = fp8_fraction_bits(format), bias = fp8_bias(format);
  const unsigned int magnitude = code & 0x7fu, sign = static_cast<unsigned int>(code & 0x80u) << 24;
  if (format & 2) {
    if (code == 0x80u) return __builtin_nanf("");
  } else if (format == __HIP_E4M3) {
    if (magnitude == 0x7fu) return __builtin_nanf("");
  } else if (magnitude >= 0x7cu) {
    if (magnitude > 0x7cu) return __builtin_nanf("");
    return __builtin_bit_cast(float, sign | 0x7f800000u);
  }
  const unsigned int exponent = magnitude >> fraction, rest = magnitude & ((1u << fraction) - 1u);
  if (exponent == 0) {
    const float unit = __builtin_bit_cast(float, static_cast<unsigned int>(127 + 1 - bias - fraction) << 23);
    const float value = static_cast<float>(rest) * unit;
    return sign ? -value : value;
  }
  return __builtin_bit_cast(float, sign | ((exponent + 127u - static_cast<unsigned int>(bias)) << 23) |
                                       (rest << (23 - fraction)));
}

__WL_BOTH__ float raw_value(__half_raw h) { return static_cast<float>(h.data); }
__WL_BOTH__ float raw_value(__hip_bfloat16_raw b) { return bfloat16_value(b.x); }

__WL_BOTH__ unsigned short fp8_pair(unsigned int low, unsigned int high) {
  return static_cast<unsigned short>(low | (high << 8));
}

} // namespace hip_impl

__WL_BOTH__ __hip_fp8_storage_t __hip_cvt_float_to_fp8(float x, __hip_saturation_t sat,
                                                       __hip_fp8_interpretation_t format) {
  return hip_impl::fp8_encode(x, sat == __HIP_SATFINITE, format);
}
__WL_BOTH__ __hip_fp8_storage_t __hip_cvt_double_to_fp8(double x, __hip_saturation_t sat,
                                                        __hip_fp8_interpretation_t format) {
  return hip_impl::fp8_encode(x, sat == __HIP_SATFINITE, format);
}
__WL_BOTH__ __hip_fp8_storage_t __hip_cvt_halfraw_to_fp8(__half_raw x, __hip_saturation_t sat,
                                                         __hip_fp8_interpretation_t format) {
  return hip_impl::fp8_encode(hip_impl::raw_value(x), sat == __HIP_SATFINITE, format);
}
__WL_BOTH__ __hip_fp8_storage_t __hip_cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw x, __hip_saturation_t sat,
                                                             __hip_fp8_interpretation_t format) {
  return hip_impl::fp8_encode(hip_impl::raw_value(x), sat == __HIP_SATFINITE, format);
}
__WL_BOTH__ __hip_fp8x2_storage_t __hip_cvt_float2_to_fp8x2(float2 x, __hip_saturation_t sat,
                                                            __hip_fp8_interpretation_t format) {
  return hip_impl::fp8_pair(__hip_cvt_float_to_fp8(x.x, sat, format),
                            __hip_cvt_float_to_fp8(x.y, sat, format));
}
__WL_BOTH__ __hip_fp8x2_storage_t __hip_cvt_double2_to_fp8x2(double2 x, __hip_saturation_t sat,
                                                             __hip_fp8_interpretation_t format) {
  return hip_impl::fp8_pair(__hip_cvt_double_to_fp8(x.x, sat, format),
                            __hip_cvt_double_to_fp8(x.y, sat, format));
}
__WL_BOTH__ __hip_fp8x2_storage_t __hip_cvt_halfraw2_to_fp8x2(__half2_raw x, __hip_saturation_t sat,
                                                              __hip_fp8_interpretation_t format) {
  return __hip_cvt_float2_to_fp8x2(make_float2(static_cast<float>(x.data.x), static_cast<float>(x.data.y)),
                                   sat, format);
}
__WL_BOTH__ __hip_fp8x2_storage_t __hip_cvt_bfloat16raw2_to_fp8x2(__hip_bfloat162_raw x,
                                                                  __hip_saturation_t sat,
                                                                  __hip_fp8_interpretation_t format) {
  return __hip_cvt_float2_to_fp8x2(make_float2(hip_impl::bfloat16_value(x.x), hip_impl::bfloat16_value(x.y)),
                                   sat, format);
}
__WL_BOTH__ __half_raw __hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t x, __hip_fp8_interpretation_t format) {
  __half_raw r;
  r.data = static_cast<_Float16>(hip_impl::fp8_decode(x, format));
  return r;
}
__WL_BOTH__ __half2_raw __hip_cvt_fp8x2_to_halfraw2(__hip_fp8x2_storage_t x,
                                                    __hip_fp8_interpretation_t format) {
  __half2_raw r;
  r.x = __hip_cvt_fp8_to_halfraw(static_cast<__hip_fp8_storage_t>(x), format).x;
  r.y = __hip_cvt_fp8_to_halfraw(static_cast<__hip_fp8_storage_t>(x >> 8), format).x;
  return r;
}

#endif
