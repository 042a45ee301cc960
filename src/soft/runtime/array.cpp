// Arrays and mipmapped arrays: creation, description.
#include "soft/runtime/array.h"
#include "soft/runtime/memory_map.h"
#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace wavelift::hiprt {
namespace {

constexpr size_t kRowAlign = 256; // bytes, texturePitchAlignment
constexpr size_t kMaxSide = 16384, kMaxSide1D = 1u << 27;

std::mutex arrays_mutex;
std::unordered_set<hipArray_const_t> live;
std::unordered_map<hipMipmappedArray_const_t, std::vector<hipArray_t>> levels;

size_t format_bytes(hipArray_Format format) {
  switch (format) {
  case HIP_AD_FORMAT_UNSIGNED_INT8:
  case HIP_AD_FORMAT_SIGNED_INT8:
    return 1;
  case HIP_AD_FORMAT_UNSIGNED_INT16:
  case HIP_AD_FORMAT_SIGNED_INT16:
  case HIP_AD_FORMAT_HALF:
    return 2;
  default:
    return 4;
  }
}

hipError_t make(hipArray_t* out, const hipChannelFormatDesc& desc, hipExtent extent, unsigned flags) {
  constexpr unsigned kKnown =
      hipArrayLayered | hipArraySurfaceLoadStore | hipArrayCubemap | hipArrayTextureGather;
  if (!out || (flags & ~kKnown)) return hipErrorInvalidValue;
  if (extent.width == 0 || (extent.depth && !extent.height && !(flags & hipArrayLayered)))
    return hipErrorInvalidValue;
  if ((flags & hipArrayCubemap) && (extent.width != extent.height || extent.depth == 0 || extent.depth % 6))
    return hipErrorInvalidValue;
  size_t side = extent.height || extent.depth ? kMaxSide : kMaxSide1D;
  if (extent.width > side || extent.height > kMaxSide || extent.depth > kMaxSide) return hipErrorInvalidValue;
  auto array = std::make_unique<hipArray>();
  if (!format_of(desc, &array->format, &array->channels)) return hipErrorInvalidValue;
  HIP_TRY(usable());
  array->desc = desc;
  array->width = extent.width;
  array->height = extent.height;
  array->depth = extent.depth;
  array->flags = flags;
  array->element = format_bytes(array->format) * array->channels;
  array->pitch = (array->width * array->element + kRowAlign - 1) / kRowAlign * kRowAlign;
  array->slice = array->pitch * array->rows();
  array->data = static_cast<std::byte*>(MemoryMap::get().allocate(array->bytes(), MemoryKind::device));
  if (!array->data) return hipErrorOutOfMemory;
  std::lock_guard lock(arrays_mutex);
  live.insert(array.get());
  *out = array.release();
  return hipSuccess;
}

hipError_t destroy(hipArray_t array) {
  {
    std::lock_guard lock(arrays_mutex);
    if (live.erase(array) == 0) return hipErrorInvalidHandle;
  }
  MemoryMap::get().release(array->data, {MemoryKind::device});
  delete array;
  return hipSuccess;
}

hipError_t make_mipmapped(hipMipmappedArray_t* out, const hipChannelFormatDesc& desc, hipExtent extent,
                          unsigned count, unsigned flags) {
  if (!out || count == 0) return hipErrorInvalidValue;
  unsigned most = 1;
  for (size_t side = std::max({extent.width, extent.height, extent.depth}); side > 1; side /= 2) ++most;
  count = std::min(count, most);
  std::vector<hipArray_t> made;
  hipExtent at = extent;
  hipError_t error = hipSuccess;
  for (unsigned i = 0; i < count && error == hipSuccess; ++i) {
    hipArray_t level = nullptr;
    error = make(&level, desc, at, flags);
    if (error == hipSuccess) made.push_back(level);
    at.width = std::max<size_t>(at.width / 2, 1);
    if (at.height) at.height = std::max<size_t>(at.height / 2, 1);
    if (at.depth && !(flags & (hipArrayLayered | hipArrayCubemap)))
      at.depth = std::max<size_t>(at.depth / 2, 1);
  }
  if (error != hipSuccess) {
    for (hipArray_t level : made) (void)destroy(level);
    return error;
  }
  auto* array = new hipMipmappedArray{};
  array->data = made[0]->data;
  array->desc = desc;
  array->width = unsigned(extent.width);
  array->height = unsigned(extent.height);
  array->depth = unsigned(extent.depth);
  array->max_mipmap_level = count;
  array->flags = flags;
  array->format = made[0]->format;
  array->num_channels = made[0]->channels;
  for (hipArray_t level : made) level->owned = false;
  std::lock_guard lock(arrays_mutex);
  levels[array] = std::move(made);
  *out = array;
  return hipSuccess;
}

hipError_t destroy_mipmapped(hipMipmappedArray_t array) {
  std::vector<hipArray_t> made;
  {
    std::lock_guard lock(arrays_mutex);
    auto it = levels.find(array);
    if (it == levels.end()) return hipErrorInvalidHandle;
    made = std::move(it->second);
    levels.erase(it);
  }
  for (hipArray_t level : made) (void)destroy(level);
  delete array;
  return hipSuccess;
}

hipError_t free_array(hipArray_t array) {
  if (!array) return hipErrorInvalidValue;
  HIP_TRY(usable());
  if (!known_array(array)) return hipErrorInvalidHandle;
  if (!array->owned) return hipErrorInvalidValue;
  return destroy(array);
}

hipError_t get_level(hipArray_t* out, hipMipmappedArray_const_t array, unsigned level) {
  if (!out || !array) return hipErrorInvalidValue;
  if (!known_mipmapped(array)) return hipErrorInvalidHandle;
  hipArray_t found = level_of(array, level);
  if (!found) return hipErrorInvalidValue;
  *out = found;
  return hipSuccess;
}

} // namespace

bool known_array(hipArray_const_t array) {
  std::lock_guard lock(arrays_mutex);
  return live.contains(array);
}
bool known_mipmapped(hipMipmappedArray_const_t array) {
  std::lock_guard lock(arrays_mutex);
  return levels.contains(array);
}
hipArray_t level_of(hipMipmappedArray_const_t array, unsigned level) {
  std::lock_guard lock(arrays_mutex);
  auto it = levels.find(array);
  return it == levels.end() || level >= it->second.size() ? nullptr : it->second[level];
}

bool format_of(const hipChannelFormatDesc& d, hipArray_Format* format, unsigned* channels) {
  unsigned n = d.w ? 4 : d.z ? 3 : d.y ? 2 : d.x ? 1 : 0;
  int bits = d.x;
  const int given[] = {d.x, d.y, d.z, d.w};
  for (unsigned i = 0; i < n; ++i)
    if (given[i] != bits) return false;
  if (n == 0 || n == 3) return false;
  *channels = n;
  struct Row {
    hipChannelFormatKind kind;
    int bits;
    hipArray_Format format;
  };
  static constexpr Row kRows[] = {
      {hipChannelFormatKindSigned, 8, HIP_AD_FORMAT_SIGNED_INT8},
      {hipChannelFormatKindSigned, 16, HIP_AD_FORMAT_SIGNED_INT16},
      {hipChannelFormatKindSigned, 32, HIP_AD_FORMAT_SIGNED_INT32},
      {hipChannelFormatKindUnsigned, 8, HIP_AD_FORMAT_UNSIGNED_INT8},
      {hipChannelFormatKindUnsigned, 16, HIP_AD_FORMAT_UNSIGNED_INT16},
      {hipChannelFormatKindUnsigned, 32, HIP_AD_FORMAT_UNSIGNED_INT32},
      {hipChannelFormatKindFloat, 16, HIP_AD_FORMAT_HALF},
      {hipChannelFormatKindFloat, 32, HIP_AD_FORMAT_FLOAT},
  };
  for (const Row& r : kRows)
    if (r.kind == d.f && r.bits == bits) return *format = r.format, true;
  return false;
}

bool desc_of(hipArray_Format format, unsigned channels, hipChannelFormatDesc* d) {
  if (channels != 1 && channels != 2 && channels != 4) return false;
  int bits = int(format_bytes(format)) * 8;
  *d = {bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0,
        hipChannelFormatKindFloat};
  if (format >= HIP_AD_FORMAT_SIGNED_INT8 && format <= HIP_AD_FORMAT_SIGNED_INT32)
    d->f = hipChannelFormatKindSigned;
  if (format >= HIP_AD_FORMAT_UNSIGNED_INT8 && format <= HIP_AD_FORMAT_UNSIGNED_INT32)
    d->f = hipChannelFormatKindUnsigned;
  return true;
}

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind f) {
  return {x, y, z, w, f};
}

hipError_t hipMallocArray(hipArray_t* array, const hipChannelFormatDesc* desc, size_t width, size_t height,
                          unsigned int flags) {
  return HIP_CALL {
    if (!desc) return hipErrorInvalidValue;
    return make(array, *desc, {width, height, 0}, flags);
  };
}
hipError_t hipMalloc3DArray(hipArray_t* array, const hipChannelFormatDesc* desc, hipExtent extent,
                            unsigned int flags) {
  return HIP_CALL {
    if (!desc) return hipErrorInvalidValue;
    return make(array, *desc, extent, flags);
  };
}
hipError_t hipArrayCreate(hipArray_t* array, const HIP_ARRAY_DESCRIPTOR* given) {
  return HIP_CALL {
    hipChannelFormatDesc desc;
    if (!given || !desc_of(given->Format, given->NumChannels, &desc)) return hipErrorInvalidValue;
    return make(array, desc, {given->Width, given->Height, 0}, 0);
  };
}
hipError_t hipArray3DCreate(hipArray_t* array, const HIP_ARRAY3D_DESCRIPTOR* given) {
  return HIP_CALL {
    hipChannelFormatDesc desc;
    if (!given || !desc_of(given->Format, given->NumChannels, &desc)) return hipErrorInvalidValue;
    return make(array, desc, {given->Width, given->Height, given->Depth}, given->Flags);
  };
}
hipError_t hipFreeArray(hipArray_t array) {
  return HIP_CALL { return free_array(array); };
}
hipError_t hipArrayDestroy(hipArray_t array) {
  return HIP_CALL { return free_array(array); };
}
hipError_t hipArrayGetInfo(hipChannelFormatDesc* desc, hipExtent* extent, unsigned int* flags,
                           hipArray_t array) {
  return HIP_CALL {
    if (!array) return hipErrorInvalidValue;
    if (!known_array(array)) return hipErrorInvalidHandle;
    if (desc) *desc = array->desc;
    if (extent) *extent = {array->width, array->height, array->depth};
    if (flags) *flags = array->flags;
    return hipSuccess;
  };
}
hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR* out, hipArray_t array) {
  return HIP_CALL {
    if (!array || !out) return hipErrorInvalidValue;
    if (!known_array(array)) return hipErrorInvalidHandle;
    *out = {array->width, array->height, array->format, array->channels};
    return hipSuccess;
  };
}
hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR* out, hipArray_t array) {
  return HIP_CALL {
    if (!array || !out) return hipErrorInvalidValue;
    if (!known_array(array)) return hipErrorInvalidHandle;
    *out = {array->width, array->height, array->depth, array->format, array->channels, array->flags};
    return hipSuccess;
  };
}
hipError_t hipGetChannelDesc(hipChannelFormatDesc* desc, hipArray_const_t array) {
  return HIP_CALL {
    if (!array || !desc) return hipErrorInvalidValue;
    if (!known_array(array)) return hipErrorInvalidHandle;
    *desc = array->desc;
    return hipSuccess;
  };
}

hipError_t hipMallocMipmappedArray(hipMipmappedArray_t* array, const hipChannelFormatDesc* desc,
                                   hipExtent extent, unsigned int count, unsigned int flags) {
  return HIP_CALL {
    if (!desc) return hipErrorInvalidValue;
    return make_mipmapped(array, *desc, extent, count, flags);
  };
}
hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t* array, HIP_ARRAY3D_DESCRIPTOR* given,
                                   unsigned int count) {
  return HIP_CALL {
    hipChannelFormatDesc desc;
    if (!given || !desc_of(given->Format, given->NumChannels, &desc)) return hipErrorInvalidValue;
    return make_mipmapped(array, desc, {given->Width, given->Height, given->Depth}, count, given->Flags);
  };
}
hipError_t hipFreeMipmappedArray(hipMipmappedArray_t array) {
  return HIP_CALL { return array ? destroy_mipmapped(array) : hipErrorInvalidValue; };
}
hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t array) {
  return HIP_CALL { return array ? destroy_mipmapped(array) : hipErrorInvalidValue; };
}
hipError_t hipGetMipmappedArrayLevel(hipArray_t* out, hipMipmappedArray_const_t array, unsigned int level) {
  return HIP_CALL { return get_level(out, array, level); };
}
hipError_t hipMipmappedArrayGetLevel(hipArray_t* out, hipMipmappedArray_t array, unsigned int level) {
  return HIP_CALL { return get_level(out, array, level); };
}
