// Device functions that CUDA has and HIP lacks, beyond the warp functions.
#ifndef WAVELIFT_CUDA_DETAIL_CUDA_DEVICE_H
#define WAVELIFT_CUDA_DETAIL_CUDA_DEVICE_H

#include "cuda_simd.h"

// Loads and stores with a cache hint, which has no meaning for the result.
template <class T> __WL_DEVICE__ T __ldca(const T* address) { return *address; }
template <class T> __WL_DEVICE__ T __ldcg(const T* address) { return *address; }
template <class T> __WL_DEVICE__ T __ldcs(const T* address) { return *address; }
template <class T> __WL_DEVICE__ T __ldlu(const T* address) { return *address; }
template <class T> __WL_DEVICE__ T __ldcv(const T* address) {
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
  return *address;
}
template <class T, class V> __WL_DEVICE__ void __stwb(T* address, V value) { *address = value; }
template <class T, class V> __WL_DEVICE__ void __stcg(T* address, V value) { *address = value; }
template <class T, class V> __WL_DEVICE__ void __stcs(T* address, V value) { *address = value; }
template <class T, class V> __WL_DEVICE__ void __stwt(T* address, V value) { *address = value; }

// Waits some `nanoseconds`: a turn of s_sleep 1 takes 64 cycles, about 32 ns.
__WL_DEVICE__ void __nanosleep(unsigned int nanoseconds) {
  for (unsigned int turns = nanoseconds / 32 + 1; turns > 0; --turns) __builtin_amdgcn_s_sleep(1);
}

// Address space conversions. A generic pointer to shared memory holds the shared address in its low half.
__WL_DEVICE__ size_t __cvta_generic_to_shared(const void* p) {
  return static_cast<unsigned int>(reinterpret_cast<unsigned long long>(p));
}
__WL_DEVICE__ size_t __cvta_generic_to_global(const void* p) { return reinterpret_cast<size_t>(p); }
__WL_DEVICE__ size_t __cvta_generic_to_constant(const void* p) { return reinterpret_cast<size_t>(p); }

__WL_DEVICE__ void __prof_trigger(int) {}

// Atomics with an explicit order and scope, from CUDA 12.8 (the constants come with CUDA's other names). The
// strongest order and scope serve every request.
template <class T>
__WL_DEVICE__ T __nv_atomic_load_n(const T* address, int, int = __HIP_MEMORY_SCOPE_SYSTEM) {
  return __hip_atomic_load(address, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);
}
template <class T, class V>
__WL_DEVICE__ void __nv_atomic_store_n(T* address, V value, int, int = __HIP_MEMORY_SCOPE_SYSTEM) {
  __hip_atomic_store(address, static_cast<T>(value), __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);
}
template <class T, class V>
__WL_DEVICE__ T __nv_atomic_fetch_add(T* address, V value, int, int = __HIP_MEMORY_SCOPE_SYSTEM) {
  return __hip_atomic_fetch_add(address, static_cast<T>(value), __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);
}

#endif
