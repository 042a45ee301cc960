// Function and variable qualifiers. In HIP compilation the compiler's own wrapper has defined most of them
// already; in plain C and C++ they vanish.
#ifndef HIP_DETAIL_HOST_DEFINES_H
#define HIP_DETAIL_HOST_DEFINES_H

#include "../hip_common.h"

#if defined(__HIP__) && defined(__clang__)

#ifndef __host__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#endif

#define __grid_constant__
// Clang has __noinline__ as a keyword here, so that libstdc++'s __attribute__((__noinline__)) stays what it is.
#if !__has_feature(cuda_noinline_keyword) && !defined(__noinline__)
#define __noinline__ __attribute__((noinline))
#endif
#ifndef __forceinline__
#define __forceinline__ inline __attribute__((always_inline))
#endif
#define __hip_pinned_shadow__ __attribute__((hip_pinned_shadow))

// __launch_bounds__(MAX_THREADS[, MIN_WAVES]): the second number counts waves a SIMD, not blocks as in CUDA;
// CUDA compilation therefore ignores it.
#define __WL_BOUNDS1(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))
#ifdef __WAVELIFT_CUDA__
#define __WL_BOUNDS2(threads, blocks) __WL_BOUNDS1(threads)
#define __WL_BOUNDS3(threads, blocks, cluster) __WL_BOUNDS1(threads)
#define __WL_BOUNDS_PICK(a, b, c, name, ...) name
#define __launch_bounds__(...)                                                                               \
  __WL_BOUNDS_PICK(__VA_ARGS__, __WL_BOUNDS3, __WL_BOUNDS2, __WL_BOUNDS1, unused)(__VA_ARGS__)
#else
#define __WL_BOUNDS2(threads, waves)                                                                         \
  __attribute__((amdgpu_flat_work_group_size(1, threads), amdgpu_waves_per_eu(waves)))
#define __WL_BOUNDS_PICK(a, b, name, ...) name
#define __launch_bounds__(...) __WL_BOUNDS_PICK(__VA_ARGS__, __WL_BOUNDS2, __WL_BOUNDS1, unused)(__VA_ARGS__)
#endif

// Device function of these headers; function for both sides.
#define __WL_DEVICE__ inline __device__ __attribute__((always_inline))
#define __WL_BOTH__ inline __host__ __device__ __attribute__((always_inline))

#else

#ifndef __host__
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#endif
#ifndef __noinline__
#define __noinline__
#endif
#ifndef __forceinline__
#define __forceinline__ inline
#endif
#define __hip_pinned_shadow__
#ifndef __launch_bounds__
#define __launch_bounds__(...)
#endif
#define __WL_BOTH__ inline

#endif

#ifndef __align__
#define __align__(n) __attribute__((aligned(n)))
#endif

#endif
