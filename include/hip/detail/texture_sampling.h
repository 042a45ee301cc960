// Software sampling: texels out of memory by a wl_texture_descriptor, filtered as CUDA and HIP define it.
//
// Linear filtering weighs the neighbours of x - 0.5 with fractions of 8 bits, as the hardware does.
// Coordinates that are not normalized know the modes clamp and border only.
#ifndef HIP_DETAIL_TEXTURE_SAMPLING_H
#define HIP_DETAIL_TEXTURE_SAMPLING_H

#include "float_functions.h"
#include "texture_descriptor.h"

namespace hip_impl {

// Four channels as they lie in memory, each widened to 32 bits: integers, or floats by their bits.
struct texel {
  unsigned int channel[4];
};

// How a texel type T is put together: Scalar[count].
template <class T> struct texel_type {
  typedef T scalar;
  static constexpr int count = 1;
  static __WL_DEVICE__ T of(const scalar* c) { return c[0]; }
};
#define __WL_TEXEL(T, S)                                                                                     \
  template <> struct texel_type<S##1> {                                                                      \
    typedef T scalar;                                                                                        \
    static constexpr int count = 1;                                                                          \
    static __WL_DEVICE__ S##1 of(const T* c) { return make_##S##1(c[0]); }                                   \
  };                                                                                                         \
  template <> struct texel_type<S##2> {                                                                      \
    typedef T scalar;                                                                                        \
    static constexpr int count = 2;                                                                          \
    static __WL_DEVICE__ S##2 of(const T* c) { return make_##S##2(c[0], c[1]); }                             \
  };                                                                                                         \
  template <> struct texel_type<S##4> {                                                                      \
    typedef T scalar;                                                                                        \
    static constexpr int count = 4;                                                                          \
    static __WL_DEVICE__ S##4 of(const T* c) { return make_##S##4(c[0], c[1], c[2], c[3]); }                 \
  };
__WL_TEXEL(char, char)
__WL_TEXEL(unsigned char, uchar)
__WL_TEXEL(short, short)
__WL_TEXEL(unsigned short, ushort)
__WL_TEXEL(int, int)
__WL_TEXEL(unsigned int, uint)
__WL_TEXEL(float, float)
#undef __WL_TEXEL

// Channel `c` of the texel at `address`.
inline __device__ unsigned int load_channel(const wl_texture_descriptor& t, const unsigned char* address,
                                            int c) {
  const bool is_signed = t.format == WL_TEXTURE_SIGNED;
  if (t.channel_bits == 8)
    return is_signed ? static_cast<unsigned int>(static_cast<signed char>(address[c])) : address[c];
  if (t.channel_bits == 16) {
    const unsigned short half_word = reinterpret_cast<const unsigned short*>(address)[c];
    if (t.format == WL_TEXTURE_FLOAT)
      return __float_as_uint(static_cast<float>(__builtin_bit_cast(_Float16, half_word)));
    return is_signed ? static_cast<unsigned int>(static_cast<short>(half_word)) : half_word;
  }
  return reinterpret_cast<const unsigned int*>(address)[c];
}

// An index brought into 0..n-1 by the address mode; -1 says that the border colour is meant.
inline __device__ int addressed(int i, int n, int mode) {
  if (i >= 0 && i < n) return i;
  if (mode == WL_TEXTURE_BORDER) return -1;
  if (mode == WL_TEXTURE_WRAP) {
    const int r = i % n;
    return r < 0 ? r + n : r;
  }
  if (mode == WL_TEXTURE_MIRROR) {
    int r = i % (2 * n);
    if (r < 0) r += 2 * n;
    return r < n ? r : 2 * n - 1 - r;
  }
  return i < 0 ? 0 : n - 1;
}

// The texel at integer coordinates. A negative coordinate asks for the border colour.
inline __device__ texel load_texel(const wl_texture_descriptor& t, int x, int y, int z) {
  texel r = {{0, 0, 0, 0}};
  if (x < 0 || y < 0 || z < 0) {
#pragma unroll
    for (int c = 0; c < 4; ++c)
      r.channel[c] = t.format == WL_TEXTURE_FLOAT || t.read_mode == WL_TEXTURE_NORMALIZED_FLOAT
                         ? __float_as_uint(t.border[c])
                         : static_cast<unsigned int>(static_cast<int>(t.border[c]));
    return r;
  }
  const unsigned char* address =
      reinterpret_cast<const unsigned char*>(t.data) + static_cast<unsigned long long>(z) * t.slice_pitch +
      static_cast<unsigned long long>(y) * t.row_pitch + static_cast<unsigned long long>(x) * t.texel_bytes;
#pragma unroll
  for (int c = 0; c < 4; ++c) {
    if (c >= t.channels) break;
    unsigned int v = load_channel(t, address, c);
    if (t.read_mode == WL_TEXTURE_NORMALIZED_FLOAT && t.format != WL_TEXTURE_FLOAT) {
      const float most = static_cast<float>((1u << (t.channel_bits - (t.format == WL_TEXTURE_SIGNED))) - 1u);
      float f =
          (t.format == WL_TEXTURE_SIGNED ? static_cast<float>(static_cast<int>(v)) : static_cast<float>(v)) /
          most;
      if (t.format == WL_TEXTURE_SIGNED && f < -1.0f) f = -1.0f;
      if (t.srgb && c < 3 && t.channel_bits == 8)
        f = f <= 0.04045f ? f / 12.92f : __builtin_powf((f + 0.055f) / 1.055f, 2.4f);
      v = __float_as_uint(f);
    }
    r.channel[c] = v;
  }
  return r;
}

// The texel as the caller's type: integers cut to their width, floats by their bits.
template <class T> __WL_DEVICE__ T texel_as(const texel& v) {
  typedef typename texel_type<T>::scalar S;
  S c[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    if constexpr (static_cast<S>(0.5f) != static_cast<S>(0))
      c[i] = __uint_as_float(v.channel[i]);
    else
      c[i] = static_cast<S>(v.channel[i]);
  }
  return texel_type<T>::of(c);
}

// One axis of a sample: the two neighbours and the weight of the second. Point filtering has weight 0.
struct axis {
  int first, second;
  float weight;
};
inline __device__ axis place(const wl_texture_descriptor& t, float x, unsigned int extent, int mode) {
  const int n = static_cast<int>(extent);
  if (t.normalized)
    x *= static_cast<float>(n);
  else if (mode == WL_TEXTURE_WRAP || mode == WL_TEXTURE_MIRROR)
    mode = WL_TEXTURE_CLAMP;
  axis a;
  if (t.filter == WL_TEXTURE_POINT) {
    a.first = a.second = addressed(__float2int_rd(x), n, mode);
    a.weight = 0.0f;
    return a;
  }
  x -= 0.5f;
  const float low = __builtin_floorf(x);
  a.weight = __builtin_rintf((x - low) * 256.0f) * (1.0f / 256.0f);
  const int i = __float2int_rd(low);
  a.first = addressed(i, n, mode);
  a.second = addressed(i + 1, n, mode);
  return a;
}

// Sample with `dimensions` filtered axes; `layer` picks the slice when z is not one of them.
template <class T>
inline __device__ T sample(const wl_texture_descriptor& t, int dimensions, float x, float y, float z,
                           int layer) {
  const axis none = {0, 0, 0.0f};
  const axis ax = place(t, x, t.width, t.address_mode[0]);
  const axis ay = dimensions > 1 ? place(t, y, t.height, t.address_mode[1]) : none;
  axis az = dimensions > 2 ? place(t, z, t.depth, t.address_mode[2]) : none;
  if (dimensions < 3) {
    const int last = static_cast<int>(t.depth) - 1;
    az.first = az.second = layer < 0 ? 0 : layer > last ? last : layer;
  }
  const bool blends = t.filter == WL_TEXTURE_LINEAR &&
                      (t.format == WL_TEXTURE_FLOAT || t.read_mode == WL_TEXTURE_NORMALIZED_FLOAT);
  if (!blends) return texel_as<T>(load_texel(t, ax.first, ay.first, az.first));

  float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int corner = 0; corner < (1 << dimensions); ++corner) {
    const bool sx = corner & 1, sy = corner & 2, sz = corner & 4;
    const float weight = (sx ? ax.weight : 1.0f - ax.weight) * (sy ? ay.weight : 1.0f - ay.weight) *
                         (sz ? az.weight : 1.0f - az.weight);
    if (weight == 0.0f) continue;
    const texel v =
        load_texel(t, sx ? ax.second : ax.first, sy ? ay.second : ay.first, sz ? az.second : az.first);
    for (int c = 0; c < 4; ++c) sum[c] += weight * __uint_as_float(v.channel[c]);
  }
  texel blended;
  for (int c = 0; c < 4; ++c) blended.channel[c] = __float_as_uint(sum[c]);
  return texel_as<T>(blended);
}

// The mipmap level nearest to `level`.
__WL_DEVICE__ const wl_texture_descriptor& at_level(const wl_texture_descriptor& t, float level) {
  const wl_texture_descriptor* at = &t;
  for (int left = __float2int_rn(level); left > 0 && at->next_level != 0; --left)
    at = reinterpret_cast<const wl_texture_descriptor*>(at->next_level);
  return *at;
}

// Cube maps: the face that a direction meets (+x, -x, +y, -y, +z, -z) and the point on it, from 0 to 1.
struct cube_point {
  int face;
  float s, t;
};
inline __device__ cube_point on_cube(float x, float y, float z) {
  const float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z);
  cube_point p;
  float major, s, t;
  if (ax >= ay && ax >= az)
    p.face = x < 0 ? 1 : 0, major = ax, s = x < 0 ? z : -z, t = -y;
  else if (ay >= az)
    p.face = y < 0 ? 3 : 2, major = ay, s = x, t = y < 0 ? -z : z;
  else
    p.face = z < 0 ? 5 : 4, major = az, s = z < 0 ? -x : x, t = -y;
  p.s = (s / major + 1.0f) * 0.5f;
  p.t = (t / major + 1.0f) * 0.5f;
  return p;
}

__WL_DEVICE__ const wl_texture_descriptor& descriptor(hipTextureObject_t object) {
  return *reinterpret_cast<const wl_texture_descriptor*>(object);
}

} // namespace hip_impl

#endif
