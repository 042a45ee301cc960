// tex1D .. texCubemapLayered, tex1Dfetch, tex2Dgather: on texture objects, and on the older texture
// references.
#ifndef HIP_DETAIL_TEXTURE_FUNCTIONS_H
#define HIP_DETAIL_TEXTURE_FUNCTIONS_H

#include "texture_sampling.h"

// A function on objects, its form that stores through a pointer, and its Lod and Grad forms. ARGS and NAMES
// are the coordinates.
#define __WL_TEXTURE(name, ARGS, dimensions, x, y, z, layer)                                                 \
  template <class T> __WL_DEVICE__ T name(hipTextureObject_t object, __WL_UNPACK ARGS) {                     \
    return hip_impl::sample<T>(hip_impl::descriptor(object), dimensions, x, y, z, layer);                    \
  }                                                                                                          \
  template <class T> __WL_DEVICE__ void name(T* out, hipTextureObject_t object, __WL_UNPACK ARGS) {          \
    *out = hip_impl::sample<T>(hip_impl::descriptor(object), dimensions, x, y, z, layer);                    \
  }                                                                                                          \
  template <class T> __WL_DEVICE__ T name##Lod(hipTextureObject_t object, __WL_UNPACK ARGS, float level) {   \
    return hip_impl::sample<T>(hip_impl::at_level(hip_impl::descriptor(object), level), dimensions, x, y, z, \
                               layer);                                                                       \
  }
#define __WL_UNPACK(...) __VA_ARGS__
__WL_TEXTURE(tex1D, (float x), 1, x, 0.0f, 0.0f, 0)
__WL_TEXTURE(tex2D, (float x, float y), 2, x, y, 0.0f, 0)
__WL_TEXTURE(tex3D, (float x, float y, float z), 3, x, y, z, 0)
__WL_TEXTURE(tex1DLayered, (float x, int layer), 1, x, 0.0f, 0.0f, layer)
__WL_TEXTURE(tex2DLayered, (float x, float y, int layer), 2, x, y, 0.0f, layer)
#undef __WL_TEXTURE

// Elements of linear memory, unfiltered; zero outside.
template <class T> __WL_DEVICE__ T tex1Dfetch(hipTextureObject_t object, int i) {
  const wl_texture_descriptor& t = hip_impl::descriptor(object);
  const hip_impl::texel zero = {{0, 0, 0, 0}};
  return hip_impl::texel_as<T>(static_cast<unsigned int>(i) < t.width ? hip_impl::load_texel(t, i, 0, 0)
                                                                      : zero);
}
template <class T> __WL_DEVICE__ void tex1Dfetch(T* out, hipTextureObject_t object, int i) {
  *out = tex1Dfetch<T>(object, i);
}

template <class T> __WL_DEVICE__ T texCubemap(hipTextureObject_t object, float x, float y, float z) {
  const wl_texture_descriptor& t = hip_impl::descriptor(object);
  const hip_impl::cube_point p = hip_impl::on_cube(x, y, z);
  return hip_impl::sample<T>(t, 2, p.s, p.t, 0.0f, p.face);
}
template <class T>
__WL_DEVICE__ T texCubemapLayered(hipTextureObject_t object, float x, float y, float z, int layer) {
  const wl_texture_descriptor& t = hip_impl::descriptor(object);
  const hip_impl::cube_point p = hip_impl::on_cube(x, y, z);
  return hip_impl::sample<T>(t, 2, p.s, p.t, 0.0f, layer * 6 + p.face);
}

// One channel of the four texels that linear filtering would blend, in the order (0,1), (1,1), (1,0), (0,0).
template <class T> __WL_DEVICE__ T tex2Dgather(hipTextureObject_t object, float x, float y, int channel = 0) {
  wl_texture_descriptor t = hip_impl::descriptor(object);
  t.filter = WL_TEXTURE_LINEAR;
  const hip_impl::axis ax = hip_impl::place(t, x, t.width, t.address_mode[0]);
  const hip_impl::axis ay = hip_impl::place(t, y, t.height, t.address_mode[1]);
  hip_impl::texel r;
  r.channel[0] = hip_impl::load_texel(t, ax.first, ay.second, 0).channel[channel];
  r.channel[1] = hip_impl::load_texel(t, ax.second, ay.second, 0).channel[channel];
  r.channel[2] = hip_impl::load_texel(t, ax.second, ay.first, 0).channel[channel];
  r.channel[3] = hip_impl::load_texel(t, ax.first, ay.first, 0).channel[channel];
  return hip_impl::texel_as<T>(r);
}

template <class T>
__WL_DEVICE__ T texCubemapLod(hipTextureObject_t object, float x, float y, float z, float level) {
  const hip_impl::cube_point p = hip_impl::on_cube(x, y, z);
  return hip_impl::sample<T>(hip_impl::at_level(hip_impl::descriptor(object), level), 2, p.s, p.t, 0.0f,
                             p.face);
}

// Gradients pick the mipmap level: the binary logarithm of the longer one, in texels.
namespace hip_impl {
__WL_DEVICE__ float texels(const wl_texture_descriptor& t, float dx, float dy, float dz) {
  if (t.normalized) {
    dx *= static_cast<float>(t.width);
    dy *= static_cast<float>(t.height);
    dz *= static_cast<float>(t.depth);
  }
  return dx * dx + dy * dy + dz * dz;
}
__WL_DEVICE__ float level_of(float a, float b) { return 0.5f * __builtin_log2f(a > b ? a : b); }
} // namespace hip_impl
template <class T> __WL_DEVICE__ T tex1DGrad(hipTextureObject_t object, float x, float dx, float dy) {
  const wl_texture_descriptor& t = hip_impl::descriptor(object);
  return tex1DLod<T>(object, x,
                     hip_impl::level_of(hip_impl::texels(t, dx, 0, 0), hip_impl::texels(t, dy, 0, 0)));
}
template <class T>
__WL_DEVICE__ T tex2DGrad(hipTextureObject_t object, float x, float y, float2 dx, float2 dy) {
  const wl_texture_descriptor& t = hip_impl::descriptor(object);
  return tex2DLod<T>(
      object, x, y,
      hip_impl::level_of(hip_impl::texels(t, dx.x, dx.y, 0), hip_impl::texels(t, dy.x, dy.y, 0)));
}
template <class T>
__WL_DEVICE__ T tex3DGrad(hipTextureObject_t object, float x, float y, float z, float4 dx, float4 dy) {
  const wl_texture_descriptor& t = hip_impl::descriptor(object);
  return tex3DLod<T>(
      object, x, y, z,
      hip_impl::level_of(hip_impl::texels(t, dx.x, dx.y, dx.z), hip_impl::texels(t, dy.x, dy.y, dy.z)));
}

// Texture references. Read as normalized float, an integer texel type gives floats.
namespace hip_impl {
template <class T, hipTextureReadMode mode> struct texel_result {
  typedef T type;
};
template <class T> struct texel_result<T, hipReadModeNormalizedFloat> {
  typedef float type;
};
#define __WL_NORMALIZED(S)                                                                                   \
  template <> struct texel_result<S##1, hipReadModeNormalizedFloat> {                                        \
    typedef float1 type;                                                                                     \
  };                                                                                                         \
  template <> struct texel_result<S##2, hipReadModeNormalizedFloat> {                                        \
    typedef float2 type;                                                                                     \
  };                                                                                                         \
  template <> struct texel_result<S##4, hipReadModeNormalizedFloat> {                                        \
    typedef float4 type;                                                                                     \
  };
__WL_NORMALIZED(char)
__WL_NORMALIZED(uchar)
__WL_NORMALIZED(short)
__WL_NORMALIZED(ushort)
#undef __WL_NORMALIZED
} // namespace hip_impl

#define __WL_TEXTURE_REFERENCE(name, kind, ARGS, NAMES)                                                      \
  template <class T, hipTextureReadMode mode>                                                                \
  __WL_DEVICE__ typename hip_impl::texel_result<T, mode>::type name(const texture<T, kind, mode>& reference, \
                                                                    __WL_UNPACK ARGS) {                      \
    return name<typename hip_impl::texel_result<T, mode>::type>(reference.textureObject, __WL_UNPACK NAMES); \
  }
__WL_TEXTURE_REFERENCE(tex1Dfetch, hipTextureType1D, (int i), (i))
__WL_TEXTURE_REFERENCE(tex1D, hipTextureType1D, (float x), (x))
__WL_TEXTURE_REFERENCE(tex2D, hipTextureType2D, (float x, float y), (x, y))
__WL_TEXTURE_REFERENCE(tex3D, hipTextureType3D, (float x, float y, float z), (x, y, z))
__WL_TEXTURE_REFERENCE(tex1DLayered, hipTextureType1DLayered, (float x, int layer), (x, layer))
__WL_TEXTURE_REFERENCE(tex2DLayered, hipTextureType2DLayered, (float x, float y, int layer), (x, y, layer))
__WL_TEXTURE_REFERENCE(texCubemap, hipTextureTypeCubemap, (float x, float y, float z), (x, y, z))
#undef __WL_TEXTURE_REFERENCE
#undef __WL_UNPACK

#endif
