// Running of work.
#include "soft/runtime/work.h"
#include "soft/observe/definedness.h"
#include "soft/runtime/memory_map.h"
#include "soft/runtime/run_log.h"
#include "soft/runtime/stream.h"
#include <cstring>

// For libraries that compute on the host: they are about to write device memory.
extern "C" [[gnu::visibility("default")]] void wavelift_host_writes_device_memory() {
  if (wavelift::soft::checking_init()) wavelift::soft::all_written();
}

namespace wavelift::hiprt {
namespace {

template <class... F> struct Overloaded : F... {
  using F::operator()...;
};

void copy(const Box& b) {
  if (soft::checking_init())
    for (size_t z = 0; z < b.depth; ++z)
      for (size_t y = 0; y < b.height; ++y)
        soft::library_copied(b.dst + z * b.dst_slice + y * b.dst_pitch, b.src + z * b.src_slice + y * b.src_pitch, b.width);
  if (b.height * b.depth == 1 ||
      (b.src_pitch == b.width && b.dst_pitch == b.width &&
       (b.depth == 1 || (b.src_slice == b.width * b.height && b.dst_slice == b.src_slice)))) {
    std::memmove(b.dst, b.src, b.width * b.height * b.depth);
    return;
  }
  for (size_t z = 0; z < b.depth; ++z)
    for (size_t y = 0; y < b.height; ++y)
      std::memmove(b.dst + z * b.dst_slice + y * b.dst_pitch, b.src + z * b.src_slice + y * b.src_pitch,
                   b.width);
}

template <class T> void fill_row(std::byte* row, T value, size_t count) {
  for (size_t i = 0; i < count; ++i) std::memcpy(row + i * sizeof value, &value, sizeof value);
}

hipError_t fill(const MemsetWork& w) {
  const hipMemsetParams& p = w.params;
  for (size_t z = 0; z < w.depth; ++z)
    for (size_t y = 0; y < p.height; ++y) {
      std::byte* row = static_cast<std::byte*>(p.dst) + z * w.slice + y * p.pitch;
      if (soft::checking_init()) soft::host_wrote(row, p.width * p.elementSize);
      if (p.elementSize == 1)
        std::memset(row, int(p.value), p.width);
      else if (p.elementSize == 2)
        fill_row(row, uint16_t(p.value), p.width);
      else
        fill_row(row, uint32_t(p.value), p.width);
    }
  return hipSuccess;
}

} // namespace

hipGraphNodeType node_type(const Work& work) {
  return std::visit(Overloaded{[](const EmptyWork&) { return hipGraphNodeTypeEmpty; },
                               [](const KernelWork&) { return hipGraphNodeTypeKernel; },
                               [](const CopyWork& w) { return w.type; },
                               [](const MemsetWork&) { return hipGraphNodeTypeMemset; },
                               [](const HostWork&) { return hipGraphNodeTypeHost; },
                               [](const CallbackWork&) { return hipGraphNodeTypeHost; },
                               [](const EventRecordWork&) { return hipGraphNodeTypeEventRecord; },
                               [](const EventWaitWork&) { return hipGraphNodeTypeWaitEvent; },
                               [](const ChildWork&) { return hipGraphNodeTypeGraph; },
                               [](const AllocWork&) { return hipGraphNodeTypeMemAlloc; },
                               [](const FreeWork&) { return hipGraphNodeTypeMemFree; },
                               [](const BatchWork&) { return hipGraphNodeTypeBatchMemOp; }},
                    work);
}

hipError_t run(const Work& work) {
  return std::visit(
      Overloaded{
          [](const EmptyWork&) { return hipSuccess; }, [](const KernelWork& w) { return run_kernel(w); },
          [](const CopyWork& w) { return copy(w.box), log_copy(w.box), hipSuccess; }, [](const MemsetWork& w) { return fill(w); },
          [](const HostWork& w) { return w.fn(w.data), hipSuccess; },
          [](const CallbackWork& w) { return w.fn(w.stream, hipSuccess, w.data), hipSuccess; },
          [](const EventRecordWork& w) { return record_now(w.event); },
          [](const EventWaitWork&) { return hipSuccess; }, // it has happened
          [](const ChildWork& w) { return run_graph(*w.graph); }, [](const AllocWork&) { return hipSuccess; },
          [](const FreeWork&) { return hipSuccess; }, [](const BatchWork& w) { return run_batch(w); }},
      work);
}

} // namespace wavelift::hiprt
