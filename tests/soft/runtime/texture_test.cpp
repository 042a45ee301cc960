#include "fixture.h"
#include <hip/detail/texture_descriptor.h>

namespace {
const wl_texture_descriptor& at(const void* object) {
  return *static_cast<const wl_texture_descriptor*>(object);
}
} // namespace

TEST_F(Runtime, texture_objects_describe_their_resource) {
  hipChannelFormatDesc desc = hipCreateChannelDesc<uchar4>();
  hipArray_t array = nullptr;
  OK(hipMallocArray(&array, &desc, 20, 10));
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;
  hipTextureDesc how = {};
  how.addressMode[0] = hipAddressModeWrap;
  how.addressMode[1] = hipAddressModeBorder;
  how.filterMode = hipFilterModeLinear;
  how.readMode = hipReadModeNormalizedFloat;
  how.normalizedCoords = 1;
  how.borderColor[2] = 0.5f;
  hipTextureObject_t texture = nullptr;
  OK(hipCreateTextureObject(&texture, &resource, &how, nullptr));
  const wl_texture_descriptor& d = at(texture);
  EXPECT_EQ(20u, d.width);
  EXPECT_EQ(10u, d.height);
  EXPECT_EQ(1u, d.depth);
  EXPECT_EQ(256u, d.row_pitch);
  EXPECT_EQ(4, d.channels);
  EXPECT_EQ(8, d.channel_bits);
  EXPECT_EQ(4u, d.texel_bytes);
  EXPECT_EQ(WL_TEXTURE_UNSIGNED, d.format);
  EXPECT_EQ(WL_TEXTURE_NORMALIZED_FLOAT, d.read_mode);
  EXPECT_EQ(WL_TEXTURE_WRAP, d.address_mode[0]);
  EXPECT_EQ(WL_TEXTURE_BORDER, d.address_mode[1]);
  EXPECT_EQ(0.5f, d.border[2]);
  hipResourceDesc back;
  OK(hipGetTextureObjectResourceDesc(&back, texture));
  EXPECT_EQ(array, back.res.array.array);
  OK(hipDestroyTextureObject(texture));
  FAILS(hipErrorInvalidValue, hipDestroyTextureObject(texture));

  how.readMode = hipReadModeElementType; // integers cannot be interpolated
  FAILS(hipErrorInvalidValue, hipCreateTextureObject(&texture, &resource, &how, nullptr));
  hipSurfaceObject_t surface = nullptr;
  OK(hipCreateSurfaceObject(&surface, &resource));
  EXPECT_EQ(20u, at(surface).width);
  OK(hipDestroySurfaceObject(surface));
  OK(hipFreeArray(array));
}

TEST_F(Runtime, textures_over_plain_memory_and_levels) {
  float* p = device<float>(64);
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeLinear;
  resource.res.linear.devPtr = p;
  resource.res.linear.desc = hipCreateChannelDesc<float2>();
  resource.res.linear.sizeInBytes = 256;
  hipTextureDesc how = {};
  how.addressMode[0] = hipAddressModeWrap; // without normalized coordinates: clamp
  hipTextureObject_t texture = nullptr;
  OK(hipCreateTextureObject(&texture, &resource, &how, nullptr));
  EXPECT_EQ(32u, at(texture).width);
  EXPECT_EQ(WL_TEXTURE_CLAMP, at(texture).address_mode[0]);
  OK(hipDestroyTextureObject(texture));
  resource.resType = hipResourceTypePitch2D;
  resource.res.pitch2D.devPtr = p;
  resource.res.pitch2D.desc = hipCreateChannelDesc<float>();
  resource.res.pitch2D.width = 10;
  resource.res.pitch2D.height = 4;
  resource.res.pitch2D.pitchInBytes = 64;
  OK(hipCreateTextureObject(&texture, &resource, &how, nullptr));
  EXPECT_EQ(64u, at(texture).row_pitch);
  EXPECT_EQ(4u, at(texture).height);
  OK(hipDestroyTextureObject(texture));
  OK(hipFree(p));

  hipChannelFormatDesc desc = hipCreateChannelDesc<float>();
  hipMipmappedArray_t mip = nullptr;
  OK(hipMallocMipmappedArray(&mip, &desc, make_hipExtent(16, 8, 0), 3, 0));
  resource.resType = hipResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mip;
  OK(hipCreateTextureObject(&texture, &resource, &how, nullptr));
  const wl_texture_descriptor& half = at(reinterpret_cast<void*>(at(texture).next_level));
  EXPECT_EQ(8u, half.width);
  EXPECT_EQ(4u, half.height);
  const wl_texture_descriptor& quarter = at(reinterpret_cast<void*>(half.next_level));
  EXPECT_EQ(4u, quarter.width);
  EXPECT_EQ(0u, quarter.next_level);
  OK(hipDestroyTextureObject(texture));
  hipArray_t level = nullptr;
  OK(hipGetMipmappedArrayLevel(&level, mip, 2));
  FAILS(hipErrorInvalidValue, hipFreeArray(level)); // belongs to the whole
  OK(hipFreeMipmappedArray(mip));
}

TEST_F(Runtime, texture_references_bind) {
  static texture<float, hipTextureType1D> reference;
  float* p = device<float>(10);
  size_t offset = 1;
  OK(hipBindTexture(&offset, reference, p));
  EXPECT_EQ(0u, offset);
  ASSERT_NE(nullptr, reference.textureObject);
  EXPECT_EQ(10u, at(reference.textureObject).width);
  OK(hipUnbindTexture(reference));
  EXPECT_EQ(nullptr, reference.textureObject);
  OK(hipFree(p));
}
