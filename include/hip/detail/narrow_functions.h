// Comparison, selection and pair functions that __half and __hip_bfloat16 have alike.
//
// A type N with its pair N2 needs hip_impl::wide(N), the value in a type that compares, and
// hip_impl::bits_of(N), and hip_impl::from_float<N>.
#ifndef HIP_DETAIL_NARROW_FUNCTIONS_H
#define HIP_DETAIL_NARROW_FUNCTIONS_H

namespace hip_impl {

// x rounded to nearest even, as an N.
template <class N> __WL_BOTH__ N from_float(float x);

// Conversions to integers saturate, NaN gives 0.
template <class To> __WL_BOTH__ To narrow_to_integer(float x) {
  constexpr bool is_signed = static_cast<To>(-1) < static_cast<To>(0);
  constexpr int bits = sizeof(To) * 8 - (is_signed ? 1 : 0);
  constexpr float top = static_cast<float>(1ull << (bits - 1)) * 2, bottom = is_signed ? -top : 0.0f;
  constexpr To most = static_cast<To>(~0ull >> (64 - bits)),
               least = static_cast<To>(is_signed ? -most - 1 : 0);
  if (!(x == x)) return 0;
  return x >= top ? most : x <= bottom ? least : static_cast<To>(x);
}

} // namespace hip_impl

// Comparisons. The plain forms are false when a NaN takes part, those ending in u are true. For pairs:
// __heq2 gives 1.0 or 0.0 per half, __heq2_mask all ones or zeros per half, __hbeq2 one answer for both.
#define __WL_NARROW_COMPARE(N, N2, name, expression)                                                         \
  __WL_BOTH__ bool __h##name(N a, N b) {                                                                     \
    const auto x = hip_impl::wide(a), y = hip_impl::wide(b);                                                 \
    return expression;                                                                                       \
  }                                                                                                          \
  __WL_BOTH__ bool __hb##name##2(N2 a, N2 b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }          \
  __WL_BOTH__ N2 __h##name##2(N2 a, N2 b) {                                                                  \
    return N2(hip_impl::from_float<N>(__h##name(a.x, b.x)), hip_impl::from_float<N>(__h##name(a.y, b.y)));   \
  }                                                                                                          \
  __WL_BOTH__ unsigned int __h##name##2_mask(N2 a, N2 b) {                                                   \
    return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);                  \
  }

#define __WL_NARROW_FUNCTIONS(N, N2)                                                                         \
  __WL_NARROW_COMPARE(N, N2, eq, x == y)                                                                     \
  __WL_NARROW_COMPARE(N, N2, ne, x<y || x> y)                                                                \
  __WL_NARROW_COMPARE(N, N2, lt, x < y)                                                                      \
  __WL_NARROW_COMPARE(N, N2, le, x <= y)                                                                     \
  __WL_NARROW_COMPARE(N, N2, gt, x > y)                                                                      \
  __WL_NARROW_COMPARE(N, N2, ge, x >= y)                                                                     \
  __WL_NARROW_COMPARE(N, N2, equ, !(x < y || x > y))                                                         \
  __WL_NARROW_COMPARE(N, N2, neu, !(x == y))                                                                 \
  __WL_NARROW_COMPARE(N, N2, ltu, !(x >= y))                                                                 \
  __WL_NARROW_COMPARE(N, N2, leu, !(x > y))                                                                  \
  __WL_NARROW_COMPARE(N, N2, gtu, !(x <= y))                                                                 \
  __WL_NARROW_COMPARE(N, N2, geu, !(x < y))                                                                  \
  __WL_BOTH__ bool __hisnan(N a) { return !(hip_impl::wide(a) == hip_impl::wide(a)); }                       \
  /* 1 for +infinity, -1 for -infinity, else 0. */                                                           \
  __WL_BOTH__ int __hisinf(N a) {                                                                            \
    const auto x = hip_impl::wide(a);                                                                        \
    return __builtin_isinf(static_cast<float>(x)) ? (x > 0 ? 1 : -1) : 0;                                    \
  }                                                                                                          \
  __WL_BOTH__ N2 __hisnan2(N2 a) {                                                                           \
    return N2(hip_impl::from_float<N>(__hisnan(a.x)), hip_impl::from_float<N>(__hisnan(a.y)));               \
  }                                                                                                          \
  /* The number where only one is NaN; -0 is less than +0. The _nan forms give NaN when one is. */           \
  __WL_BOTH__ N __hmax(N a, N b) {                                                                           \
    if (__hisnan(a)) return b;                                                                               \
    if (__hisnan(b)) return a;                                                                               \
    if (hip_impl::wide(a) == hip_impl::wide(b)) return hip_impl::bits_of(a) & 0x8000u ? b : a;               \
    return hip_impl::wide(a) > hip_impl::wide(b) ? a : b;                                                    \
  }                                                                                                          \
  __WL_BOTH__ N __hmin(N a, N b) {                                                                           \
    if (__hisnan(a)) return b;                                                                               \
    if (__hisnan(b)) return a;                                                                               \
    if (hip_impl::wide(a) == hip_impl::wide(b)) return hip_impl::bits_of(a) & 0x8000u ? a : b;               \
    return hip_impl::wide(a) < hip_impl::wide(b) ? a : b;                                                    \
  }                                                                                                          \
  __WL_BOTH__ N __hmax_nan(N a, N b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b); }            \
  __WL_BOTH__ N __hmin_nan(N a, N b) { return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b); }            \
  __WL_BOTH__ N2 __hmax2(N2 a, N2 b) { return N2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }                      \
  __WL_BOTH__ N2 __hmin2(N2 a, N2 b) { return N2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }                      \
  __WL_BOTH__ N2 __hmax2_nan(N2 a, N2 b) { return N2(__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)); }          \
  __WL_BOTH__ N2 __hmin2_nan(N2 a, N2 b) { return N2(__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)); }

// Mathematical functions computed in float and rounded once: hNAME and h2NAME.
#define __WL_NARROW_MATH(N, N2)                                                                              \
  __WL_NARROW_MATH_ONE(N, N2, ceil, ::ceilf(x))                                                              \
  __WL_NARROW_MATH_ONE(N, N2, floor, ::floorf(x))                                                            \
  __WL_NARROW_MATH_ONE(N, N2, trunc, ::truncf(x))                                                            \
  __WL_NARROW_MATH_ONE(N, N2, rint, ::rintf(x))                                                              \
  __WL_NARROW_MATH_ONE(N, N2, sqrt, ::sqrtf(x))                                                              \
  __WL_NARROW_MATH_ONE(N, N2, exp, ::expf(x))                                                                \
  __WL_NARROW_MATH_ONE(N, N2, exp2, ::exp2f(x))                                                              \
  __WL_NARROW_MATH_ONE(N, N2, exp10, ::exp10f(x))                                                            \
  __WL_NARROW_MATH_ONE(N, N2, log, ::logf(x))                                                                \
  __WL_NARROW_MATH_ONE(N, N2, log2, ::log2f(x))                                                              \
  __WL_NARROW_MATH_ONE(N, N2, log10, ::log10f(x))                                                            \
  __WL_NARROW_MATH_ONE(N, N2, sin, ::sinf(x))                                                                \
  __WL_NARROW_MATH_ONE(N, N2, cos, ::cosf(x))                                                                \
  __WL_NARROW_MATH_ONE(N, N2, tanh, ::tanhf(x))                                                              \
  __WL_NARROW_MATH_ONE(N, N2, tanh_approx, ::tanhf(x))                                                       \
  __WL_NARROW_MATH_ONE(N, N2, rsqrt, 1.0f / ::sqrtf(x))                                                      \
  __WL_NARROW_MATH_ONE(N, N2, rcp, 1.0f / x)
#define __WL_NARROW_MATH_ONE(N, N2, name, expression)                                                        \
  __WL_DEVICE__ N h##name(N a) {                                                                             \
    const float x = static_cast<float>(hip_impl::wide(a));                                                   \
    return hip_impl::from_float<N>(expression);                                                              \
  }                                                                                                          \
  __WL_DEVICE__ N2 h2##name(N2 a) { return N2(h##name(a.x), h##name(a.y)); }

// Conversions to and from one integer type, in the four directions.
#define __WL_NARROW_INTEGER(N, n, T, name)                                                                   \
  __WL_BOTH__ T __##n##2##name##_rn(N h) {                                                                   \
    return hip_impl::narrow_to_integer<T>(__builtin_rintf(static_cast<float>(hip_impl::wide(h))));           \
  }                                                                                                          \
  __WL_BOTH__ T __##n##2##name##_rz(N h) {                                                                   \
    return hip_impl::narrow_to_integer<T>(__builtin_truncf(static_cast<float>(hip_impl::wide(h))));          \
  }                                                                                                          \
  __WL_BOTH__ T __##n##2##name##_ru(N h) {                                                                   \
    return hip_impl::narrow_to_integer<T>(__builtin_ceilf(static_cast<float>(hip_impl::wide(h))));           \
  }                                                                                                          \
  __WL_BOTH__ T __##n##2##name##_rd(N h) {                                                                   \
    return hip_impl::narrow_to_integer<T>(__builtin_floorf(static_cast<float>(hip_impl::wide(h))));          \
  }
#define __WL_NARROW_INTEGERS(N, n)                                                                           \
  __WL_NARROW_INTEGER(N, n, int, int)                                                                        \
  __WL_NARROW_INTEGER(N, n, unsigned int, uint)                                                              \
  __WL_NARROW_INTEGER(N, n, short, short)                                                                    \
  __WL_NARROW_INTEGER(N, n, unsigned short, ushort)                                                          \
  __WL_NARROW_INTEGER(N, n, long long, ll)                                                                   \
  __WL_NARROW_INTEGER(N, n, unsigned long long, ull)                                                         \
  __WL_BOTH__ signed char __##n##2char_rz(N h) {                                                             \
    return hip_impl::narrow_to_integer<signed char>(static_cast<float>(hip_impl::wide(h)));                  \
  }                                                                                                          \
  __WL_BOTH__ unsigned char __##n##2uchar_rz(N h) {                                                          \
    return hip_impl::narrow_to_integer<unsigned char>(static_cast<float>(hip_impl::wide(h)));                \
  }

#if defined(__HIP__)
namespace hip_impl {

// Old value of *address after storing change(old), by compare-and-swap on the word that holds it. T has 2 or
// 4 bytes and is aligned to them.
template <class T, class Change> __WL_DEVICE__ T atomic_change(T* address, Change change) {
  unsigned int* word = reinterpret_cast<unsigned int*>(reinterpret_cast<unsigned long long>(address) & ~3ull);
  const unsigned int shift = sizeof(T) == 4 ? 0 : (reinterpret_cast<unsigned long long>(address) & 2u) * 8u;
  const unsigned int mask = sizeof(T) == 4 ? ~0u : 0xffffu << shift;
  unsigned int seen = __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  for (;;) {
    T old;
    const unsigned int own = (seen & mask) >> shift;
    __builtin_memcpy(&old, &own, sizeof(T));
    const T changed = change(old);
    unsigned int bits = 0;
    __builtin_memcpy(&bits, &changed, sizeof(T));
    const unsigned int next = (seen & ~mask) | (bits << shift);
    if (__hip_atomic_compare_exchange_strong(word, &seen, next, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                             __HIP_MEMORY_SCOPE_AGENT))
      return old;
  }
}

} // namespace hip_impl
#endif

#endif
