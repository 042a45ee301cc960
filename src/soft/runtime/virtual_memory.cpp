// Virtual memory: physical allocations (memory files) that are mapped into reserved address ranges.
#include "soft/runtime/memory_map.h"
#include "soft/runtime/stream.h"
#include <fcntl.h>
#include <map>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_set>

struct ihipMemGenericAllocationHandle {
  int file = -1;
  size_t size = 0;
  hipMemAllocationProp prop = {};
  int references = 1; // handles retained, mappings
};

namespace wavelift::hiprt {
namespace {

constexpr size_t kGranularity = 2 << 20;
using Handle = hipMemGenericAllocationHandle_t;

struct Mapping {
  size_t size;
  Handle handle;
  hipMemAccessFlags access;
};
std::mutex mutex;
std::map<uintptr_t, size_t> reserved;
std::map<uintptr_t, Mapping> mapped;
std::unordered_set<Handle> handles;

void let_go(Handle handle) {
  if (--handle->references > 0) return;
  handles.erase(handle);
  ::close(handle->file);
  delete handle;
}

hipError_t check(const hipMemAllocationProp* prop) {
  if (!prop || prop->type != hipMemAllocationTypePinned) return hipErrorInvalidValue;
  if (prop->location.type != hipMemLocationTypeDevice && prop->location.type != hipMemLocationTypeHost)
    return hipErrorInvalidValue;
  return prop->location.type == hipMemLocationTypeDevice && !valid_device(prop->location.id)
             ? hipErrorInvalidValue
             : hipSuccess;
}

hipError_t adopt(int file, size_t size, const hipMemAllocationProp& prop, Handle* out) {
  auto* handle = new ihipMemGenericAllocationHandle{file, size, prop, 1};
  std::lock_guard lock(mutex);
  handles.insert(handle);
  *out = handle;
  return hipSuccess;
}

Mapping* mapping_at(void* pointer) {
  uintptr_t at = reinterpret_cast<uintptr_t>(pointer);
  auto it = mapped.upper_bound(at);
  if (it == mapped.begin()) return nullptr;
  --it;
  return at - it->first < it->second.size ? &it->second : nullptr;
}

} // namespace
} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipMemGetAllocationGranularity(size_t* granularity, const hipMemAllocationProp* prop,
                                          hipMemAllocationGranularity_flags option) {
  return HIP_CALL {
    if (!granularity || option > hipMemAllocationGranularityRecommended) return hipErrorInvalidValue;
    HIP_TRY(check(prop));
    *granularity = kGranularity;
    return hipSuccess;
  };
}
hipError_t hipMemAddressReserve(void** pointer, size_t size, size_t alignment, void*,
                                unsigned long long flags) {
  return HIP_CALL {
    if (!pointer || size == 0 || size % 4096 || flags != 0 || (alignment & (alignment - 1)))
      return hipErrorInvalidValue;
    alignment = alignment < kGranularity ? kGranularity : alignment;
    void* p =
        ::mmap(nullptr, size + alignment, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return hipErrorOutOfMemory;
    uintptr_t from = reinterpret_cast<uintptr_t>(p), base = (from + alignment - 1) / alignment * alignment;
    if (base > from) ::munmap(p, base - from);
    if (uintptr_t end = from + size + alignment; end > base + size)
      ::munmap(reinterpret_cast<void*>(base + size), end - base - size);
    std::lock_guard lock(mutex);
    reserved[base] = size;
    *pointer = reinterpret_cast<void*>(base);
    return hipSuccess;
  };
}
hipError_t hipMemAddressFree(void* pointer, size_t size) {
  return HIP_CALL {
    std::lock_guard lock(mutex);
    auto it = reserved.find(reinterpret_cast<uintptr_t>(pointer));
    if (it == reserved.end() || it->second != size) return hipErrorInvalidValue;
    if (auto m = mapped.lower_bound(it->first); m != mapped.end() && m->first < it->first + size)
      return hipErrorInvalidValue;
    ::munmap(pointer, size);
    reserved.erase(it);
    return hipSuccess;
  };
}
hipError_t hipMemCreate(Handle* handle, size_t size, const hipMemAllocationProp* prop,
                        unsigned long long flags) {
  return HIP_CALL {
    if (!handle || size == 0 || size % kGranularity || flags != 0) return hipErrorInvalidValue;
    HIP_TRY(check(prop));
    if (size > MemoryMap::get().total() - MemoryMap::get().used()) return hipErrorOutOfMemory;
    int file = ::memfd_create("wavelift", MFD_CLOEXEC);
    if (file < 0) return hipErrorOutOfMemory;
    if (::ftruncate(file, off_t(size)) != 0) {
      ::close(file);
      return hipErrorOutOfMemory;
    }
    return adopt(file, size, *prop, handle);
  };
}
hipError_t hipMemRelease(Handle handle) {
  return HIP_CALL {
    std::lock_guard lock(mutex);
    if (!handles.contains(handle)) return hipErrorInvalidValue;
    let_go(handle);
    return hipSuccess;
  };
}
hipError_t hipMemMap(void* pointer, size_t size, size_t offset, Handle handle, unsigned long long flags) {
  return HIP_CALL {
    std::lock_guard lock(mutex);
    if (!pointer || size == 0 || offset != 0 || flags != 0 || !handles.contains(handle) ||
        size > handle->size)
      return hipErrorInvalidValue;
    uintptr_t at = reinterpret_cast<uintptr_t>(pointer);
    auto range = reserved.upper_bound(at);
    if (range == reserved.begin()) return hipErrorInvalidValue;
    --range;
    if (at + size > range->first + range->second) return hipErrorInvalidValue;
    if (auto next = mapped.lower_bound(at); next != mapped.end() && next->first < at + size)
      return hipErrorInvalidValue;
    if (mapping_at(pointer)) return hipErrorInvalidValue;
    if (::mmap(pointer, size, PROT_NONE, MAP_SHARED | MAP_FIXED, handle->file, 0) == MAP_FAILED)
      return hipErrorMapFailed;
    ++handle->references;
    mapped[at] = {size, handle, hipMemAccessFlagsProtNone};
    MemoryMap::get().note(pointer, size, MemoryKind::reserved);
    return hipSuccess;
  };
}
hipError_t hipMemUnmap(void* pointer, size_t size) {
  return HIP_CALL {
    std::lock_guard lock(mutex);
    auto it = mapped.find(reinterpret_cast<uintptr_t>(pointer));
    if (it == mapped.end() || it->second.size != size) return hipErrorInvalidValue;
    ::mmap(pointer, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    MemoryMap::get().release(pointer, {MemoryKind::reserved});
    let_go(it->second.handle);
    mapped.erase(it);
    return hipSuccess;
  };
}
hipError_t hipMemSetAccess(void* pointer, size_t size, const hipMemAccessDesc* desc, size_t count) {
  return HIP_CALL {
    if (!pointer || size == 0 || !desc || count == 0) return hipErrorInvalidValue;
    hipMemAccessFlags flags = desc[0].flags;
    for (size_t i = 0; i < count; ++i) {
      if (desc[i].location.type == hipMemLocationTypeDevice && !valid_device(desc[i].location.id))
        return hipErrorInvalidValue;
      if (desc[i].flags > flags) flags = desc[i].flags;
    }
    int protection = flags == hipMemAccessFlagsProtReadWrite ? PROT_READ | PROT_WRITE
                     : flags == hipMemAccessFlagsProtRead    ? PROT_READ
                                                             : PROT_NONE;
    std::lock_guard lock(mutex);
    uintptr_t at = reinterpret_cast<uintptr_t>(pointer), end = at + size;
    while (at < end) {
      auto it = mapped.find(at);
      if (it == mapped.end() || at + it->second.size > end) return hipErrorInvalidValue;
      if (::mprotect(reinterpret_cast<void*>(at), it->second.size, protection) != 0)
        return hipErrorInvalidValue;
      it->second.access = flags;
      at += it->second.size;
    }
    return hipSuccess;
  };
}
hipError_t hipMemGetAccess(unsigned long long* flags, const hipMemLocation* location, void* pointer) {
  return HIP_CALL {
    if (!flags || !location || !pointer) return hipErrorInvalidValue;
    if (location->type == hipMemLocationTypeDevice && !valid_device(location->id))
      return hipErrorInvalidValue;
    std::lock_guard lock(mutex);
    Mapping* m = mapping_at(pointer);
    if (!m) return hipErrorInvalidValue;
    *flags = m->access;
    return hipSuccess;
  };
}
hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp* prop, Handle handle) {
  return HIP_CALL {
    std::lock_guard lock(mutex);
    if (!prop || !handles.contains(handle)) return hipErrorInvalidValue;
    *prop = handle->prop;
    return hipSuccess;
  };
}
hipError_t hipMemRetainAllocationHandle(Handle* handle, void* pointer) {
  return HIP_CALL {
    if (!handle || !pointer) return hipErrorInvalidValue;
    std::lock_guard lock(mutex);
    Mapping* m = mapping_at(pointer);
    if (!m) return hipErrorInvalidValue;
    ++m->handle->references;
    *handle = m->handle;
    return hipSuccess;
  };
}
hipError_t hipMemExportToShareableHandle(void* out, Handle handle, hipMemAllocationHandleType type,
                                         unsigned long long flags) {
  return HIP_CALL {
    std::lock_guard lock(mutex);
    if (!out || flags != 0 || !handles.contains(handle)) return hipErrorInvalidValue;
    if (type != hipMemHandleTypePosixFileDescriptor) return hipErrorNotSupported;
    int file = ::fcntl(handle->file, F_DUPFD_CLOEXEC, 0);
    if (file < 0) return hipErrorOutOfMemory;
    *static_cast<int*>(out) = file;
    return hipSuccess;
  };
}
// `shared` is the file descriptor itself, as a pointer.
hipError_t hipMemImportFromShareableHandle(Handle* handle, void* shared, hipMemAllocationHandleType type) {
  return HIP_CALL {
    if (!handle) return hipErrorInvalidValue;
    if (type != hipMemHandleTypePosixFileDescriptor) return hipErrorNotSupported;
    int file = ::fcntl(int(reinterpret_cast<intptr_t>(shared)), F_DUPFD_CLOEXEC, 0);
    struct stat st = {};
    if (file < 0 || ::fstat(file, &st) != 0 || st.st_size == 0) return hipErrorInvalidValue;
    hipMemAllocationProp prop = {};
    prop.type = hipMemAllocationTypePinned;
    prop.location = {hipMemLocationTypeDevice, 0};
    return adopt(file, size_t(st.st_size), prop, handle);
  };
}
