// Reads through the read-only cache, and questions about where a pointer leads.
#ifndef HIP_DETAIL_MEMORY_FUNCTIONS_H
#define HIP_DETAIL_MEMORY_FUNCTIONS_H

template <class T> __WL_DEVICE__ T __ldg(const T* address) { return *address; }

// Which memory a generic pointer leads to.
__WL_DEVICE__ bool __isShared(const void* p) {
  return __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void*)p);
}
__WL_DEVICE__ bool __isLocal(const void* p) {
  return __builtin_amdgcn_is_private((const __attribute__((address_space(0))) void*)p);
}
__WL_DEVICE__ bool __isGlobal(const void* p) { return !__isShared(p) && !__isLocal(p); }
__WL_DEVICE__ bool __isConstant(const void* p) { return __isGlobal(p); }

#endif
