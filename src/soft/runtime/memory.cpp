// Allocation: device, pinned, managed, pitched; what is known about a pointer.
#include "soft/runtime/memory_map.h"
#include "soft/runtime/stream.h"
#include <algorithm>

namespace wavelift::hiprt {
namespace {

constexpr size_t kPitch = 256; // bytes; texturePitchAlignment

hipError_t allocate(void** out, size_t size, MemoryKind kind, unsigned flags) {
  if (!out) return hipErrorInvalidValue;
  HIP_TRY(usable());
  if (size == 0) {
    *out = nullptr;
    return hipSuccess;
  }
  *out = MemoryMap::get().allocate(size, kind, flags);
  return *out ? hipSuccess : hipErrorOutOfMemory;
}

hipError_t allocate_pinned(void** out, size_t size, unsigned flags) {
  constexpr unsigned kKnown = hipHostMallocPortable | hipHostMallocMapped | hipHostMallocWriteCombined |
                              hipHostMallocUncached | hipHostMallocNumaUser | hipHostMallocCoherent |
                              hipHostMallocNonCoherent;
  if (flags & ~kKnown) return hipErrorInvalidValue;
  if ((flags & hipHostMallocCoherent) && (flags & hipHostMallocNonCoherent)) return hipErrorInvalidValue;
  return allocate(out, size, MemoryKind::pinned, flags);
}

hipError_t allocate_pitched(void** out, size_t* pitch, size_t width, size_t height, size_t depth) {
  if (!out || !pitch) return hipErrorInvalidValue;
  if (width == 0 || height == 0 || depth == 0) {
    *out = nullptr;
    *pitch = 0;
    return hipSuccess;
  }
  if (width > SIZE_MAX - kPitch) return hipErrorOutOfMemory;
  size_t row = (width + kPitch - 1) / kPitch * kPitch, rows = 0, size = 0;
  if (__builtin_mul_overflow(height, depth, &rows) || __builtin_mul_overflow(row, rows, &size))
    return hipErrorOutOfMemory;
  HIP_TRY(allocate(out, size, MemoryKind::device, 0));
  *pitch = row;
  return hipSuccess;
}

hipError_t free_host(void* pointer) {
  if (!pointer) return hipSuccess;
  HIP_TRY(usable());
  if (MemoryMap::get().release(pointer, {MemoryKind::pinned})) return hipSuccess;
  if (soft::checking()) soft::report_bad_free(pointer);
  return hipErrorInvalidValue;
}

hipMemoryType type_of(const Allocation& a) {
  switch (a.kind) {
  case MemoryKind::managed:
    return hipMemoryTypeManaged;
  case MemoryKind::pinned:
  case MemoryKind::registered:
    return hipMemoryTypeHost;
  default:
    return hipMemoryTypeDevice;
  }
}

hipError_t attribute_of(void* data, hipPointer_attribute attribute, void* pointer) {
  if (!data) return hipErrorInvalidValue;
  std::optional<Allocation> a = MemoryMap::get().find(pointer);
  if (!a || !pointer) return hipErrorInvalidValue;
  bool host = type_of(*a) != hipMemoryTypeDevice;
  switch (attribute) {
  case HIP_POINTER_ATTRIBUTE_CONTEXT:
    return hipDevicePrimaryCtxRetain(static_cast<hipCtx_t*>(data), 0);
  case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
    *static_cast<unsigned*>(data) = type_of(*a);
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER:
    *static_cast<void**>(data) = pointer;
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
    if (!host) return hipErrorInvalidValue;
    *static_cast<void**>(data) = pointer;
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    *static_cast<unsigned*>(data) = 1;
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_BUFFER_ID:
    *static_cast<unsigned long long*>(data) = a->id;
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_IS_MANAGED:
    *static_cast<bool*>(data) = a->kind == MemoryKind::managed;
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    *static_cast<int*>(data) = 0;
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE:
    *static_cast<bool*>(data) = false;
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    *static_cast<void**>(data) = a->pointer();
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_RANGE_SIZE:
    *static_cast<size_t*>(data) = a->size;
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_MAPPED:
    *static_cast<bool*>(data) = true;
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    *static_cast<unsigned*>(data) = 0;
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    *static_cast<bool*>(data) = false;
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    *static_cast<unsigned*>(data) = hipMemAccessFlagsProtReadWrite;
    return hipSuccess;
  case HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
    *static_cast<void**>(data) = a->owner;
    return hipSuccess;
  default:
    return hipErrorInvalidValue;
  }
}

} // namespace
} // namespace wavelift::hiprt

using namespace wavelift;
using namespace wavelift::hiprt;

hipError_t hipMalloc(void** pointer, size_t size) {
  return HIP_CALL { return allocate(pointer, size, MemoryKind::device, 0); };
}
hipError_t hipExtMallocWithFlags(void** pointer, size_t size, unsigned int flags) {
  return HIP_CALL {
    if (flags > hipDeviceMallocContiguous) return hipErrorInvalidValue;
    if (flags == hipMallocSignalMemory && size != 8) return hipErrorInvalidValue;
    return allocate(pointer, size, MemoryKind::device, flags);
  };
}
hipError_t hipMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return HIP_CALL { return allocate_pitched(pointer, pitch, width, height, 1); };
}
hipError_t hipMemAllocPitch(hipDeviceptr_t* pointer, size_t* pitch, size_t width, size_t height,
                            unsigned int element) {
  return HIP_CALL {
    if (element != 4 && element != 8 && element != 16) return hipErrorInvalidValue;
    if (width == 0 || height == 0) return hipErrorInvalidValue;
    return allocate_pitched(pointer, pitch, width, height, 1);
  };
}
hipError_t hipMalloc3D(hipPitchedPtr* pitched, hipExtent extent) {
  return HIP_CALL {
    if (!pitched) return hipErrorInvalidValue;
    HIP_TRY(allocate_pitched(&pitched->ptr, &pitched->pitch, extent.width, extent.height, extent.depth));
    pitched->xsize = extent.width;
    pitched->ysize = extent.height;
    return hipSuccess;
  };
}
hipError_t hipMallocManaged(void** pointer, size_t size, unsigned int flags) {
  return HIP_CALL {
    if (!pointer || size == 0) return hipErrorInvalidValue;
    if (flags != hipMemAttachGlobal && flags != hipMemAttachHost) return hipErrorInvalidValue;
    return allocate(pointer, size, MemoryKind::managed, flags);
  };
}
hipError_t hipFree(void* pointer) {
  return HIP_CALL {
    if (!pointer) return hipSuccess;
    HIP_TRY(usable());
    MemoryMap& map = MemoryMap::get();
    if (std::optional<Allocation> a = map.find(pointer); a && a->kind == MemoryKind::pool)
      return hipFreeAsync(pointer, nullptr); // its pool keeps count
    auto freed = map.release(pointer, {MemoryKind::device, MemoryKind::managed, MemoryKind::pinned});
    if (!freed && soft::checking()) soft::report_bad_free(pointer);
    return freed ? hipSuccess : hipErrorInvalidValue;
  };
}

hipError_t hipHostMalloc(void** pointer, size_t size, unsigned int flags) {
  return HIP_CALL { return allocate_pinned(pointer, size, flags); };
}
hipError_t hipHostAlloc(void** pointer, size_t size, unsigned int flags) {
  return HIP_CALL { return allocate_pinned(pointer, size, flags); };
}
hipError_t hipMallocHost(void** pointer, size_t size) {
  return HIP_CALL { return allocate_pinned(pointer, size, 0); };
}
hipError_t hipMemAllocHost(void** pointer, size_t size) {
  return HIP_CALL { return allocate_pinned(pointer, size, 0); };
}
hipError_t hipHostFree(void* pointer) {
  return HIP_CALL { return free_host(pointer); };
}
hipError_t hipFreeHost(void* pointer) {
  return HIP_CALL { return free_host(pointer); };
}
hipError_t hipHostGetDevicePointer(void** device, void* host, unsigned int flags) {
  return HIP_CALL {
    if (!device || !host || flags != 0) return hipErrorInvalidValue;
    std::optional<Allocation> a = MemoryMap::get().find(host);
    if (!a || type_of(*a) == hipMemoryTypeDevice) return hipErrorInvalidValue;
    *device = host;
    return hipSuccess;
  };
}
hipError_t hipHostGetFlags(unsigned int* flags, void* host) {
  return HIP_CALL {
    if (!flags || !host) return hipErrorInvalidValue;
    std::optional<Allocation> a = MemoryMap::get().find(host);
    if (!a || type_of(*a) != hipMemoryTypeHost) return hipErrorInvalidValue;
    *flags = a->flags;
    return hipSuccess;
  };
}
hipError_t hipHostRegister(void* host, size_t size, unsigned int flags) {
  return HIP_CALL {
    if (!host || size == 0) return hipErrorInvalidValue;
    HIP_TRY(usable());
    return MemoryMap::get().note(host, size, MemoryKind::registered, flags)
               ? hipSuccess
               : hipErrorHostMemoryAlreadyRegistered;
  };
}
hipError_t hipHostUnregister(void* host) {
  return HIP_CALL {
    if (!host) return hipErrorInvalidValue;
    HIP_TRY(usable());
    return MemoryMap::get().release(host, {MemoryKind::registered}) ? hipSuccess
                                                                    : hipErrorHostMemoryNotRegistered;
  };
}

hipError_t hipMemGetInfo(size_t* free, size_t* total) {
  return HIP_CALL {
    if (!free && !total) return hipErrorInvalidValue;
    MemoryMap& map = MemoryMap::get();
    if (free) *free = map.total() - map.used();
    if (total) *total = map.total();
    return hipSuccess;
  };
}
hipError_t hipMemPtrGetInfo(void* pointer, size_t* size) {
  return HIP_CALL {
    std::optional<Allocation> a = pointer && size ? MemoryMap::get().find(pointer) : std::nullopt;
    if (!a || a->pointer() != pointer) return hipErrorInvalidValue;
    *size = a->size;
    return hipSuccess;
  };
}
hipError_t hipMemGetAddressRange(hipDeviceptr_t* base, size_t* size, hipDeviceptr_t pointer) {
  return HIP_CALL {
    std::optional<Allocation> a = pointer ? MemoryMap::get().find(pointer) : std::nullopt;
    if (!a) return hipErrorNotFound;
    if (base) *base = a->pointer();
    if (size) *size = a->size;
    return hipSuccess;
  };
}

// Memory that no call knows of is the program's own: unregistered, and that is no error.
hipError_t hipPointerGetAttributes(hipPointerAttribute_t* out, const void* pointer) {
  return HIP_CALL {
    if (!out) return hipErrorInvalidValue;
    *out = {};
    std::optional<Allocation> a = pointer ? MemoryMap::get().find(pointer) : std::nullopt;
    void* address = const_cast<void*>(pointer);
    if (!a) {
      out->type = hipMemoryTypeUnregistered;
      out->device = hipInvalidDeviceId;
      out->hostPointer = address;
      return hipSuccess;
    }
    out->type = type_of(*a);
    out->device = 0;
    out->devicePointer = address;
    out->hostPointer = out->type == hipMemoryTypeDevice ? nullptr : address;
    out->isManaged = a->kind == MemoryKind::managed;
    out->allocationFlags = a->flags;
    return hipSuccess;
  };
}
hipError_t hipPointerGetAttribute(void* data, hipPointer_attribute attribute, hipDeviceptr_t pointer) {
  return HIP_CALL { return attribute_of(data, attribute, pointer); };
}
// An attribute that does not apply is zero and no error.
hipError_t hipDrvPointerGetAttributes(unsigned int count, hipPointer_attribute* attributes, void** data,
                                      hipDeviceptr_t pointer) {
  return HIP_CALL {
    if (!attributes || !data || count == 0) return hipErrorInvalidValue;
    for (unsigned i = 0; i < count; ++i)
      if (attribute_of(data[i], attributes[i], pointer) != hipSuccess && data[i])
        *static_cast<unsigned*>(data[i]) = 0;
    return hipSuccess;
  };
}
hipError_t hipPointerSetAttribute(const void* value, hipPointer_attribute attribute, hipDeviceptr_t pointer) {
  return HIP_CALL {
    if (!value || !pointer || attribute != HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS) return hipErrorInvalidValue;
    return MemoryMap::get().find(pointer) ? hipSuccess : hipErrorInvalidDevicePointer;
  };
}
