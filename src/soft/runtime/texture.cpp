// Texture and surface objects: a descriptor in device memory that the device functions of the headers sample
// by.
#include "soft/runtime/texture.h"
#include "hip/detail/texture_descriptor.h"
#include "soft/observe/definedness.h"
#include "soft/runtime/array.h"
#include "soft/runtime/memory_map.h"
#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace wavelift::hiprt {
namespace {

struct TextureObject {
  hipResourceDesc resource;
  hipTextureDesc texture;
  hipResourceViewDesc view;
  bool has_view = false, surface = false;
  std::vector<void*> descriptors; // a mipmapped texture has one a level
};
std::mutex textures_mutex;
std::unordered_map<const void*, TextureObject> objects;

// Filled from the resource; the sampling part follows.
hipError_t describe(const hipResourceDesc& resource, const hipArray* array, wl_texture_descriptor* d) {
  hipChannelFormatDesc desc;
  *d = {};
  d->height = d->depth = 1;
  if (array) {
    desc = array->desc;
    d->data = reinterpret_cast<uint64_t>(array->data);
    d->row_pitch = array->pitch;
    d->slice_pitch = array->slice;
    d->width = uint32_t(array->width);
    d->height = uint32_t(array->rows());
    d->depth = uint32_t(array->slices());
  } else if (resource.resType == hipResourceTypeLinear) {
    desc = resource.res.linear.desc;
    d->data = reinterpret_cast<uint64_t>(resource.res.linear.devPtr);
  } else {
    desc = resource.res.pitch2D.desc;
    d->data = reinterpret_cast<uint64_t>(resource.res.pitch2D.devPtr);
    d->row_pitch = resource.res.pitch2D.pitchInBytes;
    d->slice_pitch = resource.res.pitch2D.pitchInBytes * resource.res.pitch2D.height;
    d->width = uint32_t(resource.res.pitch2D.width);
    d->height = uint32_t(resource.res.pitch2D.height);
  }
  hipArray_Format format;
  unsigned channels;
  if (!d->data) return hipErrorInvalidValue;
  if (!format_of(desc, &format, &channels)) return hipErrorInvalidChannelDescriptor;
  d->channels = uint8_t(channels);
  d->channel_bits = uint8_t(desc.x);
  d->texel_bytes = channels * unsigned(desc.x) / 8;
  d->format = uint8_t(desc.f);
  if (!array && resource.resType == hipResourceTypeLinear) {
    d->width = uint32_t(resource.res.linear.sizeInBytes / d->texel_bytes);
    d->row_pitch = d->slice_pitch = resource.res.linear.sizeInBytes;
  }
  if (d->width == 0) return hipErrorInvalidValue;
  return hipSuccess;
}

hipError_t sampling(const hipTextureDesc& t, wl_texture_descriptor* d) {
  bool floats = d->format == WL_TEXTURE_FLOAT;
  // Only what yields floats can be interpolated; 32-bit integers have no normalized form.
  if (t.readMode == hipReadModeNormalizedFloat && (floats ? false : d->channel_bits == 32))
    return hipErrorInvalidValue;
  if (t.filterMode == hipFilterModeLinear && !floats && t.readMode == hipReadModeElementType)
    return hipErrorInvalidValue;
  // Wrapping and mirroring need coordinates from 0 to 1.
  for (int i = 0; i < 3; ++i) {
    hipTextureAddressMode mode = t.addressMode[i];
    bool folds = mode == hipAddressModeWrap || mode == hipAddressModeMirror;
    d->address_mode[i] = uint8_t(folds && !t.normalizedCoords ? hipAddressModeClamp : mode);
    if (mode > hipAddressModeBorder) return hipErrorInvalidValue;
  }
  d->read_mode = uint8_t(t.readMode);
  d->filter = uint8_t(t.filterMode);
  d->normalized = t.normalizedCoords != 0;
  d->srgb = t.sRGB != 0;
  std::copy_n(t.borderColor, 4, d->border);
  return hipSuccess;
}

// Levels of the resource that a texture shows, finest first; {nullptr} for plain memory.
hipError_t levels_of(const hipResourceDesc& r, const hipResourceViewDesc* view,
                     std::vector<hipArray_t>* out) {
  switch (r.resType) {
  case hipResourceTypeArray:
    if (!known_array(r.res.array.array)) return hipErrorInvalidHandle;
    *out = {r.res.array.array};
    return hipSuccess;
  case hipResourceTypeMipmappedArray: {
    if (!known_mipmapped(r.res.mipmap.mipmap)) return hipErrorInvalidHandle;
    unsigned first = view ? view->firstMipmapLevel : 0;
    unsigned last = view ? view->lastMipmapLevel : r.res.mipmap.mipmap->max_mipmap_level - 1;
    for (unsigned i = first; i <= last; ++i) {
      hipArray_t level = level_of(r.res.mipmap.mipmap, i);
      if (!level) return hipErrorInvalidValue;
      out->push_back(level);
    }
    return out->empty() ? hipErrorInvalidValue : hipSuccess;
  }
  case hipResourceTypeLinear:
  case hipResourceTypePitch2D:
    *out = {nullptr};
    return hipSuccess;
  default:
    return hipErrorInvalidValue;
  }
}

hipError_t make(const hipResourceDesc& resource, const hipTextureDesc& texture,
                const hipResourceViewDesc* view, bool surface, void** out) {
  HIP_TRY(usable());
  std::vector<hipArray_t> levels;
  HIP_TRY(levels_of(resource, view, &levels));
  std::vector<wl_texture_descriptor> made(levels.size());
  for (size_t i = 0; i < levels.size(); ++i) {
    HIP_TRY(describe(resource, levels[i], &made[i]));
    HIP_TRY(sampling(texture, &made[i]));
  }
  TextureObject object{resource, texture, view ? *view : hipResourceViewDesc{}, view != nullptr, surface, {}};
  MemoryMap& map = MemoryMap::get();
  for (size_t i = 0; i < made.size(); ++i) {
    void* memory = map.allocate(sizeof made[i], MemoryKind::device);
    if (!memory) return hipErrorOutOfMemory;
    object.descriptors.push_back(memory);
  }
  for (size_t i = 0; i < made.size(); ++i) {
    if (i + 1 < made.size()) made[i].next_level = reinterpret_cast<uint64_t>(object.descriptors[i + 1]);
    std::memcpy(object.descriptors[i], &made[i], sizeof made[i]);
    if (soft::checking_init()) soft::host_wrote(object.descriptors[i], sizeof made[i]);
  }
  *out = object.descriptors[0];
  std::lock_guard lock(textures_mutex);
  objects[*out] = std::move(object);
  return hipSuccess;
}

hipError_t destroy(const void* handle, bool surface) {
  std::lock_guard lock(textures_mutex);
  auto it = objects.find(handle);
  if (it == objects.end() || it->second.surface != surface) return handle ? hipErrorInvalidValue : hipSuccess;
  for (void* d : it->second.descriptors) MemoryMap::get().release(d, {MemoryKind::device});
  objects.erase(it);
  return hipSuccess;
}

// Copies what `field(object)` says of a texture object.
template <class T, class F> hipError_t get(T* out, const void* handle, F&& field) {
  if (!out || !handle) return hipErrorInvalidValue;
  std::lock_guard lock(textures_mutex);
  auto it = objects.find(handle);
  if (it == objects.end() || it->second.surface) return hipErrorInvalidValue;
  return field(it->second);
}

// The driver API's structures say the same in other words.
hipError_t from_driver(const HIP_RESOURCE_DESC& in, hipResourceDesc* out) {
  *out = {};
  out->resType = hipResourceType(in.resType);
  switch (in.resType) {
  case HIP_RESOURCE_TYPE_ARRAY:
    out->res.array.array = in.res.array.hArray;
    return hipSuccess;
  case HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY:
    out->res.mipmap.mipmap = in.res.mipmap.hMipmappedArray;
    return hipSuccess;
  case HIP_RESOURCE_TYPE_LINEAR:
    out->res.linear.devPtr = in.res.linear.devPtr;
    out->res.linear.sizeInBytes = in.res.linear.sizeInBytes;
    return desc_of(in.res.linear.format, in.res.linear.numChannels, &out->res.linear.desc)
               ? hipSuccess
               : hipErrorInvalidValue;
  case HIP_RESOURCE_TYPE_PITCH2D:
    out->res.pitch2D.devPtr = in.res.pitch2D.devPtr;
    out->res.pitch2D.width = in.res.pitch2D.width;
    out->res.pitch2D.height = in.res.pitch2D.height;
    out->res.pitch2D.pitchInBytes = in.res.pitch2D.pitchInBytes;
    return desc_of(in.res.pitch2D.format, in.res.pitch2D.numChannels, &out->res.pitch2D.desc)
               ? hipSuccess
               : hipErrorInvalidValue;
  default:
    return hipErrorInvalidValue;
  }
}
hipError_t to_driver(const hipResourceDesc& in, HIP_RESOURCE_DESC* out) {
  *out = {};
  out->resType = HIPresourcetype(in.resType);
  switch (in.resType) {
  case hipResourceTypeArray:
    out->res.array.hArray = in.res.array.array;
    return hipSuccess;
  case hipResourceTypeMipmappedArray:
    out->res.mipmap.hMipmappedArray = in.res.mipmap.mipmap;
    return hipSuccess;
  case hipResourceTypeLinear:
    out->res.linear.devPtr = in.res.linear.devPtr;
    out->res.linear.sizeInBytes = in.res.linear.sizeInBytes;
    return format_of(in.res.linear.desc, &out->res.linear.format, &out->res.linear.numChannels)
               ? hipSuccess
               : hipErrorInvalidValue;
  default:
    out->res.pitch2D.devPtr = in.res.pitch2D.devPtr;
    out->res.pitch2D.width = in.res.pitch2D.width;
    out->res.pitch2D.height = in.res.pitch2D.height;
    out->res.pitch2D.pitchInBytes = in.res.pitch2D.pitchInBytes;
    return format_of(in.res.pitch2D.desc, &out->res.pitch2D.format, &out->res.pitch2D.numChannels)
               ? hipSuccess
               : hipErrorInvalidValue;
  }
}
hipTextureDesc from_driver(const HIP_TEXTURE_DESC& in) {
  hipTextureDesc out = {};
  for (int i = 0; i < 3; ++i) out.addressMode[i] = hipTextureAddressMode(in.addressMode[i]);
  out.filterMode = hipTextureFilterMode(in.filterMode);
  out.readMode = in.flags & HIP_TRSF_READ_AS_INTEGER ? hipReadModeElementType : hipReadModeNormalizedFloat;
  out.normalizedCoords = (in.flags & HIP_TRSF_NORMALIZED_COORDINATES) != 0;
  out.sRGB = (in.flags & HIP_TRSF_SRGB) != 0;
  out.maxAnisotropy = in.maxAnisotropy;
  out.mipmapFilterMode = hipTextureFilterMode(in.mipmapFilterMode);
  out.mipmapLevelBias = in.mipmapLevelBias;
  out.minMipmapLevelClamp = in.minMipmapLevelClamp;
  out.maxMipmapLevelClamp = in.maxMipmapLevelClamp;
  std::copy_n(in.borderColor, 4, out.borderColor);
  return out;
}
HIP_TEXTURE_DESC to_driver(const hipTextureDesc& in) {
  HIP_TEXTURE_DESC out = {};
  for (int i = 0; i < 3; ++i) out.addressMode[i] = HIPaddress_mode(in.addressMode[i]);
  out.filterMode = HIPfilter_mode(in.filterMode);
  out.flags = (in.readMode == hipReadModeElementType ? HIP_TRSF_READ_AS_INTEGER : 0u) |
              (in.normalizedCoords ? HIP_TRSF_NORMALIZED_COORDINATES : 0u) | (in.sRGB ? HIP_TRSF_SRGB : 0u);
  out.maxAnisotropy = in.maxAnisotropy;
  out.mipmapFilterMode = HIPfilter_mode(in.mipmapFilterMode);
  out.mipmapLevelBias = in.mipmapLevelBias;
  out.minMipmapLevelClamp = in.minMipmapLevelClamp;
  out.maxMipmapLevelClamp = in.maxMipmapLevelClamp;
  std::copy_n(in.borderColor, 4, out.borderColor);
  return out;
}

bool is_float(const hipResourceDesc& r) {
  switch (r.resType) {
  case hipResourceTypeLinear:
    return r.res.linear.desc.f == hipChannelFormatKindFloat;
  case hipResourceTypePitch2D:
    return r.res.pitch2D.desc.f == hipChannelFormatKindFloat;
  case hipResourceTypeArray:
    return known_array(r.res.array.array) && r.res.array.array->desc.f == hipChannelFormatKindFloat;
  default:
    return known_mipmapped(r.res.mipmap.mipmap) && r.res.mipmap.mipmap->desc.f == hipChannelFormatKindFloat;
  }
}

} // namespace

hipError_t make_texture(const hipResourceDesc& resource, const hipTextureDesc& texture,
                        const hipResourceViewDesc* view, hipTextureObject_t* out) {
  void* object = nullptr;
  HIP_TRY(make(resource, texture, view, false, &object));
  *out = static_cast<hipTextureObject_t>(object);
  return hipSuccess;
}
hipError_t destroy_texture(hipTextureObject_t object) { return destroy(object, false); }

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipCreateTextureObject(hipTextureObject_t* out, const hipResourceDesc* resource,
                                  const hipTextureDesc* texture, const hipResourceViewDesc* view) {
  return HIP_CALL {
    if (!out || !resource || !texture) return hipErrorInvalidValue;
    return make_texture(*resource, *texture, view, out);
  };
}
hipError_t hipDestroyTextureObject(hipTextureObject_t object) {
  return HIP_CALL { return destroy(object, false); };
}
hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc* out, hipTextureObject_t object) {
  return HIP_CALL {
    return get(out, object, [&](const TextureObject& t) { return *out = t.resource, hipSuccess; });
  };
}
hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc* out, hipTextureObject_t object) {
  return HIP_CALL {
    return get(out, object, [&](const TextureObject& t) { return *out = t.texture, hipSuccess; });
  };
}
hipError_t hipGetTextureObjectResourceViewDesc(hipResourceViewDesc* out, hipTextureObject_t object) {
  return HIP_CALL {
    return get(out, object, [&](const TextureObject& t) {
      return t.has_view ? (*out = t.view, hipSuccess) : hipErrorInvalidValue;
    });
  };
}

hipError_t hipTexObjectCreate(hipTextureObject_t* out, const HIP_RESOURCE_DESC* resource,
                              const HIP_TEXTURE_DESC* texture, const HIP_RESOURCE_VIEW_DESC* view) {
  return HIP_CALL {
    if (!out || !resource || !texture) return hipErrorInvalidValue;
    hipResourceDesc r;
    HIP_TRY(from_driver(*resource, &r));
    hipTextureDesc t = from_driver(*texture);
    if (is_float(r)) t.readMode = hipReadModeElementType; // floats are read as they are
    hipResourceViewDesc v = {};
    if (view)
      v = {hipResourceViewFormat(view->format),
           view->width,
           view->height,
           view->depth,
           view->firstMipmapLevel,
           view->lastMipmapLevel,
           view->firstLayer,
           view->lastLayer};
    return make_texture(r, t, view ? &v : nullptr, out);
  };
}
hipError_t hipTexObjectDestroy(hipTextureObject_t object) {
  return HIP_CALL { return destroy(object, false); };
}
hipError_t hipTexObjectGetResourceDesc(HIP_RESOURCE_DESC* out, hipTextureObject_t object) {
  return HIP_CALL {
    return get(out, object, [&](const TextureObject& t) { return to_driver(t.resource, out); });
  };
}
hipError_t hipTexObjectGetTextureDesc(HIP_TEXTURE_DESC* out, hipTextureObject_t object) {
  return HIP_CALL {
    return get(out, object, [&](const TextureObject& t) { return *out = to_driver(t.texture), hipSuccess; });
  };
}
hipError_t hipTexObjectGetResourceViewDesc(HIP_RESOURCE_VIEW_DESC* out, hipTextureObject_t object) {
  return HIP_CALL {
    return get(out, object, [&](const TextureObject& t) {
      if (!t.has_view) return hipErrorInvalidValue;
      *out = {HIPresourceViewFormat(t.view.format),
              t.view.width,
              t.view.height,
              t.view.depth,
              t.view.firstMipmapLevel,
              t.view.lastMipmapLevel,
              t.view.firstLayer,
              t.view.lastLayer,
              {}};
      return hipSuccess;
    });
  };
}

// A surface is an array read and written by texel.
hipError_t hipCreateSurfaceObject(hipSurfaceObject_t* out, const hipResourceDesc* resource) {
  return HIP_CALL {
    if (!out || !resource || resource->resType != hipResourceTypeArray) return hipErrorInvalidValue;
    void* object = nullptr;
    HIP_TRY(make(*resource, {}, nullptr, true, &object));
    *out = static_cast<hipSurfaceObject_t>(object);
    return hipSuccess;
  };
}
hipError_t hipDestroySurfaceObject(hipSurfaceObject_t object) {
  return HIP_CALL { return destroy(object, true); };
}
