// Mathematical functions, atomics and shuffles on __half and __half2, for device code.
#ifndef HIP_DETAIL_HALF_MATH_H
#define HIP_DETAIL_HALF_MATH_H

#include "half_arithmetic.h"
#include "warp.h"

__WL_NARROW_MATH(__half, __half2)

__WL_DEVICE__ __half2 unsafeAtomicAdd(__half2* address, __half2 value) {
  return hip_impl::atomic_change(address, [=](__half2 old) { return __half2(old.data + value.data); });
}
#ifndef WAVELIFT_STRICT_HIP
__WL_DEVICE__ __half2 atomicAdd(__half2* address, __half2 value) { return unsafeAtomicAdd(address, value); }
__WL_DEVICE__ __half atomicAdd(__half* address, __half value) {
  return hip_impl::atomic_change(address,
                                 [=](__half old) { return hip_impl::half_of(old.data + value.data); });
}
#endif

#ifndef __WAVELIFT_CUDA__
__WL_SHUFFLES(__half)
__WL_SHUFFLES(__half2)
#endif

#endif
