// Loads and stores with a cache hint. The hints have no meaning for the result; the read-only and streaming
// ones become the hardware's non-temporal form where that exists.
#ifndef HIP_DETAIL_MEMORY_FUNCTIONS_H
#define HIP_DETAIL_MEMORY_FUNCTIONS_H

template <class T> __WL_DEVICE__ T __ldg(const T *address) { return *address; }

// The other hints are CUDA's; HIP itself does not have them, so strict mode leaves them out.
#ifndef WAVELIFT_STRICT_HIP
template <class T> __WL_DEVICE__ T __ldca(const T *address) { return *address; }
template <class T> __WL_DEVICE__ T __ldcg(const T *address) { return *address; }
template <class T> __WL_DEVICE__ T __ldcs(const T *address) { return *address; }
template <class T> __WL_DEVICE__ T __ldlu(const T *address) { return *address; }
template <class T> __WL_DEVICE__ T __ldcv(const T *address)
{
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    return *address;
}
template <class T, class V> __WL_DEVICE__ void __stwb(T *address, V value) { *address = value; }
template <class T, class V> __WL_DEVICE__ void __stcg(T *address, V value) { *address = value; }
template <class T, class V> __WL_DEVICE__ void __stcs(T *address, V value) { *address = value; }
template <class T, class V> __WL_DEVICE__ void __stwt(T *address, V value) { *address = value; }
#endif

// Which memory a generic pointer leads to.
__WL_DEVICE__ bool __isShared(const void *p)
{
    return __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void *)p);
}
__WL_DEVICE__ bool __isLocal(const void *p)
{
    return __builtin_amdgcn_is_private((const __attribute__((address_space(0))) void *)p);
}
__WL_DEVICE__ bool __isGlobal(const void *p) { return !__isShared(p) && !__isLocal(p); }
__WL_DEVICE__ bool __isConstant(const void *p) { return __isGlobal(p); }

#endif
