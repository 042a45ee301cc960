// Work out of the parameter structures of graph nodes, and back.
#pragma once
#include "soft/runtime/graph.h"

namespace wavelift::hiprt {

hipError_t work_from(const hipMemcpy3DParms* p, Work* work);
hipError_t work_from(const HIP_MEMCPY3D* p, Work* work);
hipError_t work_from(void* dst, const void* src, size_t count, hipMemcpyKind kind, Work* work);
hipError_t work_from(const hipMemsetParams* p, Work* work);
hipError_t work_from(const hipHostNodeParams* p, Work* work);
hipError_t work_from(hipEvent_t event, bool record, Work* work);
hipError_t work_from(hipGraph_t graph, Work* work); // a clone, as a child
hipError_t kernel_work(const hipKernelNodeParams* p, Work* work);
// Into (`to`) or out of a device variable; `other` is the memory on the other side.
hipError_t symbol_work(const void* symbol, void* other, size_t bytes, size_t offset, hipMemcpyKind kind,
                       bool to, Work* work);
// Bytes that allocation nodes hold now, or held at most.
uint64_t graph_memory(bool high);
void reset_graph_memory_high();
// Allocates; sets p->dptr.
hipError_t alloc_work(hipMemAllocNodeParams* p, Work* work);
hipError_t batch_work(const hipBatchMemOpNodeParams* p, Work* work);
hipError_t any_work(hipGraphNodeParams& p, Work* work);

hipError_t kernel_params(hipGraphNode& node, hipKernelNodeParams* out);
HIP_MEMCPY3D driver_params(const CopyWork& copy);

} // namespace wavelift::hiprt
