// Structures that runtime functions take: pools, batches, launches and their attributes, external memory.
#ifndef HIP_DETAIL_RUNTIME_STRUCTS_H
#define HIP_DETAIL_RUNTIME_STRUCTS_H

#include "runtime_types.h"

typedef enum hipStreamBatchMemOpType {
  hipStreamMemOpWaitValue32 = 1, hipStreamMemOpWriteValue32, hipStreamMemOpWaitValue64 = 4,
  hipStreamMemOpWriteValue64, hipStreamMemOpBarrier, hipStreamMemOpFlushRemoteWrites = 3
} hipStreamBatchMemOpType;

typedef union hipStreamBatchMemOpParams_union {
  hipStreamBatchMemOpType operation;
  struct hipStreamMemOpWaitValueParams_t {
    hipStreamBatchMemOpType operation;
    hipDeviceptr_t address;
    union {
      uint32_t value;
      uint64_t value64;
    };
    unsigned int flags;
    hipDeviceptr_t alias;
  } waitValue;
  struct hipStreamMemOpWriteValueParams_t {
    hipStreamBatchMemOpType operation;
    hipDeviceptr_t address;
    union {
      uint32_t value;
      uint64_t value64;
    };
    unsigned int flags;
    hipDeviceptr_t alias;
  } writeValue;
  struct hipStreamMemOpFlushRemoteWritesParams_t {
    hipStreamBatchMemOpType operation;
    unsigned int flags;
  } flushRemoteWrites;
  struct hipStreamMemOpMemoryBarrierParams_t {
    hipStreamBatchMemOpType operation;
    unsigned int flags;
  } memoryBarrier;
  uint64_t pad[6];
} hipStreamBatchMemOpParams;

typedef struct hipBatchMemOpNodeParams {
  hipCtx_t ctx;
  unsigned int count;
  hipStreamBatchMemOpParams* paramArray;
  unsigned int flags;
} hipBatchMemOpNodeParams;

typedef enum hipMemoryAdvise {
  hipMemAdviseSetReadMostly = 1, hipMemAdviseUnsetReadMostly, hipMemAdviseSetPreferredLocation,
  hipMemAdviseUnsetPreferredLocation, hipMemAdviseSetAccessedBy, hipMemAdviseUnsetAccessedBy,
  hipMemAdviseSetCoarseGrain = 100, hipMemAdviseUnsetCoarseGrain
} hipMemoryAdvise;

typedef enum hipMemRangeCoherencyMode {
  hipMemRangeCoherencyModeFineGrain, hipMemRangeCoherencyModeCoarseGrain,
  hipMemRangeCoherencyModeIndeterminate
} hipMemRangeCoherencyMode;

typedef enum hipMemRangeAttribute {
  hipMemRangeAttributeReadMostly = 1, hipMemRangeAttributePreferredLocation,
  hipMemRangeAttributeAccessedBy, hipMemRangeAttributeLastPrefetchLocation,
  hipMemRangeAttributeCoherencyMode = 100
} hipMemRangeAttribute;

typedef enum hipMemPoolAttr {
  hipMemPoolReuseFollowEventDependencies = 1, hipMemPoolReuseAllowOpportunistic,
  hipMemPoolReuseAllowInternalDependencies, hipMemPoolAttrReleaseThreshold,
  hipMemPoolAttrReservedMemCurrent, hipMemPoolAttrReservedMemHigh, hipMemPoolAttrUsedMemCurrent,
  hipMemPoolAttrUsedMemHigh
} hipMemPoolAttr;

typedef enum hipMemAccessFlags {
  hipMemAccessFlagsProtNone, hipMemAccessFlagsProtRead, hipMemAccessFlagsProtReadWrite = 3
} hipMemAccessFlags;

typedef struct hipMemAccessDesc {
  hipMemLocation location;
  hipMemAccessFlags flags;
} hipMemAccessDesc;

typedef enum hipMemAllocationType {
  hipMemAllocationTypeInvalid, hipMemAllocationTypePinned, hipMemAllocationTypeUncached = 1073741824,
  hipMemAllocationTypeMax = 2147483647
} hipMemAllocationType;

typedef enum hipMemAllocationHandleType {
  hipMemHandleTypeNone, hipMemHandleTypePosixFileDescriptor, hipMemHandleTypeWin32,
  hipMemHandleTypeWin32Kmt = 4
} hipMemAllocationHandleType;

typedef struct hipMemPoolProps {
  hipMemAllocationType allocType;
  hipMemAllocationHandleType handleTypes;
  hipMemLocation location;
  void* win32SecurityAttributes;
  size_t maxSize;
  unsigned char reserved[56];
} hipMemPoolProps;

typedef struct hipMemPoolPtrExportData {
  unsigned char reserved[64];
} hipMemPoolPtrExportData;

typedef struct hipMemAllocationProp {
  hipMemAllocationType type;
  union {
    hipMemAllocationHandleType requestedHandleType;
    hipMemAllocationHandleType requestedHandleTypes;
  };
  hipMemLocation location;
  void* win32HandleMetaData;
  struct {
    unsigned char compressionType, gpuDirectRDMACapable;
    unsigned short usage;
  } allocFlags;
} hipMemAllocationProp;

typedef enum hipMemAllocationGranularity_flags {
  hipMemAllocationGranularityMinimum, hipMemAllocationGranularityRecommended
} hipMemAllocationGranularity_flags;

typedef enum hipMemHandleType { hipMemHandleTypeGeneric } hipMemHandleType;

typedef enum hipMemOperationType {
  hipMemOperationTypeMap = 1, hipMemOperationTypeUnmap
} hipMemOperationType;

typedef enum hipArraySparseSubresourceType {
  hipArraySparseSubresourceTypeSparseLevel, hipArraySparseSubresourceTypeMiptail
} hipArraySparseSubresourceType;

typedef struct hipArrayMapInfo {
  hipResourceType resourceType;
  union {
    hipMipmappedArray mipmap;
    hipArray_t array;
  } resource;
  hipArraySparseSubresourceType subresourceType;
  union {
    struct {
      unsigned int level, layer, offsetX, offsetY, offsetZ, extentWidth, extentHeight, extentDepth;
    } sparseLevel;
    struct {
      unsigned int layer;
      unsigned long long offset, size;
    } miptail;
  } subresource;
  hipMemOperationType memOperationType;
  hipMemHandleType memHandleType;
  union { hipMemGenericAllocationHandle_t memHandle; } memHandle;
  unsigned long long offset;
  unsigned int deviceBitMask, flags, reserved[2];
} hipArrayMapInfo;

typedef enum hipMemRangeHandleType {
  hipMemRangeHandleTypeDmaBufFd = 1, hipMemRangeHandleTypeMax = 2147483647
} hipMemRangeHandleType;

typedef enum hipMemRangeFlags {
  hipMemRangeFlagDmaBufMappingTypePcie = 1, hipMemRangeFlagsMax = 2147483647
} hipMemRangeFlags;

typedef struct hipLaunchParams_t {
  void* func;
  dim3 gridDim, blockDim;
  void** args;
  size_t sharedMem;
  hipStream_t stream;
} hipLaunchParams;

typedef struct hipFunctionLaunchParams_t {
  hipFunction_t function;
  unsigned int gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
  hipStream_t hStream;
  void** kernelParams;
} hipFunctionLaunchParams;

typedef enum hipExternalMemoryHandleType_enum {
  hipExternalMemoryHandleTypeOpaqueFd = 1, hipExternalMemoryHandleTypeOpaqueWin32,
  hipExternalMemoryHandleTypeOpaqueWin32Kmt, hipExternalMemoryHandleTypeD3D12Heap,
  hipExternalMemoryHandleTypeD3D12Resource, hipExternalMemoryHandleTypeD3D11Resource,
  hipExternalMemoryHandleTypeD3D11ResourceKmt, hipExternalMemoryHandleTypeNvSciBuf
} hipExternalMemoryHandleType;

typedef struct hipExternalMemoryHandleDesc_st {
  hipExternalMemoryHandleType type;
  union {
    int fd;
    struct {
      void* handle;
      const void* name;
    } win32;
    const void* nvSciBufObject;
  } handle;
  unsigned long long size;
  unsigned int flags, reserved[16];
} hipExternalMemoryHandleDesc;

typedef struct hipExternalMemoryBufferDesc_st {
  unsigned long long offset, size;
  unsigned int flags, reserved[16];
} hipExternalMemoryBufferDesc;

typedef struct hipExternalMemoryMipmappedArrayDesc_st {
  unsigned long long offset;
  hipChannelFormatDesc formatDesc;
  hipExtent extent;
  unsigned int flags, numLevels;
} hipExternalMemoryMipmappedArrayDesc;

typedef enum hipExternalSemaphoreHandleType_enum {
  hipExternalSemaphoreHandleTypeOpaqueFd = 1, hipExternalSemaphoreHandleTypeOpaqueWin32,
  hipExternalSemaphoreHandleTypeOpaqueWin32Kmt, hipExternalSemaphoreHandleTypeD3D12Fence,
  hipExternalSemaphoreHandleTypeD3D11Fence, hipExternalSemaphoreHandleTypeNvSciSync,
  hipExternalSemaphoreHandleTypeKeyedMutex, hipExternalSemaphoreHandleTypeKeyedMutexKmt,
  hipExternalSemaphoreHandleTypeTimelineSemaphoreFd, hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32
} hipExternalSemaphoreHandleType;

typedef struct hipExternalSemaphoreHandleDesc_st {
  hipExternalSemaphoreHandleType type;
  union {
    int fd;
    struct {
      void* handle;
      const void* name;
    } win32;
    const void* NvSciSyncObj;
  } handle;
  unsigned int flags, reserved[16];
} hipExternalSemaphoreHandleDesc;

typedef struct hipExternalSemaphoreSignalParams_st {
  struct {
    struct { unsigned long long value; } fence;
    union {
      void* fence;
      unsigned long long reserved;
    } nvSciSync;
    struct { unsigned long long key; } keyedMutex;
    unsigned int reserved[12];
  } params;
  unsigned int flags, reserved[16];
} hipExternalSemaphoreSignalParams;

typedef struct hipExternalSemaphoreWaitParams_st {
  struct {
    struct { unsigned long long value; } fence;
    union {
      void* fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
      unsigned int timeoutMs;
    } keyedMutex;
    unsigned int reserved[10];
  } params;
  unsigned int flags, reserved[16];
} hipExternalSemaphoreWaitParams;

typedef enum hipGraphicsRegisterFlags {
  hipGraphicsRegisterFlagsNone, hipGraphicsRegisterFlagsReadOnly, hipGraphicsRegisterFlagsWriteDiscard,
  hipGraphicsRegisterFlagsSurfaceLoadStore = 4, hipGraphicsRegisterFlagsTextureGather = 8
} hipGraphicsRegisterFlags;

typedef enum hipAccessProperty {
  hipAccessPropertyNormal, hipAccessPropertyStreaming, hipAccessPropertyPersisting
} hipAccessProperty;

typedef struct hipAccessPolicyWindow {
  void* base_ptr;
  hipAccessProperty hitProp;
  float hitRatio;
  hipAccessProperty missProp;
  size_t num_bytes;
} hipAccessPolicyWindow;

typedef struct hipLaunchMemSyncDomainMap {
  unsigned char default_, remote;
} hipLaunchMemSyncDomainMap;

typedef enum hipLaunchMemSyncDomain {
  hipLaunchMemSyncDomainDefault, hipLaunchMemSyncDomainRemote
} hipLaunchMemSyncDomain;

typedef enum hipSynchronizationPolicy {
  hipSyncPolicyAuto = 1, hipSyncPolicySpin, hipSyncPolicyYield, hipSyncPolicyBlockingSync
} hipSynchronizationPolicy;

typedef enum hipLaunchAttributeID {
  hipLaunchAttributeAccessPolicyWindow = 1, hipLaunchAttributeCooperative,
  hipLaunchAttributeSynchronizationPolicy, hipLaunchAttributePriority = 8,
  hipLaunchAttributeMemSyncDomainMap, hipLaunchAttributeMemSyncDomain, hipLaunchAttributeMax
} hipLaunchAttributeID;

typedef union hipLaunchAttributeValue {
  char pad[64];
  hipAccessPolicyWindow accessPolicyWindow;
  int cooperative, priority;
  hipSynchronizationPolicy syncPolicy;
  hipLaunchMemSyncDomainMap memSyncDomainMap;
  hipLaunchMemSyncDomain memSyncDomain;
} hipLaunchAttributeValue;

#define hipStreamAttrID hipLaunchAttributeID
#define hipStreamAttributeAccessPolicyWindow hipLaunchAttributeAccessPolicyWindow
#define hipStreamAttributeSynchronizationPolicy hipLaunchAttributeSynchronizationPolicy
#define hipStreamAttributePriority hipLaunchAttributePriority
#define hipStreamAttributeMemSyncDomainMap hipLaunchAttributeMemSyncDomainMap
#define hipStreamAttributeMemSyncDomain hipLaunchAttributeMemSyncDomain
#define hipStreamAttrValue hipLaunchAttributeValue
#define hipKernelNodeAttrID hipLaunchAttributeID
#define hipKernelNodeAttributeAccessPolicyWindow hipLaunchAttributeAccessPolicyWindow
#define hipKernelNodeAttributeCooperative hipLaunchAttributeCooperative
#define hipKernelNodeAttributePriority hipLaunchAttributePriority
#define hipKernelNodeAttrValue hipLaunchAttributeValue
#define hipDrvLaunchAttributeCooperative hipLaunchAttributeCooperative

typedef struct hipLaunchAttribute_st {
  hipLaunchAttributeID id;
  char pad[8 - sizeof(hipLaunchAttributeID)];
  union {
    hipLaunchAttributeValue val;
    hipLaunchAttributeValue value;
  };
} hipLaunchAttribute;

typedef struct hipLaunchConfig_st {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  hipStream_t stream;
  hipLaunchAttribute* attrs;
  unsigned int numAttrs;
} hipLaunchConfig_t;

typedef struct HIP_LAUNCH_CONFIG_st {
  unsigned int gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
  hipStream_t hStream;
  hipLaunchAttribute* attrs;
  unsigned int numAttrs;
} HIP_LAUNCH_CONFIG;

#endif
