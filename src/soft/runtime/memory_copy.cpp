// Copies between pointers: linear, rows, peers, batches, symbols. Device memory is host memory, so the
// direction is checked and otherwise makes no difference.
#include "soft/runtime/memory_map.h"
#include "soft/runtime/module.h"
#include "soft/runtime/stream.h"

namespace wavelift::hiprt {
namespace {

bool valid(hipMemcpyKind kind) {
  return (kind >= hipMemcpyHostToHost && kind <= hipMemcpyDefault) || kind == hipMemcpyDeviceToDeviceNoCU;
}

hipError_t go(hipStream_t stream, Work&& work, bool wait) {
  return wait ? submit_and_wait(stream, std::move(work)) : submit(stream, std::move(work));
}

hipError_t linear(void* dst, const void* src, size_t size, hipMemcpyKind kind, hipStream_t stream,
                  bool wait) {
  Work work;
  HIP_TRY(make_copy(dst, src, size, kind, &work));
  return go(stream, std::move(work), wait);
}

hipError_t rows(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                hipMemcpyKind kind, hipStream_t stream, bool wait) {
  Work work;
  HIP_TRY(make_copy_2d(dst, dpitch, src, spitch, width, height, kind, &work));
  return go(stream, std::move(work), wait);
}

hipError_t peer(void* dst, int dst_device, const void* src, int src_device, size_t size, hipStream_t stream,
                bool wait) {
  if (!valid_device(dst_device) || !valid_device(src_device)) return hipErrorInvalidDevice;
  return linear(dst, src, size, hipMemcpyDeviceToDevice, stream, wait);
}

// Into (`to` true) or out of a device variable.
hipError_t symbol_copy(const void* symbol, void* other, size_t size, size_t offset, hipMemcpyKind kind,
                       bool to, hipStream_t stream, bool wait) {
  hipMemcpyKind against = to ? hipMemcpyDeviceToHost : hipMemcpyHostToDevice;
  if (kind == against || kind == hipMemcpyHostToHost) return hipErrorInvalidMemcpyDirection;
  if (!symbol) return hipErrorInvalidSymbol;
  void* address = nullptr;
  size_t bytes = 0;
  HIP_TRY(symbol_of(symbol, &address, &bytes));
  if (offset > bytes || size > bytes - offset) return hipErrorInvalidValue;
  void* place = static_cast<char*>(address) + offset;
  Work work;
  HIP_TRY(to ? make_copy(place, other, size, kind, &work) : make_copy(other, place, size, kind, &work));
  if (auto* copy = std::get_if<CopyWork>(&work))
    copy->type = to ? hipGraphNodeTypeMemcpyToSymbol : hipGraphNodeTypeMemcpyFromSymbol;
  return go(stream, std::move(work), wait);
}

} // namespace

hipError_t make_copy(void* dst, const void* src, size_t size, hipMemcpyKind kind, Work* out) {
  if (!valid(kind)) return hipErrorInvalidMemcpyDirection;
  *out = EmptyWork{};
  if (size == 0) return hipSuccess;
  if (!dst || !src) return hipErrorInvalidValue;
  MemoryMap& map = MemoryMap::get();
  if (!map.fits(dst, size) || !map.fits(src, size)) return hipErrorInvalidValue;
  CopyWork copy;
  copy.box = {static_cast<const std::byte*>(src), static_cast<std::byte*>(dst), size, 0, size, 0, size, 1, 1};
  copy.kind = kind;
  copy.described.srcPtr = {const_cast<void*>(src), size, size, 1};
  copy.described.dstPtr = {dst, size, size, 1};
  copy.described.extent = {size, 1, 1};
  copy.described.kind = kind;
  *out = copy;
  return hipSuccess;
}

hipError_t make_copy_2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                        hipMemcpyKind kind, Work* out) {
  if (!valid(kind)) return hipErrorInvalidMemcpyDirection;
  *out = EmptyWork{};
  if (width == 0 || height == 0) return hipSuccess;
  if (!dst || !src) return hipErrorInvalidValue;
  if (dpitch < width || spitch < width) return hipErrorInvalidPitchValue;
  MemoryMap& map = MemoryMap::get();
  if (!map.fits(dst, (height - 1) * dpitch + width) || !map.fits(src, (height - 1) * spitch + width))
    return hipErrorInvalidValue;
  CopyWork copy;
  copy.box = {static_cast<const std::byte*>(src),
              static_cast<std::byte*>(dst),
              spitch,
              spitch * height,
              dpitch,
              dpitch * height,
              width,
              height,
              1};
  copy.kind = kind;
  copy.described.srcPtr = {const_cast<void*>(src), spitch, width, height};
  copy.described.dstPtr = {dst, dpitch, width, height};
  copy.described.extent = {width, height, 1};
  copy.described.kind = kind;
  *out = copy;
  return hipSuccess;
}

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipMemcpy(void* dst, const void* src, size_t size, hipMemcpyKind kind) {
  return HIP_CALL { return linear(dst, src, size, kind, nullptr, true); };
}
hipError_t hipMemcpyAsync(void* dst, const void* src, size_t size, hipMemcpyKind kind, hipStream_t stream) {
  return HIP_CALL { return linear(dst, src, size, kind, stream, false); };
}
hipError_t hipMemcpyWithStream(void* dst, const void* src, size_t size, hipMemcpyKind kind,
                               hipStream_t stream) {
  return HIP_CALL { return linear(dst, src, size, kind, stream, true); };
}
hipError_t hipMemcpyHtoD(hipDeviceptr_t dst, const void* src, size_t size) {
  return HIP_CALL { return linear(dst, src, size, hipMemcpyHostToDevice, nullptr, true); };
}
hipError_t hipMemcpyDtoH(void* dst, hipDeviceptr_t src, size_t size) {
  return HIP_CALL { return linear(dst, src, size, hipMemcpyDeviceToHost, nullptr, true); };
}
hipError_t hipMemcpyDtoD(hipDeviceptr_t dst, hipDeviceptr_t src, size_t size) {
  return HIP_CALL { return linear(dst, src, size, hipMemcpyDeviceToDevice, nullptr, true); };
}
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t dst, const void* src, size_t size, hipStream_t stream) {
  return HIP_CALL { return linear(dst, src, size, hipMemcpyHostToDevice, stream, false); };
}
hipError_t hipMemcpyDtoHAsync(void* dst, hipDeviceptr_t src, size_t size, hipStream_t stream) {
  return HIP_CALL { return linear(dst, src, size, hipMemcpyDeviceToHost, stream, false); };
}
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t dst, hipDeviceptr_t src, size_t size, hipStream_t stream) {
  return HIP_CALL { return linear(dst, src, size, hipMemcpyDeviceToDevice, stream, false); };
}
hipError_t hipMemcpyPeer(void* dst, int dst_device, const void* src, int src_device, size_t size) {
  return HIP_CALL { return peer(dst, dst_device, src, src_device, size, nullptr, true); };
}
hipError_t hipMemcpyPeerAsync(void* dst, int dst_device, const void* src, int src_device, size_t size,
                              hipStream_t stream) {
  return HIP_CALL { return peer(dst, dst_device, src, src_device, size, stream, false); };
}

hipError_t hipMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                       hipMemcpyKind kind) {
  return HIP_CALL { return rows(dst, dpitch, src, spitch, width, height, kind, nullptr, true); };
}
hipError_t hipMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                            size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return HIP_CALL { return rows(dst, dpitch, src, spitch, width, height, kind, stream, false); };
}

// The attributes tell in which order sources may be read and where data lives; there is nothing to choose
// here.
hipError_t hipMemcpyBatchAsync(void** dsts, void** srcs, size_t* sizes, size_t count,
                               hipMemcpyAttributes* attrs, size_t* attr_indices, size_t attr_count,
                               size_t* fail_index, hipStream_t stream) {
  return HIP_CALL {
    if (!dsts || !srcs || !sizes || count == 0 || !stream) return hipErrorInvalidValue;
    if (attr_count > count || (attr_count && (!attrs || !attr_indices))) return hipErrorInvalidValue;
    for (size_t i = 0; i < count; ++i)
      if (hipError_t e = linear(dsts[i], srcs[i], sizes[i], hipMemcpyDefault, stream, false);
          e != hipSuccess) {
        if (fail_index) *fail_index = i;
        return e;
      }
    return hipSuccess;
  };
}

hipError_t hipGetSymbolAddress(void** address, const void* symbol) {
  return HIP_CALL {
    if (!address) return hipErrorInvalidValue;
    size_t size = 0;
    return symbol_of(symbol, address, &size);
  };
}
hipError_t hipGetSymbolSize(size_t* size, const void* symbol) {
  return HIP_CALL {
    if (!size) return hipErrorInvalidValue;
    void* address = nullptr;
    return symbol_of(symbol, &address, size);
  };
}
hipError_t hipMemcpyToSymbol(const void* symbol, const void* src, size_t size, size_t offset,
                             hipMemcpyKind kind) {
  return HIP_CALL {
    return symbol_copy(symbol, const_cast<void*>(src), size, offset, kind, true, nullptr, true);
  };
}
hipError_t hipMemcpyToSymbolAsync(const void* symbol, const void* src, size_t size, size_t offset,
                                  hipMemcpyKind kind, hipStream_t stream) {
  return HIP_CALL {
    return symbol_copy(symbol, const_cast<void*>(src), size, offset, kind, true, stream, false);
  };
}
hipError_t hipMemcpyFromSymbol(void* dst, const void* symbol, size_t size, size_t offset,
                               hipMemcpyKind kind) {
  return HIP_CALL { return symbol_copy(symbol, dst, size, offset, kind, false, nullptr, true); };
}
hipError_t hipMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t size, size_t offset,
                                    hipMemcpyKind kind, hipStream_t stream) {
  return HIP_CALL { return symbol_copy(symbol, dst, size, offset, kind, false, stream, false); };
}
