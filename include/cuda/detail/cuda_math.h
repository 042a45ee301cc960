// Overloads of min and max as CUDA has them, and CUDA's mathematical functions on the host.
#ifndef WAVELIFT_CUDA_DETAIL_CUDA_MATH_H
#define WAVELIFT_CUDA_DETAIL_CUDA_MATH_H

// Mixed signedness compares as unsigned, as in C. HIP's headers have what is missing here: int on the host, and pairs of
// float and of double in device code.
#define __WL_CUDA_EXTREMES(R, A, B)                                                                          \
  static __WL_BOTH__ R min(const A a, const B b) {                                                           \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b);                    \
  }                                                                                                          \
  static __WL_BOTH__ R max(const A a, const B b) {                                                           \
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(b) : static_cast<R>(a);                    \
  }
__WL_CUDA_EXTREMES(unsigned int, unsigned int, unsigned int)
__WL_CUDA_EXTREMES(unsigned int, int, unsigned int)
__WL_CUDA_EXTREMES(unsigned int, unsigned int, int)
__WL_CUDA_EXTREMES(long, long, long)
__WL_CUDA_EXTREMES(unsigned long, unsigned long, unsigned long)
__WL_CUDA_EXTREMES(unsigned long, long, unsigned long)
__WL_CUDA_EXTREMES(unsigned long, unsigned long, long)
__WL_CUDA_EXTREMES(long long, long long, long long)
__WL_CUDA_EXTREMES(unsigned long long, unsigned long long, unsigned long long)
__WL_CUDA_EXTREMES(unsigned long long, long long, unsigned long long)
__WL_CUDA_EXTREMES(unsigned long long, unsigned long long, long long)
#undef __WL_CUDA_EXTREMES
static __WL_BOTH__ double min(const float a, const double b) { return __builtin_fmin(a, b); }
static __WL_BOTH__ double min(const double a, const float b) { return __builtin_fmin(a, b); }
static __WL_BOTH__ double max(const float a, const double b) { return __builtin_fmax(a, b); }
static __WL_BOTH__ double max(const double a, const float b) { return __builtin_fmax(a, b); }
static inline float min(const float a, const float b) { return __builtin_fminf(a, b); }
static inline float max(const float a, const float b) { return __builtin_fmaxf(a, b); }
static inline double min(const double a, const double b) { return __builtin_fmin(a, b); }
static inline double max(const double a, const double b) { return __builtin_fmax(a, b); }
static __WL_BOTH__ unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
static __WL_BOTH__ unsigned int umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
static __WL_BOTH__ long long llmin(long long a, long long b) { return a < b ? a : b; }
static __WL_BOTH__ long long llmax(long long a, long long b) { return a > b ? a : b; }
static __WL_BOTH__ unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return a < b ? a : b;
}
static __WL_BOTH__ unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a > b ? a : b;
}

__WL_DEVICE__ float __fmaf_ieee_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }

// Host.
inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
inline double rcbrt(double x) { return 1.0 / cbrt(x); }
inline double sinpi(double x) { return sin(M_PI * fmod(x, 2.0)); }
inline double cospi(double x) { return cos(M_PI * fmod(x, 2.0)); }
inline float sinpif(float x) { return static_cast<float>(sinpi(static_cast<double>(x))); }
inline float cospif(float x) { return static_cast<float>(cospi(static_cast<double>(x))); }
inline double normcdf(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
inline float normcdff(float x) { return static_cast<float>(normcdf(static_cast<double>(x))); }
inline double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
inline float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
inline float fdividef(float x, float y) { return x / y; }

#endif
