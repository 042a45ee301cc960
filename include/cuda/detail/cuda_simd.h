// SIMD video instructions: two half-words or four bytes of a 32-bit word at a time, and dot products.
#ifndef WAVELIFT_CUDA_DETAIL_CUDA_SIMD_H
#define WAVELIFT_CUDA_DETAIL_CUDA_SIMD_H

namespace wlcuda_simd {

typedef signed char vec_s4 __attribute__((ext_vector_type(4)));
typedef unsigned char vec_u4 __attribute__((ext_vector_type(4)));
typedef short vec_s2 __attribute__((ext_vector_type(2)));
typedef unsigned short vec_u2 __attribute__((ext_vector_type(2)));

// The word's parts, signed or not, widened to int so that nothing overflows; and back, cutting or saturating.
template <class V, int n> struct parts {
  int part[n];
  __WL_DEVICE__ explicit parts(unsigned int word) {
    const V v = __builtin_bit_cast(V, word);
#pragma unroll
    for (int i = 0; i < n; ++i) part[i] = v[i];
  }
};
template <class V, int n, class F> __WL_DEVICE__ unsigned int map(unsigned int a, unsigned int b, F f) {
  const parts<V, n> x(a), y(b);
  unsigned int result = 0;
  constexpr unsigned int mask = n == 2 ? 0xffffu : 0xffu;
#pragma unroll
  for (int i = 0; i < n; ++i)
    result |= (static_cast<unsigned int>(f(x.part[i], y.part[i])) & mask) << (i * 32 / n);
  return result;
}
template <class V, int n, class F> __WL_DEVICE__ unsigned int sum(unsigned int a, unsigned int b, F f) {
  const parts<V, n> x(a), y(b);
  unsigned int result = 0;
#pragma unroll
  for (int i = 0; i < n; ++i) result += static_cast<unsigned int>(f(x.part[i], y.part[i]));
  return result;
}
__WL_DEVICE__ int clamped(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

} // namespace wlcuda_simd

// One function on signed (s) or unsigned (u) parts, for half-words (2) and bytes (4). LOW and HIGH are the
// limits of a part.
#define __WL_SIMD(name, S, expression)                                                                       \
  __WL_DEVICE__ unsigned int name##2(unsigned int a, unsigned int b) {                                       \
    constexpr int LOW = #S[0] == 's' ? -32768 : 0, HIGH = #S[0] == 's' ? 32767 : 65535;                      \
    (void)LOW, (void)HIGH;                                                                                   \
    return wlcuda_simd::map<wlcuda_simd::vec_##S##2, 2>(a, b, [](int x, int y) { return expression; });      \
  }                                                                                                          \
  __WL_DEVICE__ unsigned int name##4(unsigned int a, unsigned int b) {                                       \
    constexpr int LOW = #S[0] == 's' ? -128 : 0, HIGH = #S[0] == 's' ? 127 : 255;                            \
    (void)LOW, (void)HIGH;                                                                                   \
    return wlcuda_simd::map<wlcuda_simd::vec_##S##4, 4>(a, b, [](int x, int y) { return expression; });      \
  }
#define __WL_SIMD_UNARY(name, S, expression)                                                                 \
  __WL_DEVICE__ unsigned int name##2(unsigned int a) {                                                       \
    constexpr int HIGH = 32767;                                                                              \
    (void)HIGH;                                                                                              \
    return wlcuda_simd::map<wlcuda_simd::vec_##S##2, 2>(a, a, [](int x, int) { return expression; });        \
  }                                                                                                          \
  __WL_DEVICE__ unsigned int name##4(unsigned int a) {                                                       \
    constexpr int HIGH = 127;                                                                                \
    (void)HIGH;                                                                                              \
    return wlcuda_simd::map<wlcuda_simd::vec_##S##4, 4>(a, a, [](int x, int) { return expression; });        \
  }
#define __WL_SIMD_SUM(name, S)                                                                               \
  __WL_DEVICE__ unsigned int name##2(unsigned int a, unsigned int b) {                                       \
    return wlcuda_simd::sum<wlcuda_simd::vec_##S##2, 2>(a, b,                                                \
                                                        [](int x, int y) { return x > y ? x - y : y - x; }); \
  }                                                                                                          \
  __WL_DEVICE__ unsigned int name##4(unsigned int a, unsigned int b) {                                       \
    return wlcuda_simd::sum<wlcuda_simd::vec_##S##4, 4>(a, b,                                                \
                                                        [](int x, int y) { return x > y ? x - y : y - x; }); \
  }

__WL_SIMD(__vadd, u, x + y)
__WL_SIMD(__vsub, u, x - y)
__WL_SIMD(__vaddss, s, wlcuda_simd::clamped(x + y, LOW, HIGH))
__WL_SIMD(__vaddus, u, wlcuda_simd::clamped(x + y, LOW, HIGH))
__WL_SIMD(__vsubss, s, wlcuda_simd::clamped(x - y, LOW, HIGH))
__WL_SIMD(__vsubus, u, wlcuda_simd::clamped(x - y, LOW, HIGH))
__WL_SIMD(__vavgs, s, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)
__WL_SIMD(__vavgu, u, (x + y + 1) >> 1)
__WL_SIMD(__vhaddu, u, (x + y) >> 1)
__WL_SIMD(__vmaxs, s, x > y ? x : y)
__WL_SIMD(__vmaxu, u, x > y ? x : y)
__WL_SIMD(__vmins, s, x < y ? x : y)
__WL_SIMD(__vminu, u, x < y ? x : y)
__WL_SIMD(__vabsdiffs, s, x > y ? x - y : y - x)
__WL_SIMD(__vabsdiffu, u, x > y ? x - y : y - x)
__WL_SIMD(__vcmpeq, u, x == y ? -1 : 0)
__WL_SIMD(__vcmpne, u, x != y ? -1 : 0)
__WL_SIMD(__vcmpges, s, x >= y ? -1 : 0)
__WL_SIMD(__vcmpgeu, u, x >= y ? -1 : 0)
__WL_SIMD(__vcmpgts, s, x > y ? -1 : 0)
__WL_SIMD(__vcmpgtu, u, x > y ? -1 : 0)
__WL_SIMD(__vcmples, s, x <= y ? -1 : 0)
__WL_SIMD(__vcmpleu, u, x <= y ? -1 : 0)
__WL_SIMD(__vcmplts, s, x < y ? -1 : 0)
__WL_SIMD(__vcmpltu, u, x < y ? -1 : 0)
__WL_SIMD(__vseteq, u, x == y ? 1 : 0)
__WL_SIMD(__vsetne, u, x != y ? 1 : 0)
__WL_SIMD(__vsetges, s, x >= y ? 1 : 0)
__WL_SIMD(__vsetgeu, u, x >= y ? 1 : 0)
__WL_SIMD(__vsetgts, s, x > y ? 1 : 0)
__WL_SIMD(__vsetgtu, u, x > y ? 1 : 0)
__WL_SIMD(__vsetles, s, x <= y ? 1 : 0)
__WL_SIMD(__vsetleu, u, x <= y ? 1 : 0)
__WL_SIMD(__vsetlts, s, x < y ? 1 : 0)
__WL_SIMD(__vsetltu, u, x < y ? 1 : 0)
__WL_SIMD_UNARY(__vabs, s, x < 0 ? -x : x)
__WL_SIMD_UNARY(__vabsss, s, x < 0 ? wlcuda_simd::clamped(-x, 0, HIGH) : x)
__WL_SIMD_UNARY(__vneg, s, -x)
__WL_SIMD_UNARY(__vnegss, s, wlcuda_simd::clamped(-x, -HIGH, HIGH))
__WL_SIMD_SUM(__vsads, s)
__WL_SIMD_SUM(__vsadu, u)
#undef __WL_SIMD
#undef __WL_SIMD_UNARY
#undef __WL_SIMD_SUM

// c + the sum of the products of four bytes, or of two half-words with the low or high bytes of b.
#define __WL_DOT(T, V4)                                                                                      \
  __WL_DEVICE__ T __dp4a(T a, T b, T c) {                                                                    \
    const wlcuda_simd::V4 x = __builtin_bit_cast(wlcuda_simd::V4, a),                                        \
                          y = __builtin_bit_cast(wlcuda_simd::V4, b);                                        \
    return c + static_cast<T>(x[0]) * static_cast<T>(y[0]) + static_cast<T>(x[1]) * static_cast<T>(y[1]) +   \
           static_cast<T>(x[2]) * static_cast<T>(y[2]) + static_cast<T>(x[3]) * static_cast<T>(y[3]);        \
  }
__WL_DOT(int, vec_s4)
__WL_DOT(unsigned int, vec_u4)
#undef __WL_DOT
#define __WL_DOT2(T, V4, V2)                                                                                 \
  __WL_DEVICE__ T __dp2a_lo(T a, T b, T c) {                                                                 \
    const wlcuda_simd::V2 x = __builtin_bit_cast(wlcuda_simd::V2, a);                                        \
    const wlcuda_simd::V4 y = __builtin_bit_cast(wlcuda_simd::V4, b);                                        \
    return c + static_cast<T>(x[0]) * static_cast<T>(y[0]) + static_cast<T>(x[1]) * static_cast<T>(y[1]);    \
  }                                                                                                          \
  __WL_DEVICE__ T __dp2a_hi(T a, T b, T c) {                                                                 \
    const wlcuda_simd::V2 x = __builtin_bit_cast(wlcuda_simd::V2, a);                                        \
    const wlcuda_simd::V4 y = __builtin_bit_cast(wlcuda_simd::V4, b);                                        \
    return c + static_cast<T>(x[0]) * static_cast<T>(y[2]) + static_cast<T>(x[1]) * static_cast<T>(y[3]);    \
  }
__WL_DOT2(int, vec_s4, vec_s2)
__WL_DOT2(unsigned int, vec_u4, vec_u2)
#undef __WL_DOT2

#endif
