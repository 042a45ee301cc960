// Several devices and several processes, as far as one device in one process can answer for them.
#include "soft/runtime/memory_map.h"
#include "soft/runtime/stream.h"
#include <cstring>
#include <unistd.h>

namespace wavelift::hiprt {
namespace {

// What an IPC handle says. Only the process that made it can open it, and HIP forbids that too.
struct MemoryHandle {
  char magic[8];
  int process;
  uint64_t base, size;
};
constexpr char kMagic[8] = "wl-ipc1";
static_assert(sizeof(MemoryHandle) <= HIP_IPC_HANDLE_SIZE);

} // namespace
} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipDeviceCanAccessPeer(int* can, int device, int peer) {
  return HIP_CALL {
    if (!can) return hipErrorInvalidValue;
    if (!valid_device(device) || !valid_device(peer)) return hipErrorInvalidDevice;
    *can = 0; // a device is no peer of itself
    return hipSuccess;
  };
}
// The peer would be the device itself, or one that is not there.
hipError_t hipDeviceEnablePeerAccess(int, unsigned int flags) {
  return HIP_CALL { return flags ? hipErrorInvalidValue : hipErrorInvalidDevice; };
}
hipError_t hipDeviceDisablePeerAccess(int peer) {
  return HIP_CALL { return valid_device(peer) ? hipErrorPeerAccessNotEnabled : hipErrorInvalidDevice; };
}
hipError_t hipCtxEnablePeerAccess(hipCtx_t, unsigned int flags) {
  return HIP_CALL { return flags ? hipErrorInvalidValue : hipErrorInvalidDevice; };
}
hipError_t hipCtxDisablePeerAccess(hipCtx_t) {
  return HIP_CALL { return hipErrorPeerAccessNotEnabled; };
}
// There is no pair of devices to ask about.
hipError_t hipDeviceGetP2PAttribute(int* value, hipDeviceP2PAttr, int, int) {
  return HIP_CALL { return value ? hipErrorInvalidDevice : hipErrorInvalidValue; };
}
hipError_t hipExtGetLinkTypeAndHopCount(int, int, uint32_t* type, uint32_t* hops) {
  return HIP_CALL { return type && hops ? hipErrorInvalidDevice : hipErrorInvalidValue; };
}

hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t* handle, void* pointer) {
  return HIP_CALL {
    if (!handle || !pointer) return hipErrorInvalidValue;
    std::optional<Allocation> a = MemoryMap::get().find(pointer);
    if (!a || a->kind != MemoryKind::device || a->pointer() != pointer) return hipErrorInvalidValue;
    MemoryHandle h = {};
    std::memcpy(h.magic, kMagic, sizeof kMagic);
    h.process = ::getpid();
    h.base = a->base;
    h.size = a->size;
    std::memset(handle, 0, sizeof *handle);
    std::memcpy(handle, &h, sizeof h);
    return hipSuccess;
  };
}
// Another process's device memory is that process's own memory here, and cannot be mapped.
hipError_t hipIpcOpenMemHandle(void** pointer, hipIpcMemHandle_t handle, unsigned int flags) {
  return HIP_CALL {
    if (!pointer || flags != hipIpcMemLazyEnablePeerAccess) return hipErrorInvalidValue;
    MemoryHandle h;
    std::memcpy(&h, &handle, sizeof h);
    if (std::memcmp(h.magic, kMagic, sizeof kMagic) != 0) return hipErrorInvalidValue;
    if (h.process == ::getpid()) return hipErrorInvalidContext; // the process that made it
    return hipErrorNotSupported;
  };
}
// Nothing was opened.
hipError_t hipIpcCloseMemHandle(void*) {
  return HIP_CALL { return hipErrorInvalidValue; };
}
