// Texture objects and references as host code describes them.
#ifndef HIP_INCLUDE_HIP_TEXTURE_TYPES_H
#define HIP_INCLUDE_HIP_TEXTURE_TYPES_H

#include "channel_descriptor.h"
#include "driver_types.h"
#include <limits.h>

#define hipTextureType1D 0x01
#define hipTextureType2D 0x02
#define hipTextureType3D 0x03
#define hipTextureTypeCubemap 0x0C
#define hipTextureType1DLayered 0xF1
#define hipTextureType2DLayered 0xF2
#define hipTextureTypeCubemapLayered 0xFC

// Size of a hardware image and sampler resource, in dwords.
#define HIP_IMAGE_OBJECT_SIZE_DWORD 12
#define HIP_SAMPLER_OBJECT_SIZE_DWORD 8
#define HIP_SAMPLER_OBJECT_OFFSET_DWORD HIP_IMAGE_OBJECT_SIZE_DWORD
#define HIP_TEXTURE_OBJECT_SIZE_DWORD (HIP_IMAGE_OBJECT_SIZE_DWORD + HIP_SAMPLER_OBJECT_SIZE_DWORD)

struct __hip_texture;
typedef struct __hip_texture* hipTextureObject_t;

typedef enum hipTextureAddressMode {
  hipAddressModeWrap, hipAddressModeClamp, hipAddressModeMirror, hipAddressModeBorder
} hipTextureAddressMode;

typedef enum hipTextureFilterMode { hipFilterModePoint, hipFilterModeLinear } hipTextureFilterMode;

typedef enum hipTextureReadMode { hipReadModeElementType, hipReadModeNormalizedFloat } hipTextureReadMode;

typedef struct textureReference {
  int normalized;
  hipTextureReadMode readMode;
  hipTextureFilterMode filterMode;
  hipTextureAddressMode addressMode[3];
  hipChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  hipTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  hipTextureObject_t textureObject;
  int numChannels;
  hipArray_Format format;
} textureReference;

typedef struct hipTextureDesc {
  hipTextureAddressMode addressMode[3];
  hipTextureFilterMode filterMode;
  hipTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  hipTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
} hipTextureDesc;

#ifdef __cplusplus
#ifdef __HIP__
#define __HIP_TEXTURE_ATTRIB __attribute__((device_builtin_texture_type))
#else
#define __HIP_TEXTURE_ATTRIB
#endif

typedef textureReference* hipTexRef;

// Legacy texture reference: a namespace-scope variable that host code binds and device code reads.
template <class T, int texType = hipTextureType1D, enum hipTextureReadMode mode = hipReadModeElementType>
struct __HIP_TEXTURE_ATTRIB texture : public textureReference {
  texture(int norm = 0, enum hipTextureFilterMode filter = hipFilterModePoint,
          enum hipTextureAddressMode address = hipAddressModeClamp)
      : texture(norm, filter, address, hipCreateChannelDesc<T>()) {}
  texture(int norm, enum hipTextureFilterMode filter, enum hipTextureAddressMode address,
          struct hipChannelFormatDesc desc) {
    normalized = norm;
    readMode = mode;
    filterMode = filter;
    for (int i = 0; i < 3; ++i) addressMode[i] = address;
    channelDesc = desc;
    sRGB = 0;
    textureObject = nullptr;
    maxAnisotropy = 0;
    mipmapFilterMode = hipFilterModePoint;
    mipmapLevelBias = minMipmapLevelClamp = maxMipmapLevelClamp = 0;
    numChannels = (desc.x > 0) + (desc.y > 0) + (desc.z > 0) + (desc.w > 0);
    format = HIP_AD_FORMAT_UNSIGNED_INT8;
  }
};
#endif

#endif
