// CUDA's warp functions: 32 lanes, 32-bit masks, on any wavefront.
#ifndef WAVELIFT_CUDA_DETAIL_CUDA_WARP_H
#define WAVELIFT_CUDA_DETAIL_CUDA_WARP_H

#include "../../port/wavelift_warp.h"

static constexpr int warpSize = wl32::warp_size;

#define __WL_CUDA_SHUFFLE(name, Second)                                                                      \
  template <class T> __WL_DEVICE__ T __##name##_sync(unsigned mask, T value, Second which, int width = 32) { \
    return wl32::name##_sync(mask, value, which, width);                                                     \
  }                                                                                                          \
  template <class T> __WL_DEVICE__ T __##name(T value, Second which, int width = 32) {                       \
    return wl32::name(value, which, width);                                                                  \
  }
__WL_CUDA_SHUFFLE(shfl, int)
__WL_CUDA_SHUFFLE(shfl_up, unsigned int)
__WL_CUDA_SHUFFLE(shfl_down, unsigned int)
__WL_CUDA_SHUFFLE(shfl_xor, int)
#undef __WL_CUDA_SHUFFLE

__WL_DEVICE__ unsigned int __ballot_sync(unsigned int mask, int p) { return wl32::ballot_sync(mask, p); }
__WL_DEVICE__ int __any_sync(unsigned int mask, int p) { return wl32::any_sync(mask, p); }
__WL_DEVICE__ int __all_sync(unsigned int mask, int p) { return wl32::all_sync(mask, p); }
__WL_DEVICE__ int __uni_sync(unsigned int mask, int p) { return wl32::uni_sync(mask, p); }
__WL_DEVICE__ unsigned int __ballot(int p) { return wl32::ballot(p); }
__WL_DEVICE__ int __any(int p) { return wl32::any(p); }
__WL_DEVICE__ int __all(int p) { return wl32::all(p); }
__WL_DEVICE__ unsigned int __activemask() { return wl32::activemask(); }
__WL_DEVICE__ void __syncwarp(unsigned int mask = ~0u) { wl32::syncwarp(mask); }

template <class T> __WL_DEVICE__ unsigned int __match_any_sync(unsigned int mask, T value) {
  return wl32::match_any_sync(mask, value);
}
template <class T> __WL_DEVICE__ unsigned int __match_all_sync(unsigned int mask, T value, int* predicate) {
  return wl32::match_all_sync(mask, value, predicate);
}

#define __WL_CUDA_REDUCE(name)                                                                               \
  template <class T> __WL_DEVICE__ T __reduce_##name##_sync(unsigned int mask, T value) {                    \
    return wl32::reduce_##name##_sync(mask, value);                                                          \
  }
__WL_CUDA_REDUCE(add)
__WL_CUDA_REDUCE(min)
__WL_CUDA_REDUCE(max)
__WL_CUDA_REDUCE(and)
__WL_CUDA_REDUCE(or)
__WL_CUDA_REDUCE(xor)
#undef __WL_CUDA_REDUCE

#endif
