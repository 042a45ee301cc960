// Channel format of a texel type: hipCreateChannelDesc<float4>() and the like.
#ifndef HIP_INCLUDE_HIP_CHANNEL_DESCRIPTOR_H
#define HIP_INCLUDE_HIP_CHANNEL_DESCRIPTOR_H

#include "driver_types.h"
#include "hip_vector_types.h"

#ifdef __cplusplus

extern "C" hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, enum hipChannelFormatKind f);

namespace hip_detail {

// How many channels of which scalar a texel type has. Anything that is neither an arithmetic type nor a vector of
// them has none.
template <class T> struct Scalar {
  static constexpr int bits = 0;
  static constexpr hipChannelFormatKind kind = hipChannelFormatKindNone;
};
#define __WL_SCALAR(type, is)                                                                                \
  template <> struct Scalar<type> {                                                                          \
    static constexpr int bits = 8 * sizeof(type);                                                            \
    static constexpr hipChannelFormatKind kind = hipChannelFormatKind##is;                                   \
  };
__WL_SCALAR(char, Signed)
__WL_SCALAR(signed char, Signed)
__WL_SCALAR(unsigned char, Unsigned)
__WL_SCALAR(short, Signed)
__WL_SCALAR(unsigned short, Unsigned)
__WL_SCALAR(int, Signed)
__WL_SCALAR(unsigned int, Unsigned)
__WL_SCALAR(long, Signed)
__WL_SCALAR(unsigned long, Unsigned)
__WL_SCALAR(float, Float)
#undef __WL_SCALAR

template <class T, int N> struct Texel {
  static constexpr int channels = N, bits = Scalar<T>::bits;
  static constexpr hipChannelFormatKind kind = Scalar<T>::kind;
};
template <class T> struct TexelOf : Texel<T, 1> {};
#define __WL_VECTOR(name, type)                                                                              \
  template <> struct TexelOf<name##1> : Texel<type, 1> {};                                                   \
  template <> struct TexelOf<name##2> : Texel<type, 2> {};                                                   \
  template <> struct TexelOf<name##3> : Texel<type, 3> {};                                                   \
  template <> struct TexelOf<name##4> : Texel<type, 4> {};
__WL_VECTOR(char, signed char)
__WL_VECTOR(uchar, unsigned char)
__WL_VECTOR(short, short)
__WL_VECTOR(ushort, unsigned short)
__WL_VECTOR(int, int)
__WL_VECTOR(uint, unsigned int)
__WL_VECTOR(long, long)
__WL_VECTOR(ulong, unsigned long)
__WL_VECTOR(float, float)
#undef __WL_VECTOR

} // namespace hip_detail

template <class T> static inline hipChannelFormatDesc hipCreateChannelDesc() {
  typedef hip_detail::TexelOf<T> Of;
  hipChannelFormatDesc d;
  d.x = Of::bits;
  d.y = Of::channels > 1 ? Of::bits : 0;
  d.z = Of::channels > 2 ? Of::bits : 0;
  d.w = Of::channels > 3 ? Of::bits : 0;
  d.f = Of::kind;
  return d;
}

static inline hipChannelFormatDesc hipCreateChannelDescHalf() {
  return hipCreateChannelDesc(16, 0, 0, 0, hipChannelFormatKindFloat);
}
static inline hipChannelFormatDesc hipCreateChannelDescHalf1() { return hipCreateChannelDescHalf(); }
static inline hipChannelFormatDesc hipCreateChannelDescHalf2() {
  return hipCreateChannelDesc(16, 16, 0, 0, hipChannelFormatKindFloat);
}
static inline hipChannelFormatDesc hipCreateChannelDescHalf4() {
  return hipCreateChannelDesc(16, 16, 16, 16, hipChannelFormatKindFloat);
}

#else

struct hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, enum hipChannelFormatKind f);

#endif

#endif
