// Fills: hipMemset and its kin. All come down to rows of elements of one, two or four bytes.
#include "soft/runtime/memory_map.h"
#include "soft/runtime/stream.h"

namespace wavelift::hiprt {
namespace {

// Bytes from the first to the last that are written.
size_t reach(const hipMemsetParams& p) { return (p.height - 1) * p.pitch + p.width * p.elementSize; }

hipError_t make(void* dst, size_t pitch, unsigned value, unsigned element, size_t width, size_t height,
                Work* out) {
  hipMemsetParams p = {};
  p.dst = dst;
  p.elementSize = element;
  p.height = height;
  p.pitch = pitch;
  p.value = value;
  p.width = width;
  return make_memset(p, out);
}

hipError_t linear(void* dst, unsigned value, unsigned element, size_t count, hipStream_t stream, bool wait) {
  Work work;
  HIP_TRY(make(dst, count * element, value, element, count, 1, &work));
  return wait ? submit_and_wait(stream, std::move(work)) : submit(stream, std::move(work));
}
hipError_t rows(void* dst, size_t pitch, unsigned value, unsigned element, size_t width, size_t height,
                hipStream_t stream, bool wait) {
  Work work;
  HIP_TRY(make(dst, pitch, value, element, width, height, &work));
  return wait ? submit_and_wait(stream, std::move(work)) : submit(stream, std::move(work));
}
hipError_t volume(hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream, bool wait) {
  if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return hipSuccess;
  MemsetWork work;
  work.params.dst = to.ptr;
  work.params.elementSize = 1;
  work.params.height = extent.height;
  work.params.pitch = to.pitch;
  work.params.value = unsigned(value) & 0xff;
  work.params.width = extent.width;
  work.depth = extent.depth;
  work.slice = to.pitch * to.ysize;
  if (!to.ptr || to.pitch < extent.width || extent.height > to.ysize) return hipErrorInvalidValue;
  MemoryMap& map = MemoryMap::get();
  if (!map.fits(to.ptr, (extent.depth - 1) * work.slice + reach(work.params)) || !map.find(to.ptr))
    return hipErrorInvalidValue;
  return wait ? submit_and_wait(stream, work) : submit(stream, work);
}

} // namespace

hipError_t make_memset(const hipMemsetParams& given, Work* out) {
  hipMemsetParams p = given;
  if (p.width == 0 || p.height == 0) {
    *out = EmptyWork{};
    return hipSuccess;
  }
  if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4) return hipErrorInvalidValue;
  if (!p.dst || (p.height > 1 && p.pitch < p.width * p.elementSize)) return hipErrorInvalidValue;
  if (reinterpret_cast<uintptr_t>(p.dst) % p.elementSize) return hipErrorInvalidValue;
  if (p.elementSize == 1) p.value &= 0xff;
  MemoryMap& map = MemoryMap::get();
  if (!map.fits(p.dst, reach(p)) || !map.find(p.dst)) return hipErrorInvalidValue;
  *out = MemsetWork{p, 0, 1};
  return hipSuccess;
}

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipMemset(void* dst, int value, size_t size) {
  return HIP_CALL { return linear(dst, unsigned(value), 1, size, nullptr, true); };
}
hipError_t hipMemsetAsync(void* dst, int value, size_t size, hipStream_t stream) {
  return HIP_CALL { return linear(dst, unsigned(value), 1, size, stream, false); };
}
hipError_t hipMemsetD8(hipDeviceptr_t dst, unsigned char value, size_t count) {
  return HIP_CALL { return linear(dst, value, 1, count, nullptr, true); };
}
hipError_t hipMemsetD8Async(hipDeviceptr_t dst, unsigned char value, size_t count, hipStream_t stream) {
  return HIP_CALL { return linear(dst, value, 1, count, stream, false); };
}
hipError_t hipMemsetD16(hipDeviceptr_t dst, unsigned short value, size_t count) {
  return HIP_CALL { return linear(dst, value, 2, count, nullptr, true); };
}
hipError_t hipMemsetD16Async(hipDeviceptr_t dst, unsigned short value, size_t count, hipStream_t stream) {
  return HIP_CALL { return linear(dst, value, 2, count, stream, false); };
}
hipError_t hipMemsetD32(hipDeviceptr_t dst, int value, size_t count) {
  return HIP_CALL { return linear(dst, unsigned(value), 4, count, nullptr, true); };
}
hipError_t hipMemsetD32Async(hipDeviceptr_t dst, int value, size_t count, hipStream_t stream) {
  return HIP_CALL { return linear(dst, unsigned(value), 4, count, stream, false); };
}
hipError_t hipMemset2D(void* dst, size_t pitch, int value, size_t width, size_t height) {
  return HIP_CALL { return rows(dst, pitch, unsigned(value), 1, width, height, nullptr, true); };
}
hipError_t hipMemset2DAsync(void* dst, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream) {
  return HIP_CALL { return rows(dst, pitch, unsigned(value), 1, width, height, stream, false); };
}
hipError_t hipMemsetD2D8(hipDeviceptr_t dst, size_t pitch, unsigned char value, size_t width, size_t height) {
  return HIP_CALL { return rows(dst, pitch, value, 1, width, height, nullptr, true); };
}
hipError_t hipMemsetD2D8Async(hipDeviceptr_t dst, size_t pitch, unsigned char value, size_t width,
                              size_t height, hipStream_t stream) {
  return HIP_CALL { return rows(dst, pitch, value, 1, width, height, stream, false); };
}
hipError_t hipMemsetD2D16(hipDeviceptr_t dst, size_t pitch, unsigned short value, size_t width,
                          size_t height) {
  return HIP_CALL { return rows(dst, pitch, value, 2, width, height, nullptr, true); };
}
hipError_t hipMemsetD2D16Async(hipDeviceptr_t dst, size_t pitch, unsigned short value, size_t width,
                               size_t height, hipStream_t stream) {
  return HIP_CALL { return rows(dst, pitch, value, 2, width, height, stream, false); };
}
hipError_t hipMemsetD2D32(hipDeviceptr_t dst, size_t pitch, unsigned int value, size_t width, size_t height) {
  return HIP_CALL { return rows(dst, pitch, value, 4, width, height, nullptr, true); };
}
hipError_t hipMemsetD2D32Async(hipDeviceptr_t dst, size_t pitch, unsigned int value, size_t width,
                               size_t height, hipStream_t stream) {
  return HIP_CALL { return rows(dst, pitch, value, 4, width, height, stream, false); };
}
hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent) {
  return HIP_CALL { return volume(to, value, extent, nullptr, true); };
}
hipError_t hipMemset3DAsync(hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream) {
  return HIP_CALL { return volume(to, value, extent, stream, false); };
}
