// The older name of the bfloat16 type: hip_bfloat16, with float conversions and operators only.
#ifndef HIP_INCLUDE_HIP_HIP_BFLOAT16_H
#define HIP_INCLUDE_HIP_HIP_BFLOAT16_H

#include "hip_bf16.h"

#ifdef __cplusplus
struct hip_bfloat16 {
  unsigned short data;

  enum truncate_t { truncate };

  hip_bfloat16() = default;
  __WL_BOTH__ explicit hip_bfloat16(float x) : data(hip_impl::bfloat16_bits(x)) {}
  __WL_BOTH__ explicit hip_bfloat16(float x, truncate_t)
      : data(static_cast<unsigned short>(__builtin_bit_cast(unsigned int, x) >> 16)) {}
  __WL_BOTH__ operator float() const { return hip_impl::bfloat16_value(data); }
  static __WL_BOTH__ hip_bfloat16 round_to_bfloat16(float x) { return hip_bfloat16(x); }
  static __WL_BOTH__ hip_bfloat16 round_to_bfloat16(float x, truncate_t) { return hip_bfloat16(x, truncate); }
  __WL_BOTH__ hip_bfloat16& operator+=(hip_bfloat16 b) {
    return *this = hip_bfloat16(float(*this) + float(b));
  }
  __WL_BOTH__ hip_bfloat16& operator-=(hip_bfloat16 b) {
    return *this = hip_bfloat16(float(*this) - float(b));
  }
  __WL_BOTH__ hip_bfloat16& operator*=(hip_bfloat16 b) {
    return *this = hip_bfloat16(float(*this) * float(b));
  }
  __WL_BOTH__ hip_bfloat16& operator/=(hip_bfloat16 b) {
    return *this = hip_bfloat16(float(*this) / float(b));
  }
};
#define __WL_OLD_BFLOAT16(op)                                                                                \
  __WL_BOTH__ hip_bfloat16 operator op(hip_bfloat16 a, hip_bfloat16 b) {                                     \
    return hip_bfloat16(float(a) op float(b));                                                               \
  }
__WL_OLD_BFLOAT16(+)
__WL_OLD_BFLOAT16(-)
__WL_OLD_BFLOAT16(*)
__WL_OLD_BFLOAT16(/)
#undef __WL_OLD_BFLOAT16
__WL_BOTH__ hip_bfloat16 operator-(hip_bfloat16 a) {
  a.data ^= 0x8000u;
  return a;
}
#else
typedef struct {
  unsigned short data;
} hip_bfloat16;
#endif

#endif
