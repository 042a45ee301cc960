// Where CUDA's host functions differ from HIP's in more than the name.
#ifndef WAVELIFT_CUDA_DETAIL_CUDA_HOST_H
#define WAVELIFT_CUDA_DETAIL_CUDA_HOST_H

#ifdef __cplusplus

// Device code sees warps of 32 lanes, whatever the wavefront is; so must the host code that asks.
namespace wl32 {

inline hipError_t get_device_properties(hipDeviceProp_t* properties, int device) {
  const hipError_t error = hipGetDeviceProperties(properties, device);
  if (error == hipSuccess) properties->warpSize = 32;
  return error;
}
inline hipError_t get_device_attribute(int* value, hipDeviceAttribute_t attribute, int device) {
  const hipError_t error = hipDeviceGetAttribute(value, attribute, device);
  if (error == hipSuccess && attribute == hipDeviceAttributeWarpSize) *value = 32;
  return error;
}

} // namespace wl32

// CUDA takes a kernel by its name where HIP wants a pointer to void.
template <class... Params>
inline hipError_t hipFuncSetCacheConfig(void (*kernel)(Params...), hipFuncCache_t config) {
  return hipFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), config);
}
template <class... Params>
inline hipError_t hipFuncSetSharedMemConfig(void (*kernel)(Params...), hipSharedMemConfig config) {
  return hipFuncSetSharedMemConfig(reinterpret_cast<const void*>(kernel), config);
}
template <class... Params>
inline hipError_t hipFuncSetAttribute(void (*kernel)(Params...), hipFuncAttribute attribute, int value) {
  return hipFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <class... Params>
inline hipError_t hipFuncGetAttributes(hipFuncAttributes* attributes, void (*kernel)(Params...)) {
  return hipFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <class... Params>
inline hipError_t hipLaunchKernel(void (*kernel)(Params...), dim3 blocks, dim3 threads, void** arguments,
                                  size_t shared_bytes = 0, hipStream_t stream = nullptr) {
  return hipLaunchKernel(reinterpret_cast<const void*>(kernel), blocks, threads, arguments, shared_bytes,
                         stream);
}

// Pointers of any type where HIP wants a pointer to a pointer to void.
template <class T> inline hipError_t hipHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return hipHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}

// CUDA 13's forms that take a location.
inline hipError_t hipMemPrefetchAsync(const void* address, size_t bytes, hipMemLocation location,
                                      unsigned int flags, hipStream_t stream = nullptr) {
  return hipMemPrefetchAsync_v2(address, bytes, location, flags, stream);
}
inline hipError_t hipMemAdvise(const void* address, size_t bytes, hipMemoryAdvise advice,
                               hipMemLocation location) {
  return hipMemAdvise_v2(address, bytes, advice, location);
}

// CUDA 12's form with flags in third place.
inline hipError_t hipGraphInstantiate(hipGraphExec_t* executable, hipGraph_t graph,
                                      unsigned long long flags = 0) {
  return hipGraphInstantiateWithFlags(executable, graph, flags);
}

#undef cudaGetDeviceProperties
#define cudaGetDeviceProperties wl32::get_device_properties
#undef cudaGetDeviceProperties_v2
#define cudaGetDeviceProperties_v2 wl32::get_device_properties
#undef cudaDeviceGetAttribute
#define cudaDeviceGetAttribute wl32::get_device_attribute
#undef cuDeviceGetAttribute
#define cuDeviceGetAttribute wl32::get_device_attribute

#endif
#endif
