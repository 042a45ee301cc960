// clang's device functions with what -use_fast_math means in CUDA. clang's own header of this name, which its HIP
// wrapper includes, takes the fast forms of few functions only; those of the others stand in for them here, so that
// whatever calls them (std::pow of floats, too) gets the fast ones.
#ifndef WAVELIFT_CUDA_CLANG_HIP_MATH_H
#define WAVELIFT_CUDA_CLANG_HIP_MATH_H

#if defined(__HIP__) && defined(__CLANG_GPU_APPROX_TRANSCENDENTALS__)

#define expf __wl_precise_expf
#define exp10f __wl_precise_exp10f
#define logf __wl_precise_logf
#define log10f __wl_precise_log10f
#define powf __wl_precise_powf
#define __powf __wl_precise___powf
#define tanf __wl_precise_tanf
#define sincosf __wl_precise_sincosf
#include_next <__clang_hip_math.h>
#undef expf
#undef exp10f
#undef logf
#undef log10f
#undef powf
#undef __powf
#undef tanf
#undef sincosf

#include "../port/wavelift_fast_math.h"

#define __WL_FAST__ static __attribute__((device, always_inline)) inline
__WL_FAST__ float expf(float x) { return wlfast::expf(x); }
__WL_FAST__ float exp10f(float x) { return wlfast::exp10f(x); }
__WL_FAST__ float logf(float x) { return wlfast::logf(x); }
__WL_FAST__ float log10f(float x) { return wlfast::log10f(x); }
__WL_FAST__ float powf(float x, float y) { return wlfast::powf(x, y); }
__WL_FAST__ float __powf(float x, float y) { return wlfast::__powf(x, y); }
__WL_FAST__ float tanf(float x) { return wlfast::tanf(x); }
__WL_FAST__ void sincosf(float x, float* sine, float* cosine) { wlfast::sincosf(x, sine, cosine); }
#undef __WL_FAST__

#else
#include_next <__clang_hip_math.h>
#endif

#endif
