// The device: choice, properties, attributes, limits, versions, synchronisation.
#include "soft/runtime/device_table.h"
#include "soft/runtime/memory_map.h"
#include "soft/runtime/stream.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>

// The properties of HIP 5, for programs built before the layout changed, are not served.
namespace wavelift::hiprt {
namespace {

constexpr int kVersion = 70051831; // what ROCm 7.0 answers
constexpr const char* kPciId = "0000:03:00.0";
constexpr int kPciBus = 3;

struct Limits {
  std::atomic<size_t> stack{1024}, printf_fifo{1 << 20}, malloc_heap{8 << 20};
  std::atomic<unsigned> flags{hipDeviceScheduleAuto};
} limits;

hipError_t check(int device) { return valid_device(device) ? hipSuccess : hipErrorInvalidDevice; }

void copy_text(char* to, size_t size, const std::string& text) {
  std::strncpy(to, text.c_str(), size - 1);
  to[size - 1] = 0;
}

const char* own_name() { return device_row().name ? device_row().name : device_row().arch; }

std::string device_name() { return fmt::format("wavelift {} (software)", own_name()); }

hipUUID uuid() {
  hipUUID id = {};
  std::memcpy(id.bytes, "wavelift", 8);
  std::strncpy(id.bytes + 8, own_name(), 8);
  return id;
}

const hipDeviceProp_t& properties() {
  static const hipDeviceProp_t* the = [] {
    auto* p = new hipDeviceProp_t{};
    const DeviceRow& d = device_row();
    copy_text(p->name, sizeof p->name, device_name());
    copy_text(p->gcnArchName, sizeof p->gcnArchName, d.target);
    p->uuid = uuid();
    p->totalGlobalMem = MemoryMap::get().total();
    p->sharedMemPerBlock = p->sharedMemPerBlockOptin = p->sharedMemPerMultiprocessor = kLdsBytes;
    p->maxSharedMemoryPerMultiProcessor = kLdsBytes;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->warpSize = d.wave_size;
    p->memPitch = p->totalConstMem = 2147483647;
    p->maxThreadsPerBlock = kMaxThreads;
    std::fill_n(p->maxThreadsDim, 3, kMaxThreads);
    p->maxGridSize[0] = 2147483647;
    p->maxGridSize[1] = p->maxGridSize[2] = 65536;
    p->clockRate = d.clock_mhz * 1000;
    p->memoryClockRate = d.memory_clock_mhz * 1000;
    p->memoryBusWidth = d.memory_bus_bits;
    p->clockInstructionRate = 100000;
    p->major = d.major;
    p->minor = d.minor;
    p->textureAlignment = p->texturePitchAlignment = p->surfaceAlignment = 256;
    p->multiProcessorCount = d.compute_units;
    p->canMapHostMemory = 1;
    p->maxTexture1D = p->maxSurface1D = 16384;
    p->maxTexture1DMipmap = 16384;
    p->maxTexture1DLinear = 1 << 27;
    for (int* two : {p->maxTexture2D, p->maxTexture2DMipmap, p->maxTexture2DGather, p->maxSurface2D})
      two[0] = two[1] = 16384;
    for (int* three : {p->maxTexture3D, p->maxTexture3DAlt, p->maxSurface3D}) std::fill_n(three, 3, 2048);
    p->maxTexture2DLinear[0] = p->maxTexture2DLinear[1] = 16384;
    p->maxTexture2DLinear[2] = 2147483647;
    p->maxTextureCubemap = p->maxSurfaceCubemap = 16384;
    for (int* layered : {p->maxTexture1DLayered, p->maxTextureCubemapLayered, p->maxSurface1DLayered,
                         p->maxSurfaceCubemapLayered})
      layered[0] = 16384, layered[1] = 2048;
    for (int* layered : {p->maxTexture2DLayered, p->maxSurface2DLayered})
      layered[0] = layered[1] = 16384, layered[2] = 2048;
    p->concurrentKernels = 1;
    p->ECCEnabled = 1;
    p->pciBusID = kPciBus;
    p->asyncEngineCount = 1;
    p->deviceOverlap = 1;
    p->unifiedAddressing = 1;
    p->l2CacheSize = int(d.l2_bytes);
    p->maxThreadsPerMultiProcessor = 2048;
    p->maxBlocksPerMultiProcessor = d.max_waves * d.simds;
    p->streamPrioritiesSupported = 1;
    p->globalL1CacheSupported = p->localL1CacheSupported = 1;
    p->managedMemory = p->concurrentManagedAccess = p->pageableMemoryAccess = 1;
    p->pageableMemoryAccessUsesHostPageTables = p->directManagedMemAccessFromHost = 1;
    p->hostNativeAtomicSupported = 1;
    p->singleToDoublePrecisionPerfRatio = d.major >= 10 ? 16 : d.unified_vgprs ? 1 : 2;
    p->canUseHostPointerForRegisteredMem = p->hostRegisterSupported = p->hostRegisterReadOnlySupported = 1;
    p->cooperativeLaunch = 1;
    p->cooperativeMultiDeviceLaunch = 0;
    p->memoryPoolsSupported = 1;
    p->isLargeBar = 1;
    hipDeviceArch_t& a = p->arch;
    a.hasGlobalInt32Atomics = a.hasGlobalFloatAtomicExch = a.hasSharedInt32Atomics = 1;
    a.hasSharedFloatAtomicExch = a.hasFloatAtomicAdd = a.hasGlobalInt64Atomics = a.hasSharedInt64Atomics = 1;
    a.hasDoubles = a.hasWarpVote = a.hasWarpBallot = a.hasWarpShuffle = 1;
    a.hasThreadFenceSystem = a.has3dGrid = 1;
    return p;
  }();
  return *the;
}

int clip(size_t value) { return int(std::min<size_t>(value, 2147483647)); }

// The value of an attribute, or nothing for one that is not known.
std::optional<int> attribute(hipDeviceAttribute_t which) {
  const hipDeviceProp_t& p = properties();
  switch (which) {
#define FIELD(attribute, value)                                                                              \
  case hipDeviceAttribute##attribute:                                                                        \
    return clip(size_t(value));
    FIELD(EccEnabled, p.ECCEnabled)
    FIELD(AccessPolicyMaxWindowSize, p.accessPolicyMaxWindowSize)
    FIELD(AsyncEngineCount, p.asyncEngineCount)
    FIELD(CanMapHostMemory, p.canMapHostMemory)
    FIELD(CanUseHostPointerForRegisteredMem, p.canUseHostPointerForRegisteredMem)
    FIELD(ClockRate, p.clockRate)
    FIELD(ComputeMode, hipComputeModeDefault)
    FIELD(ComputePreemptionSupported, p.computePreemptionSupported)
    FIELD(ConcurrentKernels, p.concurrentKernels)
    FIELD(ConcurrentManagedAccess, p.concurrentManagedAccess)
    FIELD(CooperativeLaunch, p.cooperativeLaunch)
    FIELD(CooperativeMultiDeviceLaunch, p.cooperativeMultiDeviceLaunch)
    FIELD(DeviceOverlap, p.deviceOverlap)
    FIELD(DirectManagedMemAccessFromHost, p.directManagedMemAccessFromHost)
    FIELD(GlobalL1CacheSupported, p.globalL1CacheSupported)
    FIELD(HostNativeAtomicSupported, p.hostNativeAtomicSupported)
    FIELD(Integrated, p.integrated)
    FIELD(IsMultiGpuBoard, p.isMultiGpuBoard)
    FIELD(KernelExecTimeout, p.kernelExecTimeoutEnabled)
    FIELD(L2CacheSize, p.l2CacheSize)
    FIELD(LocalL1CacheSupported, p.localL1CacheSupported)
    FIELD(Luid, 0)
    FIELD(LuidDeviceNodeMask, p.luidDeviceNodeMask)
    FIELD(ComputeCapabilityMajor, p.major)
    FIELD(ManagedMemory, p.managedMemory)
    FIELD(MaxBlocksPerMultiProcessor, p.maxBlocksPerMultiProcessor)
    FIELD(MaxBlockDimX, p.maxThreadsDim[0])
    FIELD(MaxBlockDimY, p.maxThreadsDim[1])
    FIELD(MaxBlockDimZ, p.maxThreadsDim[2])
    FIELD(MaxGridDimX, p.maxGridSize[0])
    FIELD(MaxGridDimY, p.maxGridSize[1])
    FIELD(MaxGridDimZ, p.maxGridSize[2])
    FIELD(MaxSurface1D, p.maxSurface1D)
    FIELD(MaxSurface1DLayered, p.maxSurface1DLayered[0])
    FIELD(MaxSurface2D, p.maxSurface2D[0])
    FIELD(MaxSurface2DLayered, p.maxSurface2DLayered[0])
    FIELD(MaxSurface3D, p.maxSurface3D[0])
    FIELD(MaxSurfaceCubemap, p.maxSurfaceCubemap)
    FIELD(MaxSurfaceCubemapLayered, p.maxSurfaceCubemapLayered[0])
    FIELD(MaxTexture1DWidth, p.maxTexture1D)
    FIELD(MaxTexture1DLayered, p.maxTexture1DLayered[0])
    FIELD(MaxTexture1DLinear, p.maxTexture1DLinear)
    FIELD(MaxTexture1DMipmap, p.maxTexture1DMipmap)
    FIELD(MaxTexture2DWidth, p.maxTexture2D[0])
    FIELD(MaxTexture2DHeight, p.maxTexture2D[1])
    FIELD(MaxTexture2DGather, p.maxTexture2DGather[0])
    FIELD(MaxTexture2DLayered, p.maxTexture2DLayered[0])
    FIELD(MaxTexture2DLinear, p.maxTexture2DLinear[0])
    FIELD(MaxTexture2DMipmap, p.maxTexture2DMipmap[0])
    FIELD(MaxTexture3DWidth, p.maxTexture3D[0])
    FIELD(MaxTexture3DHeight, p.maxTexture3D[1])
    FIELD(MaxTexture3DDepth, p.maxTexture3D[2])
    FIELD(MaxTexture3DAlt, p.maxTexture3DAlt[0])
    FIELD(MaxTextureCubemap, p.maxTextureCubemap)
    FIELD(MaxTextureCubemapLayered, p.maxTextureCubemapLayered[0])
    FIELD(MaxThreadsDim, p.maxThreadsDim[0])
    FIELD(MaxThreadsPerBlock, p.maxThreadsPerBlock)
    FIELD(MaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor)
    FIELD(MaxPitch, p.memPitch)
    FIELD(MemoryBusWidth, p.memoryBusWidth)
    FIELD(MemoryClockRate, p.memoryClockRate)
    FIELD(ComputeCapabilityMinor, p.minor)
    FIELD(MultiGpuBoardGroupID, p.multiGpuBoardGroupID)
    FIELD(MultiprocessorCount, p.multiProcessorCount)
    FIELD(PageableMemoryAccess, p.pageableMemoryAccess)
    FIELD(PageableMemoryAccessUsesHostPageTables, p.pageableMemoryAccessUsesHostPageTables)
    FIELD(PciBusId, p.pciBusID)
    FIELD(PciDeviceId, p.pciDeviceID)
    FIELD(PciDomainId, p.pciDomainID)
    FIELD(PersistingL2CacheMaxSize, p.persistingL2CacheMaxSize)
    FIELD(MaxRegistersPerBlock, p.regsPerBlock)
    FIELD(MaxRegistersPerMultiprocessor, p.regsPerMultiprocessor)
    FIELD(ReservedSharedMemPerBlock, p.reservedSharedMemPerBlock)
    FIELD(MaxSharedMemoryPerBlock, p.sharedMemPerBlock)
    FIELD(SharedMemPerBlockOptin, p.sharedMemPerBlockOptin)
    FIELD(SharedMemPerMultiprocessor, p.sharedMemPerMultiprocessor)
    FIELD(SingleToDoublePrecisionPerfRatio, p.singleToDoublePrecisionPerfRatio)
    FIELD(StreamPrioritiesSupported, p.streamPrioritiesSupported)
    FIELD(SurfaceAlignment, p.surfaceAlignment)
    FIELD(TccDriver, p.tccDriver)
    FIELD(TextureAlignment, p.textureAlignment)
    FIELD(TexturePitchAlignment, p.texturePitchAlignment)
    FIELD(TotalConstantMemory, p.totalConstMem)
    FIELD(TotalGlobalMem, p.totalGlobalMem)
    FIELD(UnifiedAddressing, p.unifiedAddressing)
    FIELD(WarpSize, p.warpSize)
    FIELD(MemoryPoolsSupported, p.memoryPoolsSupported)
    FIELD(VirtualMemoryManagementSupported, 1)
    FIELD(HostRegisterSupported, p.hostRegisterSupported)
    FIELD(MemoryPoolSupportedHandleTypes, p.memoryPoolSupportedHandleTypes)
    FIELD(HostNumaId, 0)
    FIELD(ClockInstructionRate, p.clockInstructionRate)
    FIELD(MaxSharedMemoryPerMultiprocessor, p.maxSharedMemoryPerMultiProcessor)
    FIELD(HdpMemFlushCntl, 0)
    FIELD(HdpRegFlushCntl, 0)
    FIELD(CooperativeMultiDeviceUnmatchedFunc, 0)
    FIELD(CooperativeMultiDeviceUnmatchedGridDim, 0)
    FIELD(CooperativeMultiDeviceUnmatchedBlockDim, 0)
    FIELD(CooperativeMultiDeviceUnmatchedSharedMem, 0)
    FIELD(IsLargeBar, p.isLargeBar)
    FIELD(AsicRevision, p.asicRevision)
    FIELD(CanUseStreamWaitValue, 1)
    FIELD(ImageSupport, 1)
    FIELD(PhysicalMultiProcessorCount, p.multiProcessorCount)
    FIELD(FineGrainSupport, 1)
    FIELD(WallClockRate, 100000)
    FIELD(NumberOfXccs, device_row().xccs)
    FIELD(MaxAvailableVgprsPerThread, device_row().unified_vgprs ? 512 : 256)
    FIELD(PciChipId, 0x740f)
#undef FIELD
  default:
    return {};
  }
}

} // namespace
} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipInit(unsigned int flags) {
  return HIP_CALL { return flags == 0 ? hipSuccess : hipErrorInvalidValue; };
}
hipError_t hipDriverGetVersion(int* version) {
  return HIP_CALL { return version ? (*version = kVersion, hipSuccess) : hipErrorInvalidValue; };
}
hipError_t hipRuntimeGetVersion(int* version) {
  return HIP_CALL { return version ? (*version = kVersion, hipSuccess) : hipErrorInvalidValue; };
}

hipError_t hipGetDeviceCount(int* count) {
  return HIP_CALL { return count ? (*count = 1, hipSuccess) : hipErrorInvalidValue; };
}
hipError_t hipSetDevice(int device) {
  return HIP_CALL {
    HIP_TRY(check(device));
    thread_state().device = device;
    return hipSuccess;
  };
}
hipError_t hipGetDevice(int* device) {
  return HIP_CALL { return device ? (*device = thread_state().device, hipSuccess) : hipErrorInvalidValue; };
}
hipError_t hipDeviceGet(hipDevice_t* device, int ordinal) {
  return HIP_CALL {
    if (!device) return hipErrorInvalidValue;
    HIP_TRY(check(ordinal));
    *device = ordinal;
    return hipSuccess;
  };
}
hipError_t hipSetValidDevices(int* devices, int count) {
  return HIP_CALL {
    if (count < 0 || (count > 0 && !devices)) return hipErrorInvalidValue;
    for (int i = 0; i < count; ++i) HIP_TRY(check(devices[i]));
    return hipSuccess;
  };
}
hipError_t hipDeviceComputeCapability(int* major, int* minor, hipDevice_t device) {
  return HIP_CALL {
    if (!major || !minor) return hipErrorInvalidValue;
    HIP_TRY(check(device));
    *major = device_row().major;
    *minor = device_row().minor;
    return hipSuccess;
  };
}
hipError_t hipDeviceGetName(char* name, int size, hipDevice_t device) {
  return HIP_CALL {
    if (!name || size <= 0) return hipErrorInvalidValue;
    HIP_TRY(check(device));
    copy_text(name, size_t(size), device_name());
    return hipSuccess;
  };
}
hipError_t hipDeviceGetUuid(hipUUID* id, hipDevice_t device) {
  return HIP_CALL {
    if (!id) return hipErrorInvalidValue;
    HIP_TRY(check(device));
    *id = uuid();
    return hipSuccess;
  };
}
hipError_t hipDeviceGetPCIBusId(char* id, int size, int device) {
  return HIP_CALL {
    if (!id || size <= int(std::strlen(kPciId))) return hipErrorInvalidValue;
    HIP_TRY(check(device));
    copy_text(id, size_t(size), kPciId);
    return hipSuccess;
  };
}
hipError_t hipDeviceGetByPCIBusId(int* device, const char* id) {
  return HIP_CALL {
    if (!device || !id) return hipErrorInvalidValue;
    unsigned domain = 0, bus = 0, unit = 0, function = 0;
    int parts = std::sscanf(id, "%x:%x:%x.%x", &domain, &bus, &unit, &function);
    if (parts < 3 || domain != 0 || bus != unsigned(kPciBus) || unit != 0) return hipErrorInvalidDevice;
    *device = 0;
    return hipSuccess;
  };
}
hipError_t hipDeviceTotalMem(size_t* bytes, hipDevice_t device) {
  return HIP_CALL {
    if (!bytes) return hipErrorInvalidValue;
    HIP_TRY(check(device));
    *bytes = MemoryMap::get().total();
    return hipSuccess;
  };
}
hipError_t hipGetDeviceProperties(hipDeviceProp_t* out, int device) {
  return HIP_CALL {
    if (!out) return hipErrorInvalidValue;
    HIP_TRY(check(device));
    *out = properties();
    return hipSuccess;
  };
}
hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t which, int device) {
  return HIP_CALL {
    if (!value) return hipErrorInvalidValue;
    HIP_TRY(check(device));
    std::optional<int> answer = attribute(which);
    if (!answer) return hipErrorInvalidValue;
    *value = *answer;
    return hipSuccess;
  };
}
hipError_t hipChooseDevice(int* device, const hipDeviceProp_t* wanted) {
  return HIP_CALL { return device && wanted ? (*device = 0, hipSuccess) : hipErrorInvalidValue; };
}
hipError_t hipDeviceGetTexture1DLinearMaxWidth(size_t* width, const hipChannelFormatDesc* desc, int device) {
  return HIP_CALL {
    if (!width || !desc) return hipErrorInvalidValue;
    HIP_TRY(check(device));
    int bits = desc->x + desc->y + desc->z + desc->w;
    if (bits < 8) return hipErrorInvalidValue;
    *width = size_t(properties().maxTexture1DLinear) / size_t(bits / 8);
    return hipSuccess;
  };
}

// Everything that was enqueued has run; a wait is for work of other threads only.
hipError_t hipDeviceSynchronize() {
  return HIP_CALL { return usable(); };
}
// Frees what the device holds. Streams and events stay valid handles, as they do with the primary context.
hipError_t hipDeviceReset() {
  return HIP_CALL {
    if (capture_forbids_sync()) return hipErrorStreamCaptureUnsupported;
    set_device_fault(hipSuccess);
    MemoryMap& map = MemoryMap::get();
    for (MemoryKind kind : {MemoryKind::device, MemoryKind::pool, MemoryKind::pinned, MemoryKind::registered})
      for (const Allocation& a : map.all(kind)) map.release(a.pointer(), {kind});
    return hipSuccess;
  };
}

hipError_t hipDeviceSetCacheConfig(hipFuncCache_t config) {
  return HIP_CALL { return config > hipFuncCachePreferEqual ? hipErrorInvalidValue : hipSuccess; };
}
hipError_t hipDeviceGetCacheConfig(hipFuncCache_t* config) {
  return HIP_CALL { return config ? (*config = hipFuncCachePreferNone, hipSuccess) : hipErrorInvalidValue; };
}
hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config) {
  return HIP_CALL { return config > hipSharedMemBankSizeEightByte ? hipErrorInvalidValue : hipSuccess; };
}
hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig* config) {
  return HIP_CALL {
    return config ? (*config = hipSharedMemBankSizeFourByte, hipSuccess) : hipErrorInvalidValue;
  };
}

hipError_t hipDeviceGetLimit(size_t* value, hipLimit_t limit) {
  return HIP_CALL {
    if (!value) return hipErrorInvalidValue;
    switch (limit) {
    case hipLimitStackSize:
      *value = limits.stack;
      return hipSuccess;
    case hipLimitPrintfFifoSize:
      *value = limits.printf_fifo;
      return hipSuccess;
    case hipLimitMallocHeapSize:
      *value = limits.malloc_heap;
      return hipSuccess;
    case hipExtLimitScratchMin:
    case hipExtLimitScratchCurrent:
      *value = 0;
      return hipSuccess;
    case hipExtLimitScratchMax:
      *value = size_t(4) << 30;
      return hipSuccess;
    default:
      return hipErrorUnsupportedLimit;
    }
  };
}
// Stack, printf buffer and heap grow as needed here: the value is kept, and asked for again.
hipError_t hipDeviceSetLimit(hipLimit_t limit, size_t value) {
  return HIP_CALL {
    switch (limit) {
    case hipLimitStackSize:
      if (value > 128 << 10) return hipErrorInvalidValue;
      limits.stack = value;
      return hipSuccess;
    case hipLimitPrintfFifoSize:
      limits.printf_fifo = value;
      return hipSuccess;
    case hipLimitMallocHeapSize:
      limits.malloc_heap = value;
      return hipSuccess;
    case hipExtLimitScratchCurrent:
      return hipSuccess;
    default:
      return hipErrorUnsupportedLimit;
    }
  };
}
hipError_t hipSetDeviceFlags(unsigned int flags) {
  return HIP_CALL {
    constexpr unsigned kKnown = hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax;
    if (flags & ~kKnown) return hipErrorInvalidValue;
    limits.flags = flags;
    return hipSuccess;
  };
}
hipError_t hipGetDeviceFlags(unsigned int* flags) {
  return HIP_CALL { return flags ? (*flags = limits.flags, hipSuccess) : hipErrorInvalidValue; };
}

namespace {
// The address of an API function by name, in this very library.
void* api_function(const char* name, bool per_thread) {
  if (per_thread)
    if (void* f = ::dlsym(RTLD_DEFAULT, fmt::format("{}_spt", name).c_str())) return f;
  std::string_view plain = name;
  if (plain == "hipGetDeviceProperties" || plain == "hipChooseDevice")
    return ::dlsym(RTLD_DEFAULT, fmt::format("{}R0600", name).c_str());
  return plain.starts_with("hip") ? ::dlsym(RTLD_DEFAULT, name) : nullptr;
}
} // namespace

hipError_t hipGetProcAddress(const char* symbol, void** function, int version, uint64_t flags,
                             hipDriverProcAddressQueryResult* status) {
  return HIP_CALL {
    if (!symbol || !function || version <= 0 || flags > 2) return hipErrorInvalidValue;
    *function = api_function(symbol, flags == 2);
    if (status) *status = *function ? HIP_GET_PROC_ADDRESS_SUCCESS : HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return *function ? hipSuccess : hipErrorNotFound;
  };
}
hipError_t hipGetDriverEntryPoint(const char* symbol, void** function, unsigned long long flags,
                                  hipDriverEntryPointQueryResult* status) {
  return HIP_CALL {
    if (!symbol || !function || flags > 2) return hipErrorInvalidValue;
    *function = api_function(symbol, flags == 2);
    if (status) *status = *function ? hipDriverEntryPointSuccess : hipDriverEntryPointSymbolNotFound;
    return hipSuccess;
  };
}

hipError_t hipProfilerStart() {
  return HIP_CALL { return hipSuccess; };
}
hipError_t hipProfilerStop() {
  return HIP_CALL { return hipSuccess; };
}
