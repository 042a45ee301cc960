// Where CUDA's host functions differ from HIP's in more than the name.
#ifndef WAVELIFT_CUDA_DETAIL_CUDA_HOST_H
#define WAVELIFT_CUDA_DETAIL_CUDA_HOST_H

#ifdef __cplusplus

// Device code sees warps of 32 lanes, whatever the wavefront is; so must the host code that asks.
namespace wl32 {

inline hipError_t get_device_properties(hipDeviceProp_t *properties, int device)
{
    const hipError_t error = hipGetDeviceProperties(properties, device);
    if (error == hipSuccess) properties->warpSize = 32;
    return error;
}
inline hipError_t get_device_attribute(int *value, hipDeviceAttribute_t attribute, int device)
{
    const hipError_t error = hipDeviceGetAttribute(value, attribute, device);
    if (error == hipSuccess && attribute == hipDeviceAttributeWarpSize) *value = 32;
    return error;
}

} // namespace wl32

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
