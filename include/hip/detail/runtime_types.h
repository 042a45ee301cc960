// Errors, device properties, handles and flags of the runtime API, at ROCm 7 numbers.
#ifndef HIP_DETAIL_RUNTIME_TYPES_H
#define HIP_DETAIL_RUNTIME_TYPES_H

#include "../driver_types.h"
#include "host_defines.h"

// Since C++17 an ignored error is a warning, as in HIP.
#if defined(__cplusplus) && __cplusplus >= 201703L
#define __HIP_NODISCARD [[nodiscard]]
#else
#define __HIP_NODISCARD
#endif

typedef enum __HIP_NODISCARD hipError_t {
  hipSuccess, hipErrorInvalidValue, hipErrorOutOfMemory, hipErrorMemoryAllocation = 2,
  hipErrorNotInitialized, hipErrorInitializationError = 3, hipErrorDeinitialized, hipErrorProfilerDisabled,
  hipErrorProfilerNotInitialized, hipErrorProfilerAlreadyStarted, hipErrorProfilerAlreadyStopped,
  hipErrorInvalidConfiguration, hipErrorInvalidPitchValue = 12, hipErrorInvalidSymbol,
  hipErrorInvalidDevicePointer = 17, hipErrorInvalidMemcpyDirection = 21, hipErrorInsufficientDriver = 35,
  hipErrorMissingConfiguration = 52, hipErrorPriorLaunchFailure, hipErrorInvalidDeviceFunction = 98,
  hipErrorNoDevice = 100, hipErrorInvalidDevice, hipErrorInvalidImage = 200, hipErrorInvalidContext,
  hipErrorContextAlreadyCurrent, hipErrorMapFailed = 205, hipErrorMapBufferObjectFailed = 205,
  hipErrorUnmapFailed, hipErrorArrayIsMapped, hipErrorAlreadyMapped, hipErrorNoBinaryForGpu,
  hipErrorAlreadyAcquired, hipErrorNotMapped, hipErrorNotMappedAsArray, hipErrorNotMappedAsPointer,
  hipErrorECCNotCorrectable, hipErrorUnsupportedLimit, hipErrorContextAlreadyInUse,
  hipErrorPeerAccessUnsupported, hipErrorInvalidKernelFile, hipErrorInvalidGraphicsContext,
  hipErrorInvalidSource = 300, hipErrorFileNotFound, hipErrorSharedObjectSymbolNotFound,
  hipErrorSharedObjectInitFailed, hipErrorOperatingSystem, hipErrorInvalidHandle = 400,
  hipErrorInvalidResourceHandle = 400, hipErrorIllegalState, hipErrorNotFound = 500,
  hipErrorNotReady = 600, hipErrorIllegalAddress = 700, hipErrorLaunchOutOfResources,
  hipErrorLaunchTimeOut, hipErrorPeerAccessAlreadyEnabled = 704, hipErrorPeerAccessNotEnabled,
  hipErrorSetOnActiveProcess = 708, hipErrorContextIsDestroyed, hipErrorAssert,
  hipErrorHostMemoryAlreadyRegistered = 712, hipErrorHostMemoryNotRegistered, hipErrorLaunchFailure = 719,
  hipErrorCooperativeLaunchTooLarge, hipErrorNotSupported = 801, hipErrorStreamCaptureUnsupported = 900,
  hipErrorStreamCaptureInvalidated, hipErrorStreamCaptureMerge, hipErrorStreamCaptureUnmatched,
  hipErrorStreamCaptureUnjoined, hipErrorStreamCaptureIsolation, hipErrorStreamCaptureImplicit,
  hipErrorCapturedEvent, hipErrorStreamCaptureWrongThread, hipErrorGraphExecUpdateFailure = 910,
  hipErrorInvalidChannelDescriptor, hipErrorInvalidTexture, hipErrorUnknown = 999,
  hipErrorRuntimeMemory = 1052, hipErrorRuntimeOther, hipErrorTbd
} hipError_t;

// Left from HIP's first versions.
enum { HIP_SUCCESS = 0, HIP_ERROR_INVALID_VALUE, HIP_ERROR_NOT_INITIALIZED, HIP_ERROR_LAUNCH_OUT_OF_RESOURCES };

typedef struct hipDeviceArch_t {
  unsigned hasGlobalInt32Atomics : 1;
  unsigned hasGlobalFloatAtomicExch : 1;
  unsigned hasSharedInt32Atomics : 1;
  unsigned hasSharedFloatAtomicExch : 1;
  unsigned hasFloatAtomicAdd : 1;
  unsigned hasGlobalInt64Atomics : 1;
  unsigned hasSharedInt64Atomics : 1;
  unsigned hasDoubles : 1;
  unsigned hasWarpVote : 1;
  unsigned hasWarpBallot : 1;
  unsigned hasWarpShuffle : 1;
  unsigned hasFunnelShift : 1;
  unsigned hasThreadFenceSystem : 1;
  unsigned hasSyncThreadsExt : 1;
  unsigned hasSurfaceFuncs : 1;
  unsigned has3dGrid : 1;
  unsigned hasDynamicParallelism : 1;
} hipDeviceArch_t;

typedef struct hipUUID_t {
  char bytes[16];
} hipUUID;

// The property structure and its functions carry the release that changed their layout in their names.
#define hipGetDeviceProperties hipGetDevicePropertiesR0600
#define hipDeviceProp_t hipDeviceProp_tR0600
#define hipChooseDevice hipChooseDeviceR0600

typedef struct hipDeviceProp_tR0600 {
  char name[256];
  hipUUID uuid;
  char luid[8];
  unsigned int luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory;
  int computeMode, maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2];
  int maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3];
  int maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2], maxSurface3D[3];
  int maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
  int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
  int hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, pageableMemoryAccess;
  int concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem;
  int cooperativeLaunch, cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, sparseHipArraySupported, hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRDMASupported;
  unsigned int gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned int memoryPoolSupportedHandleTypes;
  int deferredMappingHipArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers;
  int reserved[63], hipReserved[32];
  char gcnArchName[256];
  size_t maxSharedMemoryPerMultiProcessor;
  int clockInstructionRate;
  hipDeviceArch_t arch;
  unsigned int* hdpMemFlushCntl;
  unsigned int* hdpRegFlushCntl;
  int cooperativeMultiDeviceUnmatchedFunc, cooperativeMultiDeviceUnmatchedGridDim;
  int cooperativeMultiDeviceUnmatchedBlockDim, cooperativeMultiDeviceUnmatchedSharedMem, isLargeBar;
  int asicRevision;
} hipDeviceProp_tR0600;

typedef enum hipDeviceAttribute_t {
  hipDeviceAttributeCudaCompatibleBegin, hipDeviceAttributeEccEnabled = 0,
  hipDeviceAttributeAccessPolicyMaxWindowSize, hipDeviceAttributeAsyncEngineCount,
  hipDeviceAttributeCanMapHostMemory, hipDeviceAttributeCanUseHostPointerForRegisteredMem,
  hipDeviceAttributeClockRate, hipDeviceAttributeComputeMode, hipDeviceAttributeComputePreemptionSupported,
  hipDeviceAttributeConcurrentKernels, hipDeviceAttributeConcurrentManagedAccess,
  hipDeviceAttributeCooperativeLaunch, hipDeviceAttributeCooperativeMultiDeviceLaunch,
  hipDeviceAttributeDeviceOverlap, hipDeviceAttributeDirectManagedMemAccessFromHost,
  hipDeviceAttributeGlobalL1CacheSupported, hipDeviceAttributeHostNativeAtomicSupported,
  hipDeviceAttributeIntegrated, hipDeviceAttributeIsMultiGpuBoard, hipDeviceAttributeKernelExecTimeout,
  hipDeviceAttributeL2CacheSize, hipDeviceAttributeLocalL1CacheSupported, hipDeviceAttributeLuid,
  hipDeviceAttributeLuidDeviceNodeMask, hipDeviceAttributeComputeCapabilityMajor,
  hipDeviceAttributeManagedMemory, hipDeviceAttributeMaxBlocksPerMultiProcessor,
  hipDeviceAttributeMaxBlockDimX, hipDeviceAttributeMaxBlockDimY, hipDeviceAttributeMaxBlockDimZ,
  hipDeviceAttributeMaxGridDimX, hipDeviceAttributeMaxGridDimY, hipDeviceAttributeMaxGridDimZ,
  hipDeviceAttributeMaxSurface1D, hipDeviceAttributeMaxSurface1DLayered, hipDeviceAttributeMaxSurface2D,
  hipDeviceAttributeMaxSurface2DLayered, hipDeviceAttributeMaxSurface3D,
  hipDeviceAttributeMaxSurfaceCubemap, hipDeviceAttributeMaxSurfaceCubemapLayered,
  hipDeviceAttributeMaxTexture1DWidth, hipDeviceAttributeMaxTexture1DLayered,
  hipDeviceAttributeMaxTexture1DLinear, hipDeviceAttributeMaxTexture1DMipmap,
  hipDeviceAttributeMaxTexture2DWidth, hipDeviceAttributeMaxTexture2DHeight,
  hipDeviceAttributeMaxTexture2DGather, hipDeviceAttributeMaxTexture2DLayered,
  hipDeviceAttributeMaxTexture2DLinear, hipDeviceAttributeMaxTexture2DMipmap,
  hipDeviceAttributeMaxTexture3DWidth, hipDeviceAttributeMaxTexture3DHeight,
  hipDeviceAttributeMaxTexture3DDepth, hipDeviceAttributeMaxTexture3DAlt,
  hipDeviceAttributeMaxTextureCubemap, hipDeviceAttributeMaxTextureCubemapLayered,
  hipDeviceAttributeMaxThreadsDim, hipDeviceAttributeMaxThreadsPerBlock,
  hipDeviceAttributeMaxThreadsPerMultiProcessor, hipDeviceAttributeMaxPitch,
  hipDeviceAttributeMemoryBusWidth, hipDeviceAttributeMemoryClockRate,
  hipDeviceAttributeComputeCapabilityMinor, hipDeviceAttributeMultiGpuBoardGroupID,
  hipDeviceAttributeMultiprocessorCount, hipDeviceAttributeUnused1, hipDeviceAttributePageableMemoryAccess,
  hipDeviceAttributePageableMemoryAccessUsesHostPageTables, hipDeviceAttributePciBusId,
  hipDeviceAttributePciDeviceId, hipDeviceAttributePciDomainId, hipDeviceAttributePciDomainID = 69,
  hipDeviceAttributePersistingL2CacheMaxSize, hipDeviceAttributeMaxRegistersPerBlock,
  hipDeviceAttributeMaxRegistersPerMultiprocessor, hipDeviceAttributeReservedSharedMemPerBlock,
  hipDeviceAttributeMaxSharedMemoryPerBlock, hipDeviceAttributeSharedMemPerBlockOptin,
  hipDeviceAttributeSharedMemPerMultiprocessor, hipDeviceAttributeSingleToDoublePrecisionPerfRatio,
  hipDeviceAttributeStreamPrioritiesSupported, hipDeviceAttributeSurfaceAlignment,
  hipDeviceAttributeTccDriver, hipDeviceAttributeTextureAlignment, hipDeviceAttributeTexturePitchAlignment,
  hipDeviceAttributeTotalConstantMemory, hipDeviceAttributeTotalGlobalMem,
  hipDeviceAttributeUnifiedAddressing, hipDeviceAttributeUnused2, hipDeviceAttributeWarpSize,
  hipDeviceAttributeMemoryPoolsSupported, hipDeviceAttributeVirtualMemoryManagementSupported,
  hipDeviceAttributeHostRegisterSupported, hipDeviceAttributeMemoryPoolSupportedHandleTypes,
  hipDeviceAttributeHostNumaId, hipDeviceAttributeCudaCompatibleEnd = 9999,
  hipDeviceAttributeAmdSpecificBegin, hipDeviceAttributeClockInstructionRate = 10000,
  hipDeviceAttributeUnused3, hipDeviceAttributeMaxSharedMemoryPerMultiprocessor, hipDeviceAttributeUnused4,
  hipDeviceAttributeUnused5, hipDeviceAttributeHdpMemFlushCntl, hipDeviceAttributeHdpRegFlushCntl,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim,
  hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem, hipDeviceAttributeIsLargeBar,
  hipDeviceAttributeAsicRevision, hipDeviceAttributeCanUseStreamWaitValue, hipDeviceAttributeImageSupport,
  hipDeviceAttributePhysicalMultiProcessorCount, hipDeviceAttributeFineGrainSupport,
  hipDeviceAttributeWallClockRate, hipDeviceAttributeNumberOfXccs,
  hipDeviceAttributeMaxAvailableVgprsPerThread, hipDeviceAttributePciChipId,
  hipDeviceAttributeAmdSpecificEnd = 19999, hipDeviceAttributeVendorSpecificBegin
} hipDeviceAttribute_t;

typedef enum hipComputeMode {
  hipComputeModeDefault, hipComputeModeExclusive, hipComputeModeProhibited, hipComputeModeExclusiveProcess
} hipComputeMode;

typedef enum hipFlushGPUDirectRDMAWritesOptions {
  hipFlushGPUDirectRDMAWritesOptionHost = 1, hipFlushGPUDirectRDMAWritesOptionMemOps
} hipFlushGPUDirectRDMAWritesOptions;

typedef enum hipGPUDirectRDMAWritesOrdering {
  hipGPUDirectRDMAWritesOrderingNone, hipGPUDirectRDMAWritesOrderingOwner = 100,
  hipGPUDirectRDMAWritesOrderingAllDevices = 200
} hipGPUDirectRDMAWritesOrdering;

typedef enum hipDeviceP2PAttr {
  hipDevP2PAttrPerformanceRank, hipDevP2PAttrAccessSupported, hipDevP2PAttrNativeAtomicSupported,
  hipDevP2PAttrHipArrayAccessSupported
} hipDeviceP2PAttr;

typedef enum hipDriverProcAddressQueryResult {
  HIP_GET_PROC_ADDRESS_SUCCESS, HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND,
  HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
} hipDriverProcAddressQueryResult;

typedef enum hipDriverEntryPointQueryResult {
  hipDriverEntryPointSuccess, hipDriverEntryPointSymbolNotFound, hipDriverEntryPointVersionNotSufficent
} hipDriverEntryPointQueryResult;

typedef struct hipPointerAttribute_t {
  enum hipMemoryType type;
  int device;
  void* devicePointer;
  void* hostPointer;
  int isManaged;
  unsigned int allocationFlags;
} hipPointerAttribute_t;

typedef int hipDevice_t;
typedef struct ihipCtx_t* hipCtx_t;
typedef struct ihipStream_t* hipStream_t;
typedef struct ihipModule_t* hipModule_t;
typedef struct ihipModuleSymbol_t* hipFunction_t;
typedef struct ihipLinkState_t* hipLinkState_t;
typedef struct ihipLibrary_t* hipLibrary_t;
typedef struct ihipKernel_t* hipKernel_t;
typedef struct ihipMemPoolHandle_t* hipMemPool_t;
typedef struct ihipEvent_t* hipEvent_t;
typedef struct ihipMemGenericAllocationHandle* hipMemGenericAllocationHandle_t;
typedef struct _hipGraphicsResource hipGraphicsResource;
typedef hipGraphicsResource* hipGraphicsResource_t;
typedef void* hipExternalMemory_t;
typedef void* hipExternalSemaphore_t;

typedef void (*hipHostFn_t)(void* userData);
typedef void (*hipStreamCallback_t)(hipStream_t stream, hipError_t status, void* userData);

#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void*)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void*)0x02)
#define HIP_LAUNCH_PARAM_END ((void*)0x03)

#define hipIpcMemLazyEnablePeerAccess 0x01
#define HIP_IPC_HANDLE_SIZE 64

#define hipStreamDefault 0x00
#define hipStreamNonBlocking 0x01

#define hipEventDefault 0x0
#define hipEventBlockingSync 0x1
#define hipEventDisableTiming 0x2
#define hipEventInterprocess 0x4
#define hipEventDisableSystemFence 0x20000000
#define hipEventReleaseToDevice 0x40000000
#define hipEventReleaseToSystem 0x80000000
#define hipEventRecordDefault 0x00
#define hipEventRecordExternal 0x01
#define hipEventWaitDefault 0x00
#define hipEventWaitExternal 0x01

#define hipHostAllocDefault 0x0
#define hipHostAllocPortable 0x1
#define hipHostAllocMapped 0x2
#define hipHostAllocWriteCombined 0x4
#define hipHostAllocUncached 0x10000000
#define hipHostMallocDefault 0x0
#define hipHostMallocPortable 0x1
#define hipHostMallocMapped 0x2
#define hipHostMallocWriteCombined 0x4
#define hipHostMallocUncached 0x10000000
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000

#define hipMemAttachGlobal 0x01
#define hipMemAttachHost 0x02
#define hipMemAttachSingle 0x04

#define hipDeviceMallocDefault 0x0
#define hipDeviceMallocFinegrained 0x1
#define hipMallocSignalMemory 0x2
#define hipDeviceMallocUncached 0x3
#define hipDeviceMallocContiguous 0x4

#define hipHostRegisterDefault 0x0
#define hipHostRegisterPortable 0x1
#define hipHostRegisterMapped 0x2
#define hipHostRegisterIoMemory 0x4
#define hipHostRegisterReadOnly 0x08
#define hipExtHostRegisterCoarseGrained 0x8
#define hipExtHostRegisterUncached 0x80000000

#define hipDeviceScheduleAuto 0x0
#define hipDeviceScheduleSpin 0x1
#define hipDeviceScheduleYield 0x2
#define hipDeviceScheduleBlockingSync 0x4
#define hipDeviceScheduleMask 0x7
#define hipDeviceMapHost 0x8
#define hipDeviceLmemResizeToMax 0x10

#define hipArrayDefault 0x00
#define hipArrayLayered 0x01
#define hipArraySurfaceLoadStore 0x02
#define hipArrayCubemap 0x04
#define hipArrayTextureGather 0x08

#define hipOccupancyDefault 0x00
#define hipOccupancyDisableCachingOverride 0x01

#define hipCooperativeLaunchMultiDeviceNoPreSync 0x01
#define hipCooperativeLaunchMultiDeviceNoPostSync 0x02

#define hipCpuDeviceId ((int)-1)
#define hipInvalidDeviceId ((int)-2)

#define hipExtAnyOrderLaunch 0x01

#define hipStreamWaitValueGte 0x0
#define hipStreamWaitValueEq 0x1
#define hipStreamWaitValueAnd 0x2
#define hipStreamWaitValueNor 0x3

// Handles that name the default streams.
#define hipStreamLegacy ((hipStream_t)1)
#define hipStreamPerThread ((hipStream_t)2)

typedef struct dim3 {
  uint32_t x, y, z;
#ifdef __cplusplus
  constexpr __host__ __device__ dim3(uint32_t _x = 1, uint32_t _y = 1, uint32_t _z = 1)
      : x(_x), y(_y), z(_z) {}
#endif
} dim3;

typedef struct hipIpcMemHandle_st {
  char reserved[HIP_IPC_HANDLE_SIZE];
} hipIpcMemHandle_t;

typedef struct hipIpcEventHandle_st {
  char reserved[HIP_IPC_HANDLE_SIZE];
} hipIpcEventHandle_t;

typedef struct hipFuncAttributes {
  int binaryVersion, cacheModeCA;
  size_t constSizeBytes, localSizeBytes;
  int maxDynamicSharedSizeBytes, maxThreadsPerBlock, numRegs, preferredShmemCarveout, ptxVersion;
  size_t sharedSizeBytes;
} hipFuncAttributes;

typedef enum hipLimit_t {
  hipLimitStackSize, hipLimitPrintfFifoSize, hipLimitMallocHeapSize, hipExtLimitScratchMin = 4096,
  hipExtLimitScratchMax, hipExtLimitScratchCurrent, hipLimitRange
} hipLimit_t;

typedef enum hipFuncAttribute {
  hipFuncAttributeMaxDynamicSharedMemorySize = 8, hipFuncAttributePreferredSharedMemoryCarveout,
  hipFuncAttributeMax
} hipFuncAttribute;

typedef enum hipFuncCache_t {
  hipFuncCachePreferNone, hipFuncCachePreferShared, hipFuncCachePreferL1, hipFuncCachePreferEqual
} hipFuncCache_t;

typedef enum hipSharedMemConfig {
  hipSharedMemBankSizeDefault, hipSharedMemBankSizeFourByte, hipSharedMemBankSizeEightByte
} hipSharedMemConfig;

typedef enum hipJitOption {
  hipJitOptionMaxRegisters, hipJitOptionThreadsPerBlock, hipJitOptionWallTime, hipJitOptionInfoLogBuffer,
  hipJitOptionInfoLogBufferSizeBytes, hipJitOptionErrorLogBuffer, hipJitOptionErrorLogBufferSizeBytes,
  hipJitOptionOptimizationLevel, hipJitOptionTargetFromContext, hipJitOptionTarget,
  hipJitOptionFallbackStrategy, hipJitOptionGenerateDebugInfo, hipJitOptionLogVerbose,
  hipJitOptionGenerateLineInfo, hipJitOptionCacheMode, hipJitOptionSm3xOpt, hipJitOptionFastCompile,
  hipJitOptionGlobalSymbolNames, hipJitOptionGlobalSymbolAddresses, hipJitOptionGlobalSymbolCount,
  hipJitOptionLto, hipJitOptionFtz, hipJitOptionPrecDiv, hipJitOptionPrecSqrt, hipJitOptionFma,
  hipJitOptionPositionIndependentCode, hipJitOptionMinCTAPerSM, hipJitOptionMaxThreadsPerBlock,
  hipJitOptionOverrideDirectiveValues, hipJitOptionNumOptions, hipJitOptionIRtoISAOptExt = 10000,
  hipJitOptionIRtoISAOptCountExt
} hipJitOption;

typedef enum hipJitInputType {
  hipJitInputCubin, hipJitInputPtx, hipJitInputFatBinary, hipJitInputObject, hipJitInputLibrary,
  hipJitInputNvvm, hipJitNumLegacyInputTypes, hipJitInputLLVMBitcode = 100, hipJitInputLLVMBundledBitcode,
  hipJitInputLLVMArchivesOfBundledBitcode, hipJitInputSpirv, hipJitNumInputTypes = 10
} hipJitInputType;

typedef enum hipJitCacheMode {
  hipJitCacheOptionNone, hipJitCacheOptionCG, hipJitCacheOptionCA
} hipJitCacheMode;

typedef enum hipJitFallback { hipJitPreferPTX, hipJitPreferBinary } hipJitFallback;

typedef enum hipLibraryOption_e {
  hipLibraryHostUniversalFunctionAndDataTable, hipLibraryBinaryIsPreserved
} hipLibraryOption;

#endif
