#include "soft/runtime/graph_params.h"
#include "soft/runtime/memory_map.h"
#include "soft/runtime/module.h"
#include <atomic>

namespace wavelift::hiprt {
namespace {

std::atomic<uint64_t> memory_now{0}, memory_high{0};

// A copy of nothing stays a copy node.
Work as_copy(Work work) {
  if (std::holds_alternative<EmptyWork>(work)) return CopyWork{};
  return work;
}

} // namespace

hipError_t work_from(const hipMemcpy3DParms* p, Work* work) {
  if (!p) return hipErrorInvalidValue;
  HIP_TRY(make_copy_3d(*p, work));
  *work = as_copy(std::move(*work));
  return hipSuccess;
}
hipError_t work_from(const HIP_MEMCPY3D* p, Work* work) {
  if (!p) return hipErrorInvalidValue;
  HIP_TRY(make_copy_3d(*p, work));
  *work = as_copy(std::move(*work));
  return hipSuccess;
}
hipError_t work_from(void* dst, const void* src, size_t count, hipMemcpyKind kind, Work* work) {
  HIP_TRY(make_copy(dst, src, count, kind, work));
  *work = as_copy(std::move(*work));
  return hipSuccess;
}
hipError_t work_from(const hipMemsetParams* p, Work* work) {
  if (!p || !p->dst || p->width == 0 || p->height == 0) return hipErrorInvalidValue;
  return make_memset(*p, work);
}
hipError_t work_from(const hipHostNodeParams* p, Work* work) {
  if (!p || !p->fn) return hipErrorInvalidValue;
  *work = HostWork{p->fn, p->userData};
  return hipSuccess;
}
hipError_t work_from(hipEvent_t event, bool record, Work* work) {
  if (!event) return hipErrorInvalidValue;
  *work = record ? Work(EventRecordWork{event}) : Work(EventWaitWork{event});
  return hipSuccess;
}
hipError_t work_from(hipGraph_t graph, Work* work) {
  if (!graph || !known_graph(graph)) return hipErrorInvalidValue;
  auto copy = std::make_shared<ihipGraph>();
  clone_into(*graph, *copy);
  *work = ChildWork{copy};
  return hipSuccess;
}

hipError_t kernel_work(const hipKernelNodeParams* p, Work* work) {
  if (!p || !p->func) return hipErrorInvalidValue;
  hipError_t error;
  KernelWork kernel;
  kernel.function = function_of_either(p->func, &error);
  if (!kernel.function) return error;
  kernel.grid = p->gridDim;
  kernel.block = p->blockDim;
  kernel.dynamic_lds = p->sharedMemBytes;
  HIP_TRY(check_launch(kernel, false));
  HIP_TRY(gather_arguments(kernel, p->kernelParams, p->extra));
  *work = std::move(kernel);
  return hipSuccess;
}

hipError_t kernel_params(hipGraphNode& node, hipKernelNodeParams* out) {
  KernelWork& kernel = std::get<KernelWork>(node.work);
  node.argument_pointers.clear();
  for (const soft::KernelArg& a : kernel.function->kernel->args)
    if (!a.value_kind.starts_with("hidden_"))
      node.argument_pointers.push_back(kernel.kernarg.data() + a.offset);
  *out = {};
  out->func = kernel.function;
  out->gridDim = kernel.grid;
  out->blockDim = kernel.block;
  out->sharedMemBytes = kernel.dynamic_lds;
  out->kernelParams = node.argument_pointers.data();
  return hipSuccess;
}

hipError_t symbol_work(const void* symbol, void* other, size_t bytes, size_t offset, hipMemcpyKind kind,
                       bool to, Work* work) {
  if (kind == (to ? hipMemcpyDeviceToHost : hipMemcpyHostToDevice) || kind == hipMemcpyHostToHost)
    return hipErrorInvalidMemcpyDirection;
  if (!symbol) return hipErrorInvalidSymbol;
  void* address = nullptr;
  size_t size = 0;
  HIP_TRY(symbol_of(symbol, &address, &size));
  if (offset > size || bytes > size - offset) return hipErrorInvalidValue;
  void* place = static_cast<char*>(address) + offset;
  HIP_TRY(to ? make_copy(place, other, bytes, kind, work) : make_copy(other, place, bytes, kind, work));
  *work = as_copy(std::move(*work));
  std::get<CopyWork>(*work).type = to ? hipGraphNodeTypeMemcpyToSymbol : hipGraphNodeTypeMemcpyFromSymbol;
  return hipSuccess;
}

hipError_t alloc_work(hipMemAllocNodeParams* p, Work* work) {
  if (!p || p->bytesize == 0 || p->poolProps.location.type != hipMemLocationTypeDevice)
    return hipErrorInvalidValue;
  if (!valid_device(p->poolProps.location.id)) return hipErrorInvalidDevice;
  void* memory = MemoryMap::get().allocate(p->bytesize, MemoryKind::device);
  if (!memory) return hipErrorOutOfMemory;
  p->dptr = memory;
  size_t size = p->bytesize;
  uint64_t now = memory_now += size, high = memory_high;
  while (now > high && !memory_high.compare_exchange_weak(high, now)) {
  }
  auto give_back = [size](void* m) {
    memory_now -= size;
    MemoryMap::get().release(m, {MemoryKind::device});
  };
  *work = AllocWork{*p, std::shared_ptr<void>(memory, give_back)};
  return hipSuccess;
}

uint64_t graph_memory(bool high) { return high ? memory_high : memory_now; }
void reset_graph_memory_high() { memory_high = memory_now.load(); }

hipError_t batch_work(const hipBatchMemOpNodeParams* p, Work* work) {
  if (!p || !p->paramArray || p->count == 0 || p->count > 256 || p->flags != 0) return hipErrorInvalidValue;
  *work = BatchWork{{p->paramArray, p->paramArray + p->count}, p->flags, p->ctx};
  return hipSuccess;
}

hipError_t any_work(hipGraphNodeParams& p, Work* work) {
  switch (p.type) {
  case hipGraphNodeTypeKernel:
    return kernel_work(&p.kernel, work);
  case hipGraphNodeTypeMemcpy:
    return work_from(&p.memcpy.copyParams, work);
  case hipGraphNodeTypeMemset:
    return work_from(&p.memset, work);
  case hipGraphNodeTypeHost:
    return work_from(&p.host, work);
  case hipGraphNodeTypeGraph:
    return work_from(p.graph.graph, work);
  case hipGraphNodeTypeEmpty:
    return *work = EmptyWork{}, hipSuccess;
  case hipGraphNodeTypeWaitEvent:
    return work_from(p.eventWait.event, false, work);
  case hipGraphNodeTypeEventRecord:
    return work_from(p.eventRecord.event, true, work);
  case hipGraphNodeTypeMemAlloc:
    return alloc_work(&p.alloc, work);
  case hipGraphNodeTypeMemFree:
    if (!p.free.dptr) return hipErrorInvalidValue;
    return *work = FreeWork{p.free.dptr}, hipSuccess;
  case hipGraphNodeTypeExtSemaphoreSignal:
  case hipGraphNodeTypeExtSemaphoreWait:
    return hipErrorNotSupported;
  default:
    return hipErrorInvalidValue;
  }
}

HIP_MEMCPY3D driver_params(const CopyWork& copy) {
  const Box& b = copy.box;
  HIP_MEMCPY3D p = {};
  p.srcMemoryType = p.dstMemoryType = hipMemoryTypeDevice;
  p.srcDevice = const_cast<std::byte*>(b.src);
  p.dstDevice = b.dst;
  p.srcPitch = b.src_pitch;
  p.dstPitch = b.dst_pitch;
  p.srcHeight = b.src_pitch ? b.src_slice / b.src_pitch : 0;
  p.dstHeight = b.dst_pitch ? b.dst_slice / b.dst_pitch : 0;
  p.WidthInBytes = b.width;
  p.Height = b.height;
  p.Depth = b.depth;
  return p;
}

} // namespace wavelift::hiprt
