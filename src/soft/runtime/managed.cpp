// Managed memory: advice and prefetches are remembered, and asked for again; the memory itself is everyone's.
#include "soft/runtime/memory_map.h"
#include "soft/runtime/stream.h"
#include <algorithm>
#include <cstring>
#include <set>

namespace wavelift::hiprt {
namespace {

struct Advice {
  bool read_mostly = false, coarse = false;
  int preferred = hipInvalidDeviceId, prefetched = hipInvalidDeviceId;
  std::set<int> accessed_by;
};
std::mutex advice_mutex;
std::map<uint64_t, Advice> advice_of; // by the allocation's id

bool valid_location(int device) { return device == hipCpuDeviceId || valid_device(device); }

hipError_t managed(const void* pointer, size_t count, std::optional<Allocation>* out) {
  if (!pointer || count == 0) return hipErrorInvalidValue;
  *out = MemoryMap::get().find(pointer);
  if (!*out || (*out)->kind != MemoryKind::managed || !MemoryMap::get().fits(pointer, count))
    return hipErrorInvalidValue;
  return hipSuccess;
}

hipError_t advise(const void* pointer, size_t count, hipMemoryAdvise advice, int device) {
  std::optional<Allocation> a;
  HIP_TRY(managed(pointer, count, &a));
  bool names_device = advice >= hipMemAdviseSetPreferredLocation && advice <= hipMemAdviseUnsetAccessedBy;
  if (names_device && !valid_location(device)) return hipErrorInvalidDevice;
  std::lock_guard lock(advice_mutex);
  Advice& of = advice_of[a->id];
  switch (advice) {
  case hipMemAdviseSetReadMostly:
    of.read_mostly = true;
    return hipSuccess;
  case hipMemAdviseUnsetReadMostly:
    of.read_mostly = false;
    return hipSuccess;
  case hipMemAdviseSetPreferredLocation:
    of.preferred = device;
    return hipSuccess;
  case hipMemAdviseUnsetPreferredLocation:
    of.preferred = hipInvalidDeviceId;
    return hipSuccess;
  case hipMemAdviseSetAccessedBy:
    of.accessed_by.insert(device);
    return hipSuccess;
  case hipMemAdviseUnsetAccessedBy:
    of.accessed_by.erase(device);
    return hipSuccess;
  case hipMemAdviseSetCoarseGrain:
    of.coarse = true;
    return hipSuccess;
  case hipMemAdviseUnsetCoarseGrain:
    of.coarse = false;
    return hipSuccess;
  default:
    return hipErrorInvalidValue;
  }
}

hipError_t prefetch(const void* pointer, size_t count, int device, hipStream_t handle) {
  std::optional<Allocation> a;
  HIP_TRY(managed(pointer, count, &a));
  if (!valid_location(device)) return hipErrorInvalidDevice;
  ihipStream_t* stream = nullptr;
  HIP_TRY(resolve(handle, &stream));
  std::lock_guard lock(advice_mutex);
  advice_of[a->id].prefetched = device;
  return hipSuccess;
}

int device_of(const hipMemLocation& location) {
  switch (location.type) {
  case hipMemLocationTypeDevice:
    return location.id;
  case hipMemLocationTypeHost:
  case hipMemLocationTypeHostNuma:
  case hipMemLocationTypeHostNumaCurrent:
    return hipCpuDeviceId;
  default:
    return hipInvalidDeviceId;
  }
}

hipError_t range(void* data, size_t size, hipMemRangeAttribute attribute, const void* pointer, size_t count) {
  if (!data || size == 0) return hipErrorInvalidValue;
  std::optional<Allocation> a;
  HIP_TRY(managed(pointer, count, &a));
  std::lock_guard lock(advice_mutex);
  const Advice& of = advice_of[a->id];
  auto one = [&](int value) {
    if (size != sizeof(int)) return hipErrorInvalidValue;
    std::memcpy(data, &value, sizeof value);
    return hipSuccess;
  };
  switch (attribute) {
  case hipMemRangeAttributeReadMostly:
    return one(of.read_mostly);
  case hipMemRangeAttributePreferredLocation:
    return one(of.preferred);
  case hipMemRangeAttributeLastPrefetchLocation:
    return one(of.prefetched);
  case hipMemRangeAttributeCoherencyMode:
    return one(of.coarse ? hipMemRangeCoherencyModeCoarseGrain : hipMemRangeCoherencyModeFineGrain);
  case hipMemRangeAttributeAccessedBy: {
    if (size % sizeof(int)) return hipErrorInvalidValue;
    auto* out = static_cast<int*>(data);
    std::fill_n(out, size / sizeof(int), hipInvalidDeviceId);
    for (int device : of.accessed_by) {
      if (out == static_cast<int*>(data) + size / sizeof(int)) break;
      *out++ = device;
    }
    return hipSuccess;
  }
  default:
    return hipErrorInvalidValue;
  }
}

} // namespace
} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipMemAdvise(const void* pointer, size_t count, hipMemoryAdvise advice, int device) {
  return HIP_CALL { return advise(pointer, count, advice, device); };
}
hipError_t hipMemAdvise_v2(const void* pointer, size_t count, hipMemoryAdvise advice,
                           hipMemLocation location) {
  return HIP_CALL { return advise(pointer, count, advice, device_of(location)); };
}
hipError_t hipMemPrefetchAsync(const void* pointer, size_t count, int device, hipStream_t stream) {
  return HIP_CALL { return prefetch(pointer, count, device, stream); };
}
hipError_t hipMemPrefetchAsync_v2(const void* pointer, size_t count, hipMemLocation location,
                                  unsigned int flags, hipStream_t stream) {
  return HIP_CALL {
    if (flags != 0) return hipErrorInvalidValue;
    return prefetch(pointer, count, device_of(location), stream);
  };
}
hipError_t hipMemRangeGetAttribute(void* data, size_t size, hipMemRangeAttribute attribute,
                                   const void* pointer, size_t count) {
  return HIP_CALL { return range(data, size, attribute, pointer, count); };
}
hipError_t hipMemRangeGetAttributes(void** data, size_t* sizes, hipMemRangeAttribute* attributes,
                                    size_t how_many, const void* pointer, size_t count) {
  return HIP_CALL {
    if (!data || !sizes || !attributes || how_many == 0) return hipErrorInvalidValue;
    for (size_t i = 0; i < how_many; ++i) HIP_TRY(range(data[i], sizes[i], attributes[i], pointer, count));
    return hipSuccess;
  };
}
