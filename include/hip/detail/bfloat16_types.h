// The types __hip_bfloat16 and __hip_bfloat162 with their constructors, conversions and operators.
#ifndef HIP_DETAIL_BFLOAT16_TYPES_H
#define HIP_DETAIL_BFLOAT16_TYPES_H

struct __hip_bfloat16_raw {
  unsigned short x;
};
struct __attribute__((aligned(4))) __hip_bfloat162_raw {
  unsigned short x, y;
};

namespace hip_impl {

__WL_BOTH__ constexpr float bfloat16_value(unsigned short bits) {
  return __builtin_bit_cast(float, static_cast<unsigned int>(bits) << 16);
}

// Nearest even; a NaN stays one.
__WL_BOTH__ constexpr unsigned short bfloat16_bits(float x) {
  const unsigned int u = __builtin_bit_cast(unsigned int, x);
  if ((u & 0x7fffffffu) > 0x7f800000u) return static_cast<unsigned short>((u >> 16) | 0x40u);
  return static_cast<unsigned short>((u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
}

// From wider types by way of a float that keeps a trace of what was cut off ("round to odd"), so that there
// is one rounding in effect.
__WL_BOTH__ constexpr unsigned short bfloat16_bits(double x) {
  const float nearest = static_cast<float>(x);
  const double back = static_cast<double>(nearest);
  unsigned int u = __builtin_bit_cast(unsigned int, nearest);
  if (x == x && back != x) {
    if (x < 0 ? back < x : back > x) --u;
    u |= 1u;
    if ((u & 0x7f800000u) == 0x7f800000u) u = (u & 0x80000000u) | 0x7f7fffffu;
  }
  return bfloat16_bits(__builtin_bit_cast(float, u));
}

} // namespace hip_impl

struct __attribute__((aligned(2))) __hip_bfloat16 {
  unsigned short __x;

  __hip_bfloat16() = default;
  __WL_BOTH__ constexpr __hip_bfloat16(const __hip_bfloat16_raw& r) : __x(r.x) {}
  __WL_BOTH__ operator __hip_bfloat16_raw() const { return __hip_bfloat16_raw{__x}; }
  __WL_BOTH__ constexpr __hip_bfloat16(float v) : __x(hip_impl::bfloat16_bits(v)) {}
  __WL_BOTH__ constexpr __hip_bfloat16(double v) : __x(hip_impl::bfloat16_bits(v)) {}
  template <class T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0>
  __WL_BOTH__ constexpr __hip_bfloat16(T v) : __x(hip_impl::bfloat16_bits(static_cast<double>(v))) {}
  template <class T, typename std::enable_if<std::is_arithmetic<T>::value, int>::type = 0>
  __WL_BOTH__ __hip_bfloat16& operator=(T v) {
    return *this = __hip_bfloat16(v);
  }

  __WL_BOTH__ constexpr operator float() const { return hip_impl::bfloat16_value(__x); }
  __WL_BOTH__ constexpr explicit operator double() const { return hip_impl::bfloat16_value(__x); }
  template <class T, typename std::enable_if<std::is_integral<T>::value && !std::is_same<T, bool>::value,
                                             int>::type = 0>
  __WL_BOTH__ constexpr explicit operator T() const {
    return static_cast<T>(hip_impl::bfloat16_value(__x));
  }
  __WL_BOTH__ constexpr explicit operator bool() const { return (__x & 0x7fffu) != 0; }
};

struct __attribute__((aligned(4))) __hip_bfloat162 {
  __hip_bfloat16 x, y;

  __hip_bfloat162() = default;
  __WL_BOTH__ constexpr __hip_bfloat162(const __hip_bfloat16& a, const __hip_bfloat16& b) : x(a), y(b) {}
  __WL_BOTH__ __hip_bfloat162(const __hip_bfloat162_raw& r)
      : x(__hip_bfloat16_raw{r.x}), y(__hip_bfloat16_raw{r.y}) {}
  __WL_BOTH__ __hip_bfloat162(float2 v) : x(v.x), y(v.y) {}
  __WL_BOTH__ operator __hip_bfloat162_raw() const { return __hip_bfloat162_raw{x.__x, y.__x}; }
  __WL_BOTH__ operator float2() const { return make_float2(float(x), float(y)); }
};

#define __WL_BFLOAT16_OPERATOR(op)                                                                           \
  __WL_BOTH__ __hip_bfloat16 operator op(const __hip_bfloat16& a, const __hip_bfloat16& b) {                 \
    return __hip_bfloat16(float(a) op float(b));                                                             \
  }                                                                                                          \
  __WL_BOTH__ __hip_bfloat16& operator op## = (__hip_bfloat16 & a, const __hip_bfloat16& b) {                \
    return a = a op b;                                                                                       \
  }                                                                                                          \
  __WL_BOTH__ __hip_bfloat162 operator op(const __hip_bfloat162& a, const __hip_bfloat162& b) {              \
    return __hip_bfloat162(a.x op b.x, a.y op b.y);                                                          \
  }                                                                                                          \
  __WL_BOTH__ __hip_bfloat162& operator op## = (__hip_bfloat162 & a, const __hip_bfloat162& b) {             \
    return a = a op b;                                                                                       \
  }
__WL_BFLOAT16_OPERATOR(+)
__WL_BFLOAT16_OPERATOR(-)
__WL_BFLOAT16_OPERATOR(*)
__WL_BFLOAT16_OPERATOR(/)
#undef __WL_BFLOAT16_OPERATOR

#define __WL_BFLOAT16_COMPARE(op)                                                                            \
  __WL_BOTH__ bool operator op(const __hip_bfloat16& a, const __hip_bfloat16& b) {                           \
    return float(a) op float(b);                                                                             \
  }                                                                                                          \
  __WL_BOTH__ bool operator op(const __hip_bfloat162& a, const __hip_bfloat162& b) {                         \
    return float(a.x) op float(b.x) && float(a.y) op float(b.y);                                             \
  }
__WL_BFLOAT16_COMPARE(==)
__WL_BFLOAT16_COMPARE(!=)
__WL_BFLOAT16_COMPARE(<)
__WL_BFLOAT16_COMPARE(<=)
__WL_BFLOAT16_COMPARE(>)
__WL_BFLOAT16_COMPARE(>=)
#undef __WL_BFLOAT16_COMPARE

__WL_BOTH__ __hip_bfloat16 operator+(const __hip_bfloat16& a) { return a; }
__WL_BOTH__ __hip_bfloat16 operator-(const __hip_bfloat16& a) {
  return __hip_bfloat16_raw{static_cast<unsigned short>(a.__x ^ 0x8000u)};
}
__WL_BOTH__ __hip_bfloat16& operator++(__hip_bfloat16& a) { return a = a + __hip_bfloat16(1.0f); }
__WL_BOTH__ __hip_bfloat16& operator--(__hip_bfloat16& a) { return a = a - __hip_bfloat16(1.0f); }
__WL_BOTH__ __hip_bfloat16 operator++(__hip_bfloat16& a, int) {
  __hip_bfloat16 old = a;
  ++a;
  return old;
}
__WL_BOTH__ __hip_bfloat16 operator--(__hip_bfloat16& a, int) {
  __hip_bfloat16 old = a;
  --a;
  return old;
}
__WL_BOTH__ __hip_bfloat162 operator+(const __hip_bfloat162& a) { return a; }
__WL_BOTH__ __hip_bfloat162 operator-(const __hip_bfloat162& a) { return __hip_bfloat162(-a.x, -a.y); }

#endif
