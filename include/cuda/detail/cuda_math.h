// Overloads of min and max as CUDA has them, and CUDA's mathematical functions on the host.
#ifndef WAVELIFT_CUDA_DETAIL_CUDA_MATH_H
#define WAVELIFT_CUDA_DETAIL_CUDA_MATH_H

#include "../../port/wavelift_min_max.h"

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
