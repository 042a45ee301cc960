// Functions that the software GPU has nothing behind: memory and semaphores of other APIs, graphics, a
// linker, sparse arrays, sharing with other processes. They answer hipErrorNotSupported. README.md lists them
// for users.
#include "soft/runtime/api.h"

#define UNSUPPORTED(name, ...)                                                                               \
  hipError_t name(__VA_ARGS__) {                                                                             \
    return HIP_CALL { return hipErrorNotSupported; };                                                        \
  }

UNSUPPORTED(hipImportExternalMemory, hipExternalMemory_t*, const hipExternalMemoryHandleDesc*)
UNSUPPORTED(hipDestroyExternalMemory, hipExternalMemory_t)
UNSUPPORTED(hipExternalMemoryGetMappedBuffer, void**, hipExternalMemory_t, const hipExternalMemoryBufferDesc*)
UNSUPPORTED(hipExternalMemoryGetMappedMipmappedArray, hipMipmappedArray_t*, hipExternalMemory_t,
            const hipExternalMemoryMipmappedArrayDesc*)
UNSUPPORTED(hipImportExternalSemaphore, hipExternalSemaphore_t*, const hipExternalSemaphoreHandleDesc*)
UNSUPPORTED(hipDestroyExternalSemaphore, hipExternalSemaphore_t)
UNSUPPORTED(hipSignalExternalSemaphoresAsync, const hipExternalSemaphore_t*,
            const hipExternalSemaphoreSignalParams*, unsigned int, hipStream_t)
UNSUPPORTED(hipWaitExternalSemaphoresAsync, const hipExternalSemaphore_t*,
            const hipExternalSemaphoreWaitParams*, unsigned int, hipStream_t)
UNSUPPORTED(hipGraphAddExternalSemaphoresSignalNode, hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*,
            size_t, const hipExternalSemaphoreSignalNodeParams*)
UNSUPPORTED(hipGraphAddExternalSemaphoresWaitNode, hipGraphNode_t*, hipGraph_t, const hipGraphNode_t*, size_t,
            const hipExternalSemaphoreWaitNodeParams*)
UNSUPPORTED(hipGraphExternalSemaphoresSignalNodeSetParams, hipGraphNode_t,
            const hipExternalSemaphoreSignalNodeParams*)
UNSUPPORTED(hipGraphExternalSemaphoresWaitNodeSetParams, hipGraphNode_t,
            const hipExternalSemaphoreWaitNodeParams*)
UNSUPPORTED(hipGraphExternalSemaphoresSignalNodeGetParams, hipGraphNode_t,
            hipExternalSemaphoreSignalNodeParams*)
UNSUPPORTED(hipGraphExternalSemaphoresWaitNodeGetParams, hipGraphNode_t, hipExternalSemaphoreWaitNodeParams*)
UNSUPPORTED(hipGraphExecExternalSemaphoresSignalNodeSetParams, hipGraphExec_t, hipGraphNode_t,
            const hipExternalSemaphoreSignalNodeParams*)
UNSUPPORTED(hipGraphExecExternalSemaphoresWaitNodeSetParams, hipGraphExec_t, hipGraphNode_t,
            const hipExternalSemaphoreWaitNodeParams*)
UNSUPPORTED(hipGraphicsMapResources, int, hipGraphicsResource_t*, hipStream_t)
UNSUPPORTED(hipGraphicsUnmapResources, int, hipGraphicsResource_t*, hipStream_t)
UNSUPPORTED(hipGraphicsSubResourceGetMappedArray, hipArray_t*, hipGraphicsResource_t, unsigned int,
            unsigned int)
UNSUPPORTED(hipGraphicsResourceGetMappedPointer, void**, size_t*, hipGraphicsResource_t)
UNSUPPORTED(hipGraphicsUnregisterResource, hipGraphicsResource_t)
UNSUPPORTED(hipLinkCreate, unsigned int, hipJitOption*, void**, hipLinkState_t*)
UNSUPPORTED(hipLinkAddData, hipLinkState_t, hipJitInputType, void*, size_t, const char*, unsigned int,
            hipJitOption*, void**)
UNSUPPORTED(hipLinkAddFile, hipLinkState_t, hipJitInputType, const char*, unsigned int, hipJitOption*, void**)
UNSUPPORTED(hipLinkComplete, hipLinkState_t, void**, size_t*)
UNSUPPORTED(hipLinkDestroy, hipLinkState_t)
UNSUPPORTED(hipMemMapArrayAsync, hipArrayMapInfo*, unsigned int, hipStream_t)
UNSUPPORTED(hipMemGetHandleForAddressRange, void*, hipDeviceptr_t, size_t, hipMemRangeHandleType,
            unsigned long long)
UNSUPPORTED(hipMemPoolExportToShareableHandle, void*, hipMemPool_t, hipMemAllocationHandleType, unsigned int)
UNSUPPORTED(hipMemPoolImportFromShareableHandle, hipMemPool_t*, void*, hipMemAllocationHandleType,
            unsigned int)
UNSUPPORTED(hipMemPoolExportPointer, hipMemPoolPtrExportData*, void*)
UNSUPPORTED(hipMemPoolImportPointer, void**, hipMemPool_t, hipMemPoolPtrExportData*)
UNSUPPORTED(hipIpcGetEventHandle, hipIpcEventHandle_t*, hipEvent_t)
UNSUPPORTED(hipIpcOpenEventHandle, hipEvent_t*, hipIpcEventHandle_t)
