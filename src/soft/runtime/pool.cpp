// Stream-ordered allocation and memory pools. A free is done when the call is made: streams run at once.
#include "soft/runtime/graph.h"
#include "soft/runtime/graph_params.h"
#include "soft/runtime/memory_map.h"
#include "soft/runtime/stream.h"
#include <algorithm>

struct ihipMemPoolHandle_t {
  hipMemPoolProps props = {};
  uint64_t release_threshold = 0;
  int reuse[3] = {1, 1, 1}; // follow events, opportunistic, internal dependencies
  hipMemAccessFlags access = hipMemAccessFlagsProtReadWrite;
  size_t used = 0, used_high = 0;
};

namespace wavelift::hiprt {
namespace {

std::mutex pools_mutex;
std::unordered_set<hipMemPool_t> pools;
hipMemPool_t current = nullptr;

hipMemPool_t default_pool() {
  static hipMemPool_t the = [] {
    auto* pool = new ihipMemPoolHandle_t;
    pool->props.allocType = hipMemAllocationTypePinned;
    pool->props.location = {hipMemLocationTypeDevice, 0};
    std::lock_guard lock(pools_mutex);
    pools.insert(pool);
    return pool;
  }();
  return the;
}
hipMemPool_t current_pool() {
  hipMemPool_t fallback = default_pool();
  std::lock_guard lock(pools_mutex);
  return current ? current : fallback;
}
bool known(hipMemPool_t pool) {
  default_pool();
  std::lock_guard lock(pools_mutex);
  return pools.contains(pool);
}

hipError_t allocate(void** out, size_t size, hipMemPool_t pool, hipStream_t handle) {
  if (!out || !pool) return hipErrorInvalidValue;
  if (!known(pool)) return hipErrorInvalidValue;
  ihipStream_t* stream = nullptr;
  HIP_TRY(resolve(handle, &stream));
  HIP_TRY(device_fault());
  if (size == 0) {
    *out = nullptr;
    return hipSuccess;
  }
  if (pool->props.maxSize && pool->used + size > pool->props.maxSize) return hipErrorOutOfMemory;
  if (stream->capture) {
    hipMemAllocNodeParams params = {};
    params.poolProps = pool->props;
    params.bytesize = size;
    Work work;
    HIP_TRY(alloc_work(&params, &work));
    *out = params.dptr;
    return capture_add(stream, std::move(work));
  }
  void* memory = MemoryMap::get().allocate(size, MemoryKind::pool, 0, pool);
  if (!memory) return hipErrorOutOfMemory;
  std::lock_guard lock(pools_mutex);
  pool->used += size;
  pool->used_high = std::max(pool->used_high, pool->used);
  *out = memory;
  return hipSuccess;
}

hipError_t free_async(void* pointer, hipStream_t handle) {
  ihipStream_t* stream = nullptr;
  HIP_TRY(resolve(handle, &stream));
  if (!pointer) return hipSuccess;
  if (stream->capture) return capture_add(stream, FreeWork{pointer});
  HIP_TRY(device_fault());
  std::optional<Allocation> a =
      MemoryMap::get().release(pointer, {MemoryKind::pool, MemoryKind::device, MemoryKind::managed});
  if (!a) {
    if (soft::checking()) soft::report_bad_free(pointer);
    return hipErrorInvalidValue;
  }
  std::lock_guard lock(pools_mutex);
  if (auto* pool = static_cast<hipMemPool_t>(a->owner); pool && pools.contains(pool)) pool->used -= a->size;
  return hipSuccess;
}

hipError_t attribute(hipMemPool_t pool, hipMemPoolAttr which, void* value, bool set) {
  if (!pool || !value || !known(pool)) return hipErrorInvalidValue;
  std::lock_guard lock(pools_mutex);
  auto number = [&](uint64_t& field) {
    set ? field = *static_cast<uint64_t*>(value) : *static_cast<uint64_t*>(value) = field;
    return hipSuccess;
  };
  switch (which) {
  case hipMemPoolReuseFollowEventDependencies:
  case hipMemPoolReuseAllowOpportunistic:
  case hipMemPoolReuseAllowInternalDependencies: {
    int& field = pool->reuse[which - hipMemPoolReuseFollowEventDependencies];
    set ? field = *static_cast<int*>(value) : *static_cast<int*>(value) = field;
    return hipSuccess;
  }
  case hipMemPoolAttrReleaseThreshold:
    return number(pool->release_threshold);
  case hipMemPoolAttrReservedMemCurrent:
  case hipMemPoolAttrUsedMemCurrent: {
    uint64_t now = pool->used;
    return set ? hipErrorInvalidValue : number(now);
  }
  case hipMemPoolAttrReservedMemHigh:
  case hipMemPoolAttrUsedMemHigh: {
    // A high mark can be set to 0 only, which makes it what is used now.
    if (set && *static_cast<uint64_t*>(value) != 0) return hipErrorInvalidValue;
    if (set) return pool->used_high = pool->used, hipSuccess;
    uint64_t high = pool->used_high;
    return number(high);
  }
  default:
    return hipErrorInvalidValue;
  }
}

} // namespace
} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipMallocAsync(void** pointer, size_t size, hipStream_t stream) {
  return HIP_CALL { return allocate(pointer, size, current_pool(), stream); };
}
hipError_t hipMallocFromPoolAsync(void** pointer, size_t size, hipMemPool_t pool, hipStream_t stream) {
  return HIP_CALL { return allocate(pointer, size, pool, stream); };
}
hipError_t hipFreeAsync(void* pointer, hipStream_t stream) {
  return HIP_CALL { return free_async(pointer, stream); };
}

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t* pool, int device) {
  return HIP_CALL {
    if (!pool) return hipErrorInvalidValue;
    if (!valid_device(device)) return hipErrorInvalidDevice;
    *pool = default_pool();
    return hipSuccess;
  };
}
hipError_t hipDeviceGetMemPool(hipMemPool_t* pool, int device) {
  return HIP_CALL {
    if (!pool) return hipErrorInvalidValue;
    if (!valid_device(device)) return hipErrorInvalidDevice;
    *pool = current_pool();
    return hipSuccess;
  };
}
hipError_t hipDeviceSetMemPool(int device, hipMemPool_t pool) {
  return HIP_CALL {
    if (!valid_device(device)) return hipErrorInvalidDevice;
    if (!known(pool)) return hipErrorInvalidValue;
    std::lock_guard lock(pools_mutex);
    current = pool;
    return hipSuccess;
  };
}
hipError_t hipMemPoolCreate(hipMemPool_t* pool, const hipMemPoolProps* props) {
  return HIP_CALL {
    if (!pool || !props || props->allocType != hipMemAllocationTypePinned) return hipErrorInvalidValue;
    if (props->location.type != hipMemLocationTypeDevice) return hipErrorInvalidValue;
    if (!valid_device(props->location.id)) return hipErrorInvalidValue;
    if (props->handleTypes != hipMemHandleTypeNone) return hipErrorNotSupported; // nobody to share with
    auto* made = new ihipMemPoolHandle_t;
    made->props = *props;
    std::lock_guard lock(pools_mutex);
    pools.insert(made);
    *pool = made;
    return hipSuccess;
  };
}
// Allocations of the pool stay valid until they are freed.
hipError_t hipMemPoolDestroy(hipMemPool_t pool) {
  return HIP_CALL {
    if (!known(pool) || pool == default_pool()) return hipErrorInvalidValue;
    std::lock_guard lock(pools_mutex);
    pools.erase(pool);
    if (current == pool) current = nullptr;
    delete pool;
    return hipSuccess;
  };
}
// Freed memory goes back at once; there is nothing to trim.
hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t) {
  return HIP_CALL { return known(pool) ? hipSuccess : hipErrorInvalidValue; };
}
hipError_t hipMemPoolSetAttribute(hipMemPool_t pool, hipMemPoolAttr which, void* value) {
  return HIP_CALL { return attribute(pool, which, value, true); };
}
hipError_t hipMemPoolGetAttribute(hipMemPool_t pool, hipMemPoolAttr which, void* value) {
  return HIP_CALL { return attribute(pool, which, value, false); };
}
hipError_t hipMemPoolSetAccess(hipMemPool_t pool, const hipMemAccessDesc* list, size_t count) {
  return HIP_CALL {
    if (!known(pool) || (count && !list)) return hipErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      if (list[i].location.type != hipMemLocationTypeDevice || !valid_device(list[i].location.id))
        return hipErrorInvalidValue;
      // A device's own pool cannot be taken from it.
      if (list[i].flags == hipMemAccessFlagsProtNone) return hipErrorInvalidValue;
    }
    return hipSuccess;
  };
}
hipError_t hipMemPoolGetAccess(hipMemAccessFlags* flags, hipMemPool_t pool, hipMemLocation* location) {
  return HIP_CALL {
    if (!flags || !location || !known(pool) || location->type != hipMemLocationTypeDevice ||
        !valid_device(location->id))
      return hipErrorInvalidValue;
    *flags = pool->access;
    return hipSuccess;
  };
}

// Memory of graphs' allocation nodes: taken with the node, given back with the graph.
hipError_t hipDeviceGetGraphMemAttribute(int device, hipGraphMemAttributeType which, void* value) {
  return HIP_CALL {
    if (!valid_device(device)) return hipErrorInvalidDevice;
    if (!value || which > hipGraphMemAttrReservedMemHigh) return hipErrorInvalidValue;
    *static_cast<uint64_t*>(value) =
        graph_memory(which == hipGraphMemAttrUsedMemHigh || which == hipGraphMemAttrReservedMemHigh);
    return hipSuccess;
  };
}
hipError_t hipDeviceSetGraphMemAttribute(int device, hipGraphMemAttributeType which, void* value) {
  return HIP_CALL {
    if (!valid_device(device)) return hipErrorInvalidDevice;
    bool high = which == hipGraphMemAttrUsedMemHigh || which == hipGraphMemAttrReservedMemHigh;
    if (!value || !high || *static_cast<uint64_t*>(value) != 0) return hipErrorInvalidValue;
    reset_graph_memory_high();
    return hipSuccess;
  };
}
hipError_t hipDeviceGraphMemTrim(int device) {
  return HIP_CALL { return valid_device(device) ? hipSuccess : hipErrorInvalidDevice; };
}
