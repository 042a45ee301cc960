// Texture references (deprecated): a host variable that is bound to memory. Binding makes a texture object
// and puts it into the host variable and into the device's variable of the same name.
#include "soft/runtime/array.h"
#include "soft/runtime/memory_map.h"
#include "soft/runtime/module.h"
#include "soft/runtime/texture.h"
#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace wavelift::hiprt {
namespace {

// What a reference holds beyond its own fields.
struct Binding {
  hipResourceDesc resource = {};
  bool bound = false;
  unsigned flags = 0;
  float border[4] = {};
};
std::mutex bindings_mutex;
std::unordered_map<const textureReference*, Binding> bindings;

hipTextureDesc texture_of(const textureReference& r, const Binding& b) {
  hipTextureDesc t = {};
  std::copy_n(r.addressMode, 3, t.addressMode);
  t.filterMode = r.filterMode;
  t.readMode = r.readMode;
  t.sRGB = r.sRGB;
  std::copy_n(b.border, 4, t.borderColor);
  t.normalizedCoords = r.normalized;
  t.maxAnisotropy = r.maxAnisotropy;
  t.mipmapFilterMode = r.mipmapFilterMode;
  t.mipmapLevelBias = r.mipmapLevelBias;
  t.minMipmapLevelClamp = r.minMipmapLevelClamp;
  t.maxMipmapLevelClamp = r.maxMipmapLevelClamp;
  return t;
}

hipError_t publish(textureReference& r) {
  void* device = nullptr;
  size_t size = 0;
  if (symbol_of(&r, &device, &size) == hipSuccess && size >= sizeof(textureReference))
    std::memcpy(device, &r, sizeof(textureReference));
  return hipSuccess;
}

hipError_t unbind(textureReference& r) {
  std::lock_guard lock(bindings_mutex);
  bindings[&r].bound = false;
  if (!r.textureObject) return hipSuccess;
  hipError_t error = destroy_texture(r.textureObject);
  r.textureObject = nullptr;
  return error;
}

hipError_t bind(const textureReference* reference, const hipResourceDesc& resource) {
  if (!reference) return hipErrorInvalidValue;
  auto& r = *const_cast<textureReference*>(reference);
  if (r.textureObject) HIP_TRY(unbind(r));
  std::unique_lock lock(bindings_mutex);
  Binding& b = bindings[&r];
  b.resource = resource;
  HIP_TRY(make_texture(resource, texture_of(r, b), nullptr, &r.textureObject));
  b.bound = true;
  lock.unlock();
  return publish(r);
}

hipResourceDesc linear(const void* pointer, const hipChannelFormatDesc& desc, size_t size) {
  hipResourceDesc d = {};
  d.resType = hipResourceTypeLinear;
  d.res.linear.devPtr = const_cast<void*>(pointer);
  d.res.linear.desc = desc;
  // Without a size the texture reaches to the end of its memory.
  std::optional<Allocation> a = MemoryMap::get().find(pointer);
  size_t left = a ? a->base + a->size - reinterpret_cast<uintptr_t>(pointer) : size;
  d.res.linear.sizeInBytes = std::min(size, left);
  return d;
}
hipResourceDesc pitched(const void* pointer, const hipChannelFormatDesc& desc, size_t width, size_t height,
                        size_t pitch) {
  hipResourceDesc d = {};
  d.resType = hipResourceTypePitch2D;
  d.res.pitch2D.devPtr = const_cast<void*>(pointer);
  d.res.pitch2D.desc = desc;
  d.res.pitch2D.width = width;
  d.res.pitch2D.height = height;
  d.res.pitch2D.pitchInBytes = pitch;
  return d;
}
hipResourceDesc of(hipArray_const_t array) {
  hipResourceDesc d = {};
  d.resType = hipResourceTypeArray;
  d.res.array.array = const_cast<hipArray_t>(array);
  return d;
}
hipResourceDesc of(hipMipmappedArray_const_t array) {
  hipResourceDesc d = {};
  d.resType = hipResourceTypeMipmappedArray;
  d.res.mipmap.mipmap = const_cast<hipMipmappedArray_t>(array);
  return d;
}

// The resource that a reference is bound to, if it is of the wanted kind.
hipError_t bound_to(const textureReference* r, hipResourceType kind, hipResourceDesc* out) {
  if (!r) return hipErrorInvalidValue;
  std::lock_guard lock(bindings_mutex);
  auto it = bindings.find(r);
  if (it == bindings.end() || !it->second.bound || it->second.resource.resType != kind)
    return hipErrorInvalidValue;
  *out = it->second.resource;
  return hipSuccess;
}

// Copies a field of a reference out.
template <class T, class V> hipError_t give(const textureReference* r, T* out, V textureReference::* field) {
  if (!r || !out) return hipErrorInvalidValue;
  *out = T(r->*field);
  return hipSuccess;
}
template <class T, class V> hipError_t take(textureReference* r, T value, V textureReference::* field) {
  if (!r) return hipErrorInvalidValue;
  r->*field = V(value);
  return hipSuccess;
}

} // namespace
} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipBindTexture(size_t* offset, const textureReference* r, const void* pointer,
                          const hipChannelFormatDesc* desc, size_t size) {
  return HIP_CALL {
    if (!pointer || !desc) return hipErrorInvalidValue;
    if (offset) *offset = 0;
    return bind(r, linear(pointer, *desc, size));
  };
}
hipError_t hipBindTexture2D(size_t* offset, const textureReference* r, const void* pointer,
                            const hipChannelFormatDesc* desc, size_t width, size_t height, size_t pitch) {
  return HIP_CALL {
    if (!pointer || !desc) return hipErrorInvalidValue;
    if (offset) *offset = 0;
    return bind(r, pitched(pointer, *desc, width, height, pitch));
  };
}
hipError_t hipBindTextureToArray(const textureReference* r, hipArray_const_t array,
                                 const hipChannelFormatDesc* desc) {
  return HIP_CALL { return array && desc ? bind(r, of(array)) : hipErrorInvalidValue; };
}
hipError_t hipBindTextureToMipmappedArray(const textureReference* r, hipMipmappedArray_const_t array,
                                          const hipChannelFormatDesc* desc) {
  return HIP_CALL { return array && desc ? bind(r, of(array)) : hipErrorInvalidValue; };
}
hipError_t hipUnbindTexture(const textureReference* r) {
  return HIP_CALL { return r ? unbind(*const_cast<textureReference*>(r)) : hipErrorInvalidValue; };
}
hipError_t hipGetTextureAlignmentOffset(size_t* offset, const textureReference* r) {
  return HIP_CALL { return offset && r ? (*offset = 0, hipSuccess) : hipErrorInvalidValue; };
}
hipError_t hipGetTextureReference(const textureReference** out, const void* symbol) {
  return HIP_CALL {
    if (!out || !symbol) return hipErrorInvalidValue;
    *out = static_cast<const textureReference*>(symbol);
    return hipSuccess;
  };
}

hipError_t hipTexRefSetArray(textureReference* r, hipArray_const_t array, unsigned int flags) {
  return HIP_CALL {
    return array && flags == HIP_TRSA_OVERRIDE_FORMAT ? bind(r, of(array)) : hipErrorInvalidValue;
  };
}
hipError_t hipTexRefGetArray(hipArray_t* array, const textureReference* r) {
  return HIP_CALL {
    hipResourceDesc d;
    HIP_TRY(bound_to(r, hipResourceTypeArray, &d));
    return array ? (*array = d.res.array.array, hipSuccess) : hipErrorInvalidValue;
  };
}
hipError_t hipTexRefSetMipmappedArray(textureReference* r, hipMipmappedArray* array, unsigned int flags) {
  return HIP_CALL {
    if (!array || flags != HIP_TRSA_OVERRIDE_FORMAT) return hipErrorInvalidValue;
    return bind(r, of(static_cast<hipMipmappedArray_const_t>(array)));
  };
}
hipError_t hipTexRefGetMipMappedArray(hipMipmappedArray_t* array, const textureReference* r) {
  return HIP_CALL {
    hipResourceDesc d;
    HIP_TRY(bound_to(r, hipResourceTypeMipmappedArray, &d));
    return array ? (*array = d.res.mipmap.mipmap, hipSuccess) : hipErrorInvalidValue;
  };
}
hipError_t hipTexRefSetAddress(size_t* offset, textureReference* r, hipDeviceptr_t pointer, size_t size) {
  return HIP_CALL {
    if (!r || !pointer) return hipErrorInvalidValue;
    if (offset) *offset = 0;
    hipChannelFormatDesc desc;
    if (!desc_of(r->format, unsigned(r->numChannels), &desc)) return hipErrorInvalidValue;
    return bind(r, linear(pointer, desc, size));
  };
}
hipError_t hipTexRefSetAddress2D(textureReference* r, const HIP_ARRAY_DESCRIPTOR* d, hipDeviceptr_t pointer,
                                 size_t pitch) {
  return HIP_CALL {
    hipChannelFormatDesc desc;
    if (!r || !d || !pointer || !desc_of(d->Format, d->NumChannels, &desc)) return hipErrorInvalidValue;
    return bind(r, pitched(pointer, desc, d->Width, d->Height, pitch));
  };
}
hipError_t hipTexRefGetAddress(hipDeviceptr_t* pointer, const textureReference* r) {
  return HIP_CALL {
    if (!pointer) return hipErrorInvalidValue;
    hipResourceDesc d;
    if (bound_to(r, hipResourceTypeLinear, &d) == hipSuccess)
      return *pointer = d.res.linear.devPtr, hipSuccess;
    HIP_TRY(bound_to(r, hipResourceTypePitch2D, &d));
    return *pointer = d.res.pitch2D.devPtr, hipSuccess;
  };
}
hipError_t hipTexRefSetFormat(textureReference* r, hipArray_Format format, int channels) {
  return HIP_CALL {
    hipChannelFormatDesc desc;
    if (!r || !desc_of(format, unsigned(channels), &desc)) return hipErrorInvalidValue;
    r->format = format;
    r->numChannels = channels;
    r->channelDesc = desc;
    return hipSuccess;
  };
}
hipError_t hipTexRefGetFormat(hipArray_Format* format, int* channels, const textureReference* r) {
  return HIP_CALL {
    HIP_TRY(give(r, format, &textureReference::format));
    return give(r, channels, &textureReference::numChannels);
  };
}
hipError_t hipTexRefSetFlags(textureReference* r, unsigned int flags) {
  return HIP_CALL {
    constexpr unsigned kKnown = HIP_TRSF_READ_AS_INTEGER | HIP_TRSF_NORMALIZED_COORDINATES | HIP_TRSF_SRGB;
    if (!r || (flags & ~kKnown)) return hipErrorInvalidValue;
    r->readMode = flags & HIP_TRSF_READ_AS_INTEGER ? hipReadModeElementType : hipReadModeNormalizedFloat;
    r->normalized = (flags & HIP_TRSF_NORMALIZED_COORDINATES) != 0;
    r->sRGB = (flags & HIP_TRSF_SRGB) != 0;
    std::lock_guard lock(bindings_mutex);
    bindings[r].flags = flags;
    return hipSuccess;
  };
}
hipError_t hipTexRefGetFlags(unsigned int* flags, const textureReference* r) {
  return HIP_CALL {
    if (!flags || !r) return hipErrorInvalidValue;
    std::lock_guard lock(bindings_mutex);
    *flags = bindings[r].flags;
    return hipSuccess;
  };
}
hipError_t hipTexRefSetAddressMode(textureReference* r, int dim, hipTextureAddressMode mode) {
  return HIP_CALL {
    if (!r || dim < 0 || dim > 2 || mode > hipAddressModeBorder) return hipErrorInvalidValue;
    r->addressMode[dim] = mode;
    return hipSuccess;
  };
}
hipError_t hipTexRefGetAddressMode(hipTextureAddressMode* mode, const textureReference* r, int dim) {
  return HIP_CALL {
    if (!r || !mode || dim < 0 || dim > 2) return hipErrorInvalidValue;
    *mode = r->addressMode[dim];
    return hipSuccess;
  };
}
hipError_t hipTexRefSetBorderColor(textureReference* r, float* color) {
  return HIP_CALL {
    if (!r || !color) return hipErrorInvalidValue;
    std::lock_guard lock(bindings_mutex);
    std::copy_n(color, 4, bindings[r].border);
    return hipSuccess;
  };
}
hipError_t hipTexRefGetBorderColor(float* color, const textureReference* r) {
  return HIP_CALL {
    if (!r || !color) return hipErrorInvalidValue;
    std::lock_guard lock(bindings_mutex);
    std::copy_n(bindings[r].border, 4, color);
    return hipSuccess;
  };
}
hipError_t hipTexRefSetFilterMode(textureReference* r, hipTextureFilterMode mode) {
  return HIP_CALL { return take(r, mode, &textureReference::filterMode); };
}
hipError_t hipTexRefGetFilterMode(hipTextureFilterMode* mode, const textureReference* r) {
  return HIP_CALL { return give(r, mode, &textureReference::filterMode); };
}
hipError_t hipTexRefSetMaxAnisotropy(textureReference* r, unsigned int value) {
  return HIP_CALL { return take(r, value, &textureReference::maxAnisotropy); };
}
hipError_t hipTexRefGetMaxAnisotropy(int* value, const textureReference* r) {
  return HIP_CALL { return give(r, value, &textureReference::maxAnisotropy); };
}
hipError_t hipTexRefSetMipmapFilterMode(textureReference* r, hipTextureFilterMode mode) {
  return HIP_CALL { return take(r, mode, &textureReference::mipmapFilterMode); };
}
hipError_t hipTexRefGetMipmapFilterMode(hipTextureFilterMode* mode, const textureReference* r) {
  return HIP_CALL { return give(r, mode, &textureReference::mipmapFilterMode); };
}
hipError_t hipTexRefSetMipmapLevelBias(textureReference* r, float bias) {
  return HIP_CALL { return take(r, bias, &textureReference::mipmapLevelBias); };
}
hipError_t hipTexRefGetMipmapLevelBias(float* bias, const textureReference* r) {
  return HIP_CALL { return give(r, bias, &textureReference::mipmapLevelBias); };
}
hipError_t hipTexRefSetMipmapLevelClamp(textureReference* r, float least, float most) {
  return HIP_CALL {
    HIP_TRY(take(r, least, &textureReference::minMipmapLevelClamp));
    return take(r, most, &textureReference::maxMipmapLevelClamp);
  };
}
hipError_t hipTexRefGetMipmapLevelClamp(float* least, float* most, const textureReference* r) {
  return HIP_CALL {
    HIP_TRY(give(r, least, &textureReference::minMipmapLevelClamp));
    return give(r, most, &textureReference::maxMipmapLevelClamp);
  };
}
