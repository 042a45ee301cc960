// Conversions between number types and reinterpretations of their bits.
//
// Conversions to integers round as their name says (rn: to nearest even, rz: to zero, ru: up, rd: down);
// values outside the integer's range saturate, NaN gives 0.
#ifndef HIP_DETAIL_FLOAT_FUNCTIONS_H
#define HIP_DETAIL_FLOAT_FUNCTIONS_H

#define __WL_REINTERPRET(name, To, From)                                                                     \
  __WL_DEVICE__ To name(From x) { return __builtin_bit_cast(To, x); }
__WL_REINTERPRET(__float_as_int, int, float)
__WL_REINTERPRET(__float_as_uint, unsigned int, float)
__WL_REINTERPRET(__int_as_float, float, int)
__WL_REINTERPRET(__uint_as_float, float, unsigned int)
__WL_REINTERPRET(__double_as_longlong, long long, double)
__WL_REINTERPRET(__double_as_ulonglong, unsigned long long, double)
__WL_REINTERPRET(__longlong_as_double, double, long long)
__WL_REINTERPRET(__ulonglong_as_double, double, unsigned long long)
#undef __WL_REINTERPRET

__WL_DEVICE__ int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
__WL_DEVICE__ int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
__WL_DEVICE__ double __hiloint2double(int hi, int lo) {
  return __longlong_as_double((static_cast<long long>(hi) << 32) | static_cast<unsigned int>(lo));
}

namespace hip_impl {

// Cast that saturates and takes NaN to 0, for an already rounded value.
template <class To, class From> __WL_DEVICE__ To saturated(From x) {
  constexpr bool is_signed = static_cast<To>(-1) < static_cast<To>(0);
  constexpr int bits = sizeof(To) * 8 - (is_signed ? 1 : 0);
  constexpr From top = static_cast<From>(1ull << (bits - 1)) * 2,
                 bottom = is_signed ? -top : static_cast<From>(0);
  constexpr To most = static_cast<To>(~0ull >> (64 - bits)),
               least = is_signed ? static_cast<To>(-most - 1) : To(0);
  if (!(x == x)) return 0;
  return x >= top ? most : x <= bottom ? least : static_cast<To>(x);
}

} // namespace hip_impl

#define __WL_FLOAT_TO(From, F, To, T, suffix)                                                                \
  __WL_DEVICE__ To __##F##2##T##_rn(From x) { return hip_impl::saturated<To>(__builtin_rint##suffix(x)); }   \
  __WL_DEVICE__ To __##F##2##T##_rz(From x) { return hip_impl::saturated<To>(__builtin_trunc##suffix(x)); }  \
  __WL_DEVICE__ To __##F##2##T##_ru(From x) { return hip_impl::saturated<To>(__builtin_ceil##suffix(x)); }   \
  __WL_DEVICE__ To __##F##2##T##_rd(From x) { return hip_impl::saturated<To>(__builtin_floor##suffix(x)); }
__WL_FLOAT_TO(float, float, int, int, f)
__WL_FLOAT_TO(float, float, unsigned int, uint, f)
__WL_FLOAT_TO(float, float, long long, ll, f)
__WL_FLOAT_TO(float, float, unsigned long long, ull, f)
__WL_FLOAT_TO(double, double, int, int, )
__WL_FLOAT_TO(double, double, unsigned int, uint, )
__WL_FLOAT_TO(double, double, long long, ll, )
__WL_FLOAT_TO(double, double, unsigned long long, ull, )
#undef __WL_FLOAT_TO

// Conversions to floating point with a direction: an integer is cut to the significant bits that fit, which
// is the value rounded to zero; a step to the next number away from zero follows where the direction asks.
namespace hip_impl {

template <class To> struct float_bits;
template <> struct float_bits<float> {
  typedef unsigned int word;
  static constexpr int digits = 24;
};
template <> struct float_bits<double> {
  typedef unsigned long long word;
  static constexpr int digits = 53;
};

// x moved by one unit in the last place away from zero.
template <class F> __WL_DEVICE__ F next_outward(F x) {
  typedef typename float_bits<F>::word word;
  return __builtin_bit_cast(F, static_cast<word>(__builtin_bit_cast(word, x) + 1));
}

// direction: 0 to zero, 1 up, -1 down.
template <class To> __WL_DEVICE__ To integer_to(unsigned long long magnitude, bool negative, int direction) {
  const int excess = magnitude == 0 ? 0 : 64 - __builtin_clzll(magnitude) - float_bits<To>::digits;
  const unsigned long long cut = excess > 0 ? magnitude >> excess << excess : magnitude;
  To value = static_cast<To>(cut);
  const bool outward = direction != 0 && (direction < 0) == negative;
  if (cut != magnitude && outward) value = next_outward(value);
  return negative ? -value : value;
}

// direction: 0 to zero, 1 up, -1 down.
__WL_DEVICE__ float narrowed(double x, int direction) {
  const float nearest = static_cast<float>(x);
  if (!(x == x) || static_cast<double>(nearest) == x) return nearest;
  const bool negative = x < 0, too_far = negative ? nearest < x : nearest > x;
  const bool outward = direction != 0 && (direction < 0) == negative;
  const unsigned int bits = __builtin_bit_cast(unsigned int, nearest);
  if (too_far && !outward) return __builtin_bit_cast(float, bits - 1);
  if (!too_far && outward) return __builtin_bit_cast(float, bits + 1);
  return nearest;
}

} // namespace hip_impl

#define __WL_TO_FLOAT(From, F, To, T)                                                                        \
  __WL_DEVICE__ To __##F##2##T##_rn(From x) { return static_cast<To>(x); }                                   \
  __WL_TO_FLOAT_WAY(From, F, To, T, rz, 0)                                                                   \
  __WL_TO_FLOAT_WAY(From, F, To, T, ru, 1)                                                                   \
  __WL_TO_FLOAT_WAY(From, F, To, T, rd, -1)
#define __WL_TO_FLOAT_WAY(From, F, To, T, way, direction)                                                    \
  __WL_DEVICE__ To __##F##2##T##_##way(From x) {                                                             \
    const bool negative = x < static_cast<From>(0);                                                          \
    const unsigned long long wide = static_cast<unsigned long long>(x);                                      \
    return hip_impl::integer_to<To>(negative ? 0 - wide : wide, negative, direction);                        \
  }
__WL_TO_FLOAT(int, int, float, float)
__WL_TO_FLOAT(unsigned int, uint, float, float)
__WL_TO_FLOAT(long long, ll, float, float)
__WL_TO_FLOAT(unsigned long long, ull, float, float)
__WL_TO_FLOAT(long long, ll, double, double)
__WL_TO_FLOAT(unsigned long long, ull, double, double)
#undef __WL_TO_FLOAT
#undef __WL_TO_FLOAT_WAY
__WL_DEVICE__ float __double2float_rn(double x) { return static_cast<float>(x); }
__WL_DEVICE__ float __double2float_rz(double x) { return hip_impl::narrowed(x, 0); }
__WL_DEVICE__ float __double2float_ru(double x) { return hip_impl::narrowed(x, 1); }
__WL_DEVICE__ float __double2float_rd(double x) { return hip_impl::narrowed(x, -1); }
__WL_DEVICE__ double __int2double_rn(int x) { return x; }
__WL_DEVICE__ double __uint2double_rn(unsigned int x) { return x; }

#endif
