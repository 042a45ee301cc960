// Device functions that CUDA has and HIP lacks, beyond the warp functions.
#ifndef WAVELIFT_CUDA_DETAIL_CUDA_DEVICE_H
#define WAVELIFT_CUDA_DETAIL_CUDA_DEVICE_H

// Address space conversions. A generic pointer to shared memory holds the shared address in its low half.
__WL_DEVICE__ size_t __cvta_generic_to_shared(const void *p)
{
    return static_cast<unsigned int>(reinterpret_cast<unsigned long long>(p));
}
__WL_DEVICE__ size_t __cvta_generic_to_global(const void *p) { return reinterpret_cast<size_t>(p); }
__WL_DEVICE__ size_t __cvta_generic_to_constant(const void *p) { return reinterpret_cast<size_t>(p); }

__WL_DEVICE__ void __prof_trigger(int) {}

// Atomics with an explicit order and scope, from CUDA 12.8 (the constants come with CUDA's other names). The
// strongest order and scope serve every request.
template <class T>
__WL_DEVICE__ T __nv_atomic_load_n(const T *address, int, int = __HIP_MEMORY_SCOPE_SYSTEM)
{
    return __hip_atomic_load(address, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);
}
template <class T, class V>
__WL_DEVICE__ void __nv_atomic_store_n(T *address, V value, int, int = __HIP_MEMORY_SCOPE_SYSTEM)
{
    __hip_atomic_store(address, static_cast<T>(value), __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);
}
template <class T, class V>
__WL_DEVICE__ T __nv_atomic_fetch_add(T *address, V value, int, int = __HIP_MEMORY_SCOPE_SYSTEM)
{
    return __hip_atomic_fetch_add(address, static_cast<T>(value), __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);
}

#endif
