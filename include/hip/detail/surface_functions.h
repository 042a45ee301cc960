// surf1Dread .. surf3Dwrite: unfiltered access to arrays. x is in bytes, as in CUDA and HIP. A surface object
// is the device address of a wl_texture_descriptor, like a texture object.
#ifndef HIP_DETAIL_SURFACE_FUNCTIONS_H
#define HIP_DETAIL_SURFACE_FUNCTIONS_H

#include "texture_descriptor.h"

namespace hip_impl {

// The address of an element, or null where the access leaves the array; with `clamps` it is moved inside.
template <class T>
__WL_DEVICE__ T* surface_element(hipSurfaceObject_t object, int x, int y, int z, bool clamps) {
  const wl_texture_descriptor& t = *reinterpret_cast<const wl_texture_descriptor*>(object);
  const int w = static_cast<int>(t.width * t.texel_bytes), h = static_cast<int>(t.height);
  const int d = static_cast<int>(t.depth), size = static_cast<int>(sizeof(T));
  if (x < 0 || y < 0 || z < 0 || x + size > w || y >= h || z >= d) {
    if (!clamps) return nullptr;
    x = x < 0 ? 0 : x + size > w ? w - size : x;
    y = y < 0 ? 0 : y >= h ? h - 1 : y;
    z = z < 0 ? 0 : z >= d ? d - 1 : z;
  }
  return reinterpret_cast<T*>(t.data + static_cast<unsigned long long>(z) * t.slice_pitch +
                              static_cast<unsigned long long>(y) * t.row_pitch +
                              static_cast<unsigned long long>(x));
}

} // namespace hip_impl

// Reads outside give zero and writes there vanish, unless the mode says clamp.
#define __WL_UNPACK(...) __VA_ARGS__
#define __WL_SURFACE(name, ARGS, x, y, z)                                                                    \
  template <class T>                                                                                         \
  __WL_DEVICE__ T name##read(hipSurfaceObject_t object, __WL_UNPACK ARGS, int mode = hipBoundaryModeZero) {  \
    const T* at = hip_impl::surface_element<T>(object, x, y, z, mode == hipBoundaryModeClamp);               \
    return at ? *at : T{};                                                                                   \
  }                                                                                                          \
  template <class T>                                                                                         \
  __WL_DEVICE__ void name##read(T* out, hipSurfaceObject_t object, __WL_UNPACK ARGS,                         \
                                int mode = hipBoundaryModeZero) {                                            \
    const T* at = hip_impl::surface_element<T>(object, x, y, z, mode == hipBoundaryModeClamp);               \
    *out = at ? *at : T{};                                                                                   \
  }                                                                                                          \
  template <class T>                                                                                         \
  __WL_DEVICE__ void name##write(T value, hipSurfaceObject_t object, __WL_UNPACK ARGS,                       \
                                 int mode = hipBoundaryModeZero) {                                           \
    T* at = hip_impl::surface_element<T>(object, x, y, z, mode == hipBoundaryModeClamp);                     \
    if (at) *at = value;                                                                                     \
  }
__WL_SURFACE(surf1D, (int x), x, 0, 0)
__WL_SURFACE(surf2D, (int x, int y), x, y, 0)
__WL_SURFACE(surf3D, (int x, int y, int z), x, y, z)
__WL_SURFACE(surf1DLayered, (int x, int layer), x, 0, layer)
__WL_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
__WL_SURFACE(surfCubemap, (int x, int y, int face), x, y, face)
#undef __WL_SURFACE
#undef __WL_UNPACK

#endif
