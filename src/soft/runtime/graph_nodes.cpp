// Nodes of graphs: one family of functions a kind: add, get, set in the graph, set in an executable graph.
#include "soft/runtime/graph.h"
#include "soft/runtime/graph_params.h"
#include "soft/runtime/memory_map.h"
#include <cstring>

namespace wavelift::hiprt {
namespace {

hipError_t add(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies, size_t count,
               Work work) {
  if (!out || !graph || (count && !dependencies)) return hipErrorInvalidValue;
  return add_node(graph, {dependencies, count}, std::move(work), out);
}

// The work of a node if it is a W.
template <class W> W* work_of(hipGraphNode_t node) {
  return node && known_node(node) ? std::get_if<W>(&node->work) : nullptr;
}
template <class W> hipError_t replace(hipGraphNode_t node, Work work) {
  if (!work_of<W>(node)) return hipErrorInvalidValue;
  node->work = std::move(work);
  return hipSuccess;
}
// In an executable graph, for the node that stands for `node`.
template <class W> hipError_t replace_in(hipGraphExec_t exec, hipGraphNode_t node, Work work) {
  hipGraphNode_t mine = node_in(exec, node);
  return mine ? replace<W>(mine, std::move(work)) : hipErrorInvalidValue;
}

} // namespace
} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

// Kernels
hipError_t hipGraphAddKernelNode(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies,
                                 size_t count, const hipKernelNodeParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(kernel_work(params, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams* params) {
  return HIP_CALL {
    return work_of<KernelWork>(node) && params ? kernel_params(*node, params) : hipErrorInvalidValue;
  };
}
hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node, const hipKernelNodeParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(kernel_work(params, &work));
    return replace<KernelWork>(node, std::move(work));
  };
}
hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                           const hipKernelNodeParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(kernel_work(params, &work));
    return replace_in<KernelWork>(exec, node, std::move(work));
  };
}
hipError_t hipGraphKernelNodeSetAttribute(hipGraphNode_t node, hipLaunchAttributeID id,
                                          const hipLaunchAttributeValue* value) {
  return HIP_CALL {
    KernelWork* kernel = work_of<KernelWork>(node);
    if (!kernel || !value || id < hipLaunchAttributeAccessPolicyWindow || id >= hipLaunchAttributeMax)
      return hipErrorInvalidValue;
    node->attributes[id] = *value;
    if (id == hipLaunchAttributeCooperative) kernel->cooperative = value->cooperative;
    return hipSuccess;
  };
}
hipError_t hipGraphKernelNodeGetAttribute(hipGraphNode_t node, hipLaunchAttributeID id,
                                          hipLaunchAttributeValue* value) {
  return HIP_CALL {
    KernelWork* kernel = work_of<KernelWork>(node);
    if (!kernel || !value || id < hipLaunchAttributeAccessPolicyWindow || id >= hipLaunchAttributeMax)
      return hipErrorInvalidValue;
    std::memset(value, 0, sizeof *value);
    if (auto it = node->attributes.find(id); it != node->attributes.end()) *value = it->second;
    if (id == hipLaunchAttributeCooperative) value->cooperative = kernel->cooperative;
    return hipSuccess;
  };
}
hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t from, hipGraphNode_t to) {
  return HIP_CALL {
    if (!work_of<KernelWork>(from) || !work_of<KernelWork>(to)) return hipErrorInvalidValue;
    to->attributes = from->attributes;
    return hipSuccess;
  };
}

// Copies
hipError_t hipGraphAddMemcpyNode(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies,
                                 size_t count, const hipMemcpy3DParms* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(params, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms* params) {
  return HIP_CALL {
    const CopyWork* copy = work_of<CopyWork>(node);
    if (!copy || !params) return hipErrorInvalidValue;
    *params = copy->described;
    return hipSuccess;
  };
}
hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(params, &work));
    return replace<CopyWork>(node, std::move(work));
  };
}
hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                           hipMemcpy3DParms* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(params, &work));
    return replace_in<CopyWork>(exec, node, std::move(work));
  };
}
hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies,
                                   size_t count, void* dst, const void* src, size_t bytes,
                                   hipMemcpyKind kind) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(dst, src, bytes, kind, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void* dst, const void* src, size_t bytes,
                                         hipMemcpyKind kind) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(dst, src, bytes, kind, &work));
    return replace<CopyWork>(node, std::move(work));
  };
}
hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t exec, hipGraphNode_t node, void* dst,
                                             const void* src, size_t bytes, hipMemcpyKind kind) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(dst, src, bytes, kind, &work));
    return replace_in<CopyWork>(exec, node, std::move(work));
  };
}
hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t* out, hipGraph_t graph,
                                           const hipGraphNode_t* dependencies, size_t count, void* dst,
                                           const void* symbol, size_t bytes, size_t offset,
                                           hipMemcpyKind kind) {
  return HIP_CALL {
    Work work;
    HIP_TRY(symbol_work(symbol, dst, bytes, offset, kind, false, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t node, void* dst, const void* symbol,
                                                 size_t bytes, size_t offset, hipMemcpyKind kind) {
  return HIP_CALL {
    Work work;
    HIP_TRY(symbol_work(symbol, dst, bytes, offset, kind, false, &work));
    return replace<CopyWork>(node, std::move(work));
  };
}
hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t exec, hipGraphNode_t node, void* dst,
                                                     const void* symbol, size_t bytes, size_t offset,
                                                     hipMemcpyKind kind) {
  return HIP_CALL {
    Work work;
    HIP_TRY(symbol_work(symbol, dst, bytes, offset, kind, false, &work));
    return replace_in<CopyWork>(exec, node, std::move(work));
  };
}
hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t* out, hipGraph_t graph,
                                         const hipGraphNode_t* dependencies, size_t count, const void* symbol,
                                         const void* src, size_t bytes, size_t offset, hipMemcpyKind kind) {
  return HIP_CALL {
    Work work;
    HIP_TRY(symbol_work(symbol, const_cast<void*>(src), bytes, offset, kind, true, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t node, const void* symbol, const void* src,
                                               size_t bytes, size_t offset, hipMemcpyKind kind) {
  return HIP_CALL {
    Work work;
    HIP_TRY(symbol_work(symbol, const_cast<void*>(src), bytes, offset, kind, true, &work));
    return replace<CopyWork>(node, std::move(work));
  };
}
hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t exec, hipGraphNode_t node,
                                                   const void* symbol, const void* src, size_t bytes,
                                                   size_t offset, hipMemcpyKind kind) {
  return HIP_CALL {
    Work work;
    HIP_TRY(symbol_work(symbol, const_cast<void*>(src), bytes, offset, kind, true, &work));
    return replace_in<CopyWork>(exec, node, std::move(work));
  };
}
hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies,
                                    size_t count, const HIP_MEMCPY3D* params, hipCtx_t) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(params, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t node, HIP_MEMCPY3D* out) {
  return HIP_CALL {
    const CopyWork* copy = work_of<CopyWork>(node);
    if (!copy || !out) return hipErrorInvalidValue;
    *out = driver_params(*copy);
    return hipSuccess;
  };
}
hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t node, const HIP_MEMCPY3D* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(params, &work));
    return replace<CopyWork>(node, std::move(work));
  };
}
hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                              const HIP_MEMCPY3D* params, hipCtx_t) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(params, &work));
    return replace_in<CopyWork>(exec, node, std::move(work));
  };
}

// Fills
hipError_t hipGraphAddMemsetNode(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies,
                                 size_t count, const hipMemsetParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(params, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams* params) {
  return HIP_CALL {
    const MemsetWork* fill = work_of<MemsetWork>(node);
    if (!fill || !params) return hipErrorInvalidValue;
    *params = fill->params;
    return hipSuccess;
  };
}
hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(params, &work));
    return replace<MemsetWork>(node, std::move(work));
  };
}
hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                           const hipMemsetParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(params, &work));
    return replace_in<MemsetWork>(exec, node, std::move(work));
  };
}
hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies,
                                    size_t count, const hipMemsetParams* params, hipCtx_t) {
  return hipGraphAddMemsetNode(out, graph, dependencies, count, params);
}
hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                              const hipMemsetParams* params, hipCtx_t) {
  return hipGraphExecMemsetNodeSetParams(exec, node, params);
}

// Host functions
hipError_t hipGraphAddHostNode(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies,
                               size_t count, const hipHostNodeParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(params, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams* params) {
  return HIP_CALL {
    const HostWork* host = work_of<HostWork>(node);
    if (!host || !params) return hipErrorInvalidValue;
    *params = {host->fn, host->data};
    return hipSuccess;
  };
}
hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(params, &work));
    return replace<HostWork>(node, std::move(work));
  };
}
hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                         const hipHostNodeParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(params, &work));
    return replace_in<HostWork>(exec, node, std::move(work));
  };
}

// Graphs in graphs; nothing at all
hipError_t hipGraphAddChildGraphNode(hipGraphNode_t* out, hipGraph_t graph,
                                     const hipGraphNode_t* dependencies, size_t count, hipGraph_t child) {
  return HIP_CALL {
    if (child == graph) return hipErrorInvalidValue;
    Work work;
    HIP_TRY(work_from(child, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t* graph) {
  return HIP_CALL {
    const ChildWork* child = work_of<ChildWork>(node);
    if (!child || !graph) return hipErrorInvalidValue;
    *graph = child->graph.get();
    return hipSuccess;
  };
}
hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node, hipGraph_t child) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(child, &work));
    return replace_in<ChildWork>(exec, node, std::move(work));
  };
}
hipError_t hipGraphAddEmptyNode(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies,
                                size_t count) {
  return HIP_CALL { return add(out, graph, dependencies, count, EmptyWork{}); };
}

// Events
hipError_t hipGraphAddEventRecordNode(hipGraphNode_t* out, hipGraph_t graph,
                                      const hipGraphNode_t* dependencies, size_t count, hipEvent_t event) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(event, true, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphAddEventWaitNode(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies,
                                    size_t count, hipEvent_t event) {
  return HIP_CALL {
    Work work;
    HIP_TRY(work_from(event, false, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t node, hipEvent_t* event) {
  return HIP_CALL {
    const auto* work = work_of<EventRecordWork>(node);
    return work && event ? (*event = work->event, hipSuccess) : hipErrorInvalidValue;
  };
}
hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t node, hipEvent_t* event) {
  return HIP_CALL {
    const auto* work = work_of<EventWaitWork>(node);
    return work && event ? (*event = work->event, hipSuccess) : hipErrorInvalidValue;
  };
}
hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t node, hipEvent_t event) {
  return HIP_CALL {
    return event ? replace<EventRecordWork>(node, EventRecordWork{event}) : hipErrorInvalidValue;
  };
}
hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t node, hipEvent_t event) {
  return HIP_CALL {
    return event ? replace<EventWaitWork>(node, EventWaitWork{event}) : hipErrorInvalidValue;
  };
}
hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t exec, hipGraphNode_t node, hipEvent_t event) {
  return HIP_CALL {
    return event ? replace_in<EventRecordWork>(exec, node, EventRecordWork{event}) : hipErrorInvalidValue;
  };
}
hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t exec, hipGraphNode_t node, hipEvent_t event) {
  return HIP_CALL {
    return event ? replace_in<EventWaitWork>(exec, node, EventWaitWork{event}) : hipErrorInvalidValue;
  };
}

// Memory
hipError_t hipGraphAddMemAllocNode(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies,
                                   size_t count, hipMemAllocNodeParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(alloc_work(params, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t node, hipMemAllocNodeParams* params) {
  return HIP_CALL {
    const auto* work = work_of<AllocWork>(node);
    return work && params ? (*params = work->params, hipSuccess) : hipErrorInvalidValue;
  };
}
hipError_t hipGraphAddMemFreeNode(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies,
                                  size_t count, void* pointer) {
  return HIP_CALL {
    if (!pointer || !MemoryMap::get().find(pointer)) return hipErrorInvalidValue;
    return add(out, graph, dependencies, count, FreeWork{pointer});
  };
}
hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t* out, hipGraph_t graph,
                                     const hipGraphNode_t* dependencies, size_t count,
                                     hipDeviceptr_t pointer) {
  return hipGraphAddMemFreeNode(out, graph, dependencies, count, pointer);
}
hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t node, void* pointer) {
  return HIP_CALL {
    const auto* work = work_of<FreeWork>(node);
    return work && pointer ? (*static_cast<void**>(pointer) = work->pointer, hipSuccess)
                           : hipErrorInvalidValue;
  };
}

// Batches of memory operations
hipError_t hipGraphAddBatchMemOpNode(hipGraphNode_t* out, hipGraph_t graph,
                                     const hipGraphNode_t* dependencies, size_t count,
                                     const hipBatchMemOpNodeParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(batch_work(params, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphBatchMemOpNodeGetParams(hipGraphNode_t node, hipBatchMemOpNodeParams* params) {
  return HIP_CALL {
    auto* work = work_of<BatchWork>(node);
    if (!work || !params) return hipErrorInvalidValue;
    *params = {work->context, unsigned(work->ops.size()), work->ops.data(), work->flags};
    return hipSuccess;
  };
}
hipError_t hipGraphBatchMemOpNodeSetParams(hipGraphNode_t node, hipBatchMemOpNodeParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(batch_work(params, &work));
    return replace<BatchWork>(node, std::move(work));
  };
}
hipError_t hipGraphExecBatchMemOpNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                               const hipBatchMemOpNodeParams* params) {
  return HIP_CALL {
    Work work;
    HIP_TRY(batch_work(params, &work));
    return replace_in<BatchWork>(exec, node, std::move(work));
  };
}

// Any kind, by the type in its parameters
hipError_t hipGraphAddNode(hipGraphNode_t* out, hipGraph_t graph, const hipGraphNode_t* dependencies,
                           size_t count, hipGraphNodeParams* p) {
  return HIP_CALL {
    if (!p) return hipErrorInvalidValue;
    Work work;
    HIP_TRY(any_work(*p, &work));
    return add(out, graph, dependencies, count, std::move(work));
  };
}
hipError_t hipGraphNodeSetParams(hipGraphNode_t node, hipGraphNodeParams* p) {
  return HIP_CALL {
    if (!p || !known_node(node) || node_type(node->work) != p->type) return hipErrorInvalidValue;
    Work work;
    HIP_TRY(any_work(*p, &work));
    node->work = std::move(work);
    return hipSuccess;
  };
}
hipError_t hipGraphExecNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node, hipGraphNodeParams* p) {
  return HIP_CALL {
    hipGraphNode_t mine = node_in(exec, node);
    if (!p || !mine || node_type(mine->work) != p->type) return hipErrorInvalidValue;
    Work work;
    HIP_TRY(any_work(*p, &work));
    mine->work = std::move(work);
    return hipSuccess;
  };
}
