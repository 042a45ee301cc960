// One piece of device work: what a stream executes and what a graph node holds. An API function that enqueues
// builds one and submits it; a stream either runs it or, while it captures, records it.
#pragma once
#include "soft/runtime/api.h"
#include <memory>
#include <variant>
#include <vector>

struct ihipGraph;

namespace wavelift::hiprt {

using Function = ihipModuleSymbol_t;

struct KernelWork {
  Function* function = nullptr;
  dim3 grid, block;
  uint32_t dynamic_lds = 0; // bytes
  bool cooperative = false;
  std::vector<std::byte> kernarg; // explicit arguments at their offsets
};

// Rows of bytes, in two more dimensions. Pitches count bytes.
struct Box {
  const std::byte* src = nullptr;
  std::byte* dst = nullptr;
  size_t src_pitch = 0, src_slice = 0, dst_pitch = 0, dst_slice = 0;
  size_t width = 0, height = 1, depth = 1; // bytes, rows, slices
};
struct CopyWork {
  Box box;
  hipMemcpyKind kind = hipMemcpyDefault;
  hipGraphNodeType type = hipGraphNodeTypeMemcpy;
  hipMemcpy3DParms described = {}; // as hipGraphMemcpyNodeGetParams returns it
};

struct MemsetWork {
  hipMemsetParams params = {};
  size_t slice = 0, depth = 1; // bytes from slice to slice, for 3D
};

struct HostWork {
  hipHostFn_t fn = nullptr;
  void* data = nullptr;
};
struct CallbackWork {
  hipStreamCallback_t fn = nullptr;
  hipStream_t stream = nullptr;
  void* data = nullptr;
};
struct EventRecordWork {
  hipEvent_t event = nullptr;
};
struct EventWaitWork {
  hipEvent_t event = nullptr;
};
struct EmptyWork {};
struct ChildWork {
  std::shared_ptr<ihipGraph> graph;
};
// Memory of an allocation node exists from the node's creation to the end of the last graph that holds it.
struct AllocWork {
  hipMemAllocNodeParams params = {};
  std::shared_ptr<void> memory;
};
struct FreeWork {
  void* pointer = nullptr;
};
struct BatchWork {
  std::vector<hipStreamBatchMemOpParams> ops;
  unsigned flags = 0;
  hipCtx_t context = nullptr;
};

using Work = std::variant<EmptyWork, KernelWork, CopyWork, MemsetWork, HostWork, CallbackWork,
                          EventRecordWork, EventWaitWork, ChildWork, AllocWork, FreeWork, BatchWork>;

hipGraphNodeType node_type(const Work& work);

// Runs to the end on the calling thread.
hipError_t run(const Work& work);
hipError_t run_kernel(const KernelWork& work);
hipError_t run_graph(const ihipGraph& graph);
hipError_t run_batch(const BatchWork& work);

// Enqueues. The stream must be known; the work has been validated.
hipError_t submit(hipStream_t stream, Work work);
// As `submit`, for calls that return when the work is done: hipMemcpy, hipMemset and the like.
hipError_t submit_and_wait(hipStream_t stream, Work work);

// Checks of sizes and direction, then the work; an empty copy is EmptyWork.
hipError_t make_copy(void* dst, const void* src, size_t size, hipMemcpyKind kind, Work* out);
hipError_t make_copy_2d(void* dst, size_t dst_pitch, const void* src, size_t src_pitch, size_t width,
                        size_t height, hipMemcpyKind kind, Work* out);
hipError_t make_copy_3d(const hipMemcpy3DParms& p, Work* out);
hipError_t make_copy_3d(const HIP_MEMCPY3D& p, Work* out);
hipError_t make_memset(const hipMemsetParams& params, Work* out);
// Checks of launch dimensions against device and kernel. `driver`: the module API's error codes.
hipError_t check_launch(const KernelWork& work, bool driver);
// Copies arguments out of `params`, one pointer an argument, or out of `extra`'s buffer.
hipError_t gather_arguments(KernelWork& work, void** params, void** extra);

} // namespace wavelift::hiprt
