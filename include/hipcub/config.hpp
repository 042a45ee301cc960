// What all of hipCUB's headers share: qualifiers, the default width of logical warps, debugging aids.
#ifndef HIPCUB_CONFIG_HPP_
#define HIPCUB_CONFIG_HPP_

#include <cstdio>
#include <hip/hip_runtime.h>
#include <wlprim/config.h>

#define HIPCUB_ROCPRIM_API 1
#define HIPCUB_VERSION 400000
#define HIPCUB_VERSION_MAJOR 4
#define HIPCUB_VERSION_MINOR 0
#define HIPCUB_VERSION_PATCH 0
#define HIPCUB_NAMESPACE hipcub
#define BEGIN_HIPCUB_NAMESPACE namespace hipcub {
#define END_HIPCUB_NAMESPACE }

#define HIPCUB_DEVICE __device__ inline
#define HIPCUB_HOST __host__
#define HIPCUB_HOST_DEVICE __host__ __device__
#define HIPCUB_FORCEINLINE __forceinline__
#define HIPCUB_SHARED_MEMORY __shared__
#define HIPCUB_RUNTIME_FUNCTION __host__

// CUDA's warps have 32 lanes; HIP's are as wide as the target's wavefronts.
#ifdef __WAVELIFT_CUDA__
#define HIPCUB_WARP_THREADS 32
#else
#define HIPCUB_WARP_THREADS ::wlprim::target_wave
#endif
#define HIPCUB_DEVICE_WARP_THREADS HIPCUB_WARP_THREADS
#define HIPCUB_HOST_WARP_THREADS HIPCUB_WARP_THREADS
#define HIPCUB_ARCH 1

#define HIPCUB_MAX(a, b) (((b) > (a)) ? (b) : (a))
#define HIPCUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#define HIPCUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#define HIPCUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define HIPCUB_ROUND_UP_NEAREST(x, y) (HIPCUB_QUOTIENT_CEILING(x, y) * (y))
#define HIPCUB_ROUND_DOWN_NEAREST(x, y) (((x) / (y)) * (y))

namespace hipcub {

// Hands the error on; says what and where when HIPCUB_STDERR is defined.
__host__ __device__ inline hipError_t Debug(hipError_t error, const char* file, int line) {
#if defined(HIPCUB_STDERR) && !defined(__HIP_DEVICE_COMPILE__)
  if (error != hipSuccess)
    fprintf(stderr, "HIP error %d [%s, %d]: %s\n", error, file, line, hipGetErrorString(error));
#endif
  static_cast<void>(file);
  static_cast<void>(line);
  return error;
}

} // namespace hipcub

#define HipcubDebug(e) ::hipcub::Debug(static_cast<hipError_t>(e), __FILE__, __LINE__)

#endif
