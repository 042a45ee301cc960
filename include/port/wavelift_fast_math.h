// What nvcc's -use_fast_math makes of mathematical functions in device code, for HIP code that was ported from CUDA:
// powf(x, y) is __powf(x, y), which is 2 to the power y * log2(x), and so on. clang's -fgpu-approx-transcendentals
// does so for sinf, cosf and log2f; the others are here. Errors are those that CUDA states for the intrinsics; a
// negative base of powf gives NaN. Without the flag, and on the host, the functions are the plain ones.
//
// Self-contained: it needs a HIP compiler's builtins only, and in plain C++ it is <math.h>.
#ifndef WAVELIFT_FAST_MATH_H
#define WAVELIFT_FAST_MATH_H

#if !defined(__HIPCC_RTC__)
#include <math.h>
#endif

namespace wlfast {

#if defined(__HIP__) && defined(__CLANG_GPU_APPROX_TRANSCENDENTALS__)

#define WLFAST_DEVICE __attribute__((device, always_inline)) inline

WLFAST_DEVICE float expf(float x) { return ::__expf(x); }
WLFAST_DEVICE float exp10f(float x) { return ::__exp10f(x); }
// The hardware's logarithm is that to base 2, scaled by ln 2 and log10 2.
WLFAST_DEVICE float logf(float x) { return __builtin_amdgcn_logf(x) * 0x1.62e430p-1f; }
WLFAST_DEVICE float log10f(float x) { return __builtin_amdgcn_logf(x) * 0x1.344136p-2f; }
WLFAST_DEVICE float powf(float x, float y) { return __builtin_amdgcn_exp2f(y * __builtin_amdgcn_logf(x)); }
WLFAST_DEVICE float __powf(float x, float y) { return wlfast::powf(x, y); }
WLFAST_DEVICE float tanf(float x) { return ::__tanf(x); }
WLFAST_DEVICE void sincosf(float x, float* sine, float* cosine) { ::__sincosf(x, sine, cosine); }

#undef WLFAST_DEVICE
#if !defined(__HIPCC_RTC__)
#define WLFAST_HOST __attribute__((host)) inline

WLFAST_HOST float expf(float x) { return ::expf(x); }
WLFAST_HOST float exp10f(float x) { return ::exp10f(x); }
WLFAST_HOST float logf(float x) { return ::logf(x); }
WLFAST_HOST float log10f(float x) { return ::log10f(x); }
WLFAST_HOST float powf(float x, float y) { return ::powf(x, y); }
WLFAST_HOST float tanf(float x) { return ::tanf(x); }
WLFAST_HOST void sincosf(float x, float* sine, float* cosine) { ::sincosf(x, sine, cosine); }

#undef WLFAST_HOST
#endif

#else

using ::exp10f;
using ::expf;
using ::log10f;
using ::logf;
using ::powf;
using ::sincosf;
using ::tanf;
#if defined(__HIP__)
using ::__powf;
#endif

#endif

} // namespace wlfast

#endif
