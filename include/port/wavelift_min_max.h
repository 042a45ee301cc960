// CUDA's min and max of numbers, for ported source. HIP's headers have those of two equal types in device code and that of int
// alone in host code: max(1.5f, 2.5f) would be 2 there, and min of a signed and an unsigned number goes through double.
// The overloads are CUDA's, so a call means what it means under nvcc. Names in parentheses: the program may have macros of them.
#ifndef WAVELIFT_MIN_MAX_H
#define WAVELIFT_MIN_MAX_H

#if defined(__HIP__)
#include <hip/hip_runtime.h>

// Of integers, in the type R that C compares them in.
#define WLCUDA_MIN_MAX(space, R, A, B)                                                                                           \
    static space inline R(min)(const A a, const B b)                                                                             \
    {                                                                                                                            \
        return static_cast<R>(b) < static_cast<R>(a) ? static_cast<R>(b) : static_cast<R>(a);                                    \
    }                                                                                                                            \
    static space inline R(max)(const A a, const B b)                                                                             \
    {                                                                                                                            \
        return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(b) : static_cast<R>(a);                                    \
    }
#define WLCUDA_MIXED(space)                                                                                                      \
    WLCUDA_MIN_MAX(space, unsigned, int, unsigned)                                                                               \
    WLCUDA_MIN_MAX(space, unsigned, unsigned, int)                                                                               \
    WLCUDA_MIN_MAX(space, unsigned long, long, unsigned long)                                                                    \
    WLCUDA_MIN_MAX(space, unsigned long, unsigned long, long)                                                                    \
    WLCUDA_MIN_MAX(space, unsigned long long, long long, unsigned long long)                                                     \
    WLCUDA_MIN_MAX(space, unsigned long long, unsigned long long, long long)

WLCUDA_MIXED(__device__)

#if !defined(__HIPCC_RTC__)
// HIP's own, if its headers are asked for them.
#if !defined(__HIP_DEFINE_MIXED_HOST_MIN_MAX__) || !__HIP_DEFINE_MIXED_HOST_MIN_MAX__
WLCUDA_MIXED(__host__)
#endif
#if !defined(__HIP_DEFINE_EXTENDED_HOST_MIN_MAX__) || !__HIP_DEFINE_EXTENDED_HOST_MIN_MAX__
WLCUDA_MIN_MAX(__host__, unsigned, unsigned, unsigned)
WLCUDA_MIN_MAX(__host__, long, long, long)
WLCUDA_MIN_MAX(__host__, unsigned long, unsigned long, unsigned long)
WLCUDA_MIN_MAX(__host__, long long, long long, long long)
WLCUDA_MIN_MAX(__host__, unsigned long long, unsigned long long, unsigned long long)
static __host__ inline float(min)(const float a, const float b) { return __builtin_fminf(a, b); }
static __host__ inline float(max)(const float a, const float b) { return __builtin_fmaxf(a, b); }
static __host__ inline double(min)(const double a, const double b) { return __builtin_fmin(a, b); }
static __host__ inline double(max)(const double a, const double b) { return __builtin_fmax(a, b); }
static __host__ inline double(min)(const float a, const double b) { return __builtin_fmin(a, b); }
static __host__ inline double(max)(const float a, const double b) { return __builtin_fmax(a, b); }
static __host__ inline double(min)(const double a, const float b) { return __builtin_fmin(a, b); }
static __host__ inline double(max)(const double a, const float b) { return __builtin_fmax(a, b); }
#endif
#endif

#undef WLCUDA_MIXED
#undef WLCUDA_MIN_MAX
#endif
#endif
