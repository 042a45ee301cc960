// Copies that arrays take part in, and copies of volumes. Everything becomes one Box.
#include "soft/runtime/array.h"
#include "soft/runtime/memory_map.h"
#include "soft/runtime/stream.h"
#include <algorithm>

namespace wavelift::hiprt {
namespace {

hipError_t go(hipStream_t stream, Work&& work, bool wait) {
  return wait ? submit_and_wait(stream, std::move(work)) : submit(stream, std::move(work));
}

// One side of a copy: where its first byte is, and how far rows and slices lie apart.
struct Side {
  std::byte* at = nullptr;
  size_t pitch = 0, slice = 0;
};

// A place in an array; x in bytes. `width` bytes, rows and slices must lie in it.
hipError_t side_of(hipArray_const_t array, size_t x, size_t y, size_t z, size_t width, size_t height,
                   size_t depth, Side* out) {
  if (!known_array(array)) return hipErrorInvalidHandle;
  if (x + width > array->width * array->element || y + height > array->rows() || z + depth > array->slices())
    return hipErrorInvalidValue;
  *out = {array->data + z * array->slice + y * array->pitch + x, array->pitch, array->slice};
  return hipSuccess;
}

hipError_t side_of(const void* base, size_t pitch, size_t height_of_slice, size_t x, size_t y, size_t z,
                   size_t width, size_t height, size_t depth, Side* out) {
  if (!base) return hipErrorInvalidValue;
  if (pitch == 0 && height * depth == 1) pitch = width + x;
  if (pitch < width + x) return hipErrorInvalidPitchValue;
  size_t slice = pitch * std::max(height_of_slice, depth > 1 ? size_t(1) : height + y);
  if (depth > 1 && height_of_slice < height) return hipErrorInvalidValue;
  auto* at = static_cast<std::byte*>(const_cast<void*>(base)) + z * slice + y * pitch + x;
  if (!MemoryMap::get().fits(at, (depth - 1) * slice + (height - 1) * pitch + width))
    return hipErrorInvalidValue;
  *out = {at, pitch, slice};
  return hipSuccess;
}

Box box_of(const Side& src, const Side& dst, size_t width, size_t height, size_t depth) {
  return {src.at, dst.at, src.pitch, src.slice, dst.pitch, dst.slice, width, height, depth};
}

hipError_t to_array(hipArray_t dst, size_t x, size_t y, const void* src, size_t spitch, size_t width,
                    size_t height, hipMemcpyKind kind, hipStream_t stream, bool wait) {
  if (!dst || !src) return hipErrorInvalidValue;
  if (kind > hipMemcpyDefault) return hipErrorInvalidMemcpyDirection;
  if (width == 0 || height == 0) return hipSuccess;
  Side from, to;
  HIP_TRY(side_of(dst, x, y, 0, width, height, 1, &to));
  HIP_TRY(side_of(src, spitch, 0, 0, 0, 0, width, height, 1, &from));
  CopyWork copy;
  copy.box = box_of(from, to, width, height, 1);
  copy.kind = kind;
  copy.described.srcPtr = {const_cast<void*>(src), spitch, width, height};
  copy.described.dstArray = dst;
  copy.described.dstPos = {x / dst->element, y, 0};
  copy.described.extent = {width / dst->element, height, 1};
  copy.described.kind = kind;
  return go(stream, copy, wait);
}

hipError_t from_array(void* dst, size_t dpitch, hipArray_const_t src, size_t x, size_t y, size_t width,
                      size_t height, hipMemcpyKind kind, hipStream_t stream, bool wait) {
  if (!dst || !src) return hipErrorInvalidValue;
  if (kind > hipMemcpyDefault) return hipErrorInvalidMemcpyDirection;
  if (width == 0 || height == 0) return hipSuccess;
  Side from, to;
  HIP_TRY(side_of(src, x, y, 0, width, height, 1, &from));
  HIP_TRY(side_of(dst, dpitch, 0, 0, 0, 0, width, height, 1, &to));
  CopyWork copy;
  copy.box = box_of(from, to, width, height, 1);
  copy.kind = kind;
  copy.described.srcArray = const_cast<hipArray_t>(src);
  copy.described.srcPos = {x / src->element, y, 0};
  copy.described.dstPtr = {dst, dpitch, width, height};
  copy.described.extent = {width / src->element, height, 1};
  copy.described.kind = kind;
  return go(stream, copy, wait);
}

// `count` bytes from a place on, row by row, as the deprecated one-dimensional array copies take them. `f`
// copies one row's part.
template <class F> hipError_t wrapped(hipArray_const_t array, size_t x, size_t y, size_t count, F&& f) {
  if (!array) return hipErrorInvalidValue;
  if (!known_array(array)) return hipErrorInvalidHandle;
  size_t row = array->width * array->element, done = 0;
  if (x > row) return hipErrorInvalidValue;
  for (; done < count; ++y, x = 0) {
    size_t part = std::min(count - done, row - x);
    HIP_TRY(f(x, y, done, part));
    done += part;
  }
  return hipSuccess;
}

hipError_t linear_to_array(hipArray_t dst, size_t x, size_t y, const void* src, size_t count,
                           hipMemcpyKind kind, hipStream_t stream, bool wait) {
  if (!src) return hipErrorInvalidValue;
  return wrapped(dst, x, y, count, [&](size_t at, size_t row, size_t done, size_t part) {
    return to_array(dst, at, row, static_cast<const char*>(src) + done, part, part, 1, kind, stream, wait);
  });
}
hipError_t linear_from_array(void* dst, hipArray_const_t src, size_t x, size_t y, size_t count,
                             hipMemcpyKind kind, hipStream_t stream, bool wait) {
  if (!dst) return hipErrorInvalidValue;
  return wrapped(src, x, y, count, [&](size_t at, size_t row, size_t done, size_t part) {
    return from_array(static_cast<char*>(dst) + done, part, src, at, row, part, 1, kind, stream, wait);
  });
}

template <class P> hipError_t volume(const P* p, hipStream_t stream, bool wait) {
  if (!p) return hipErrorInvalidValue;
  Work work;
  HIP_TRY(make_copy_3d(*p, &work));
  return go(stream, std::move(work), wait);
}

HIP_MEMCPY3D as_volume(const hip_Memcpy2D& c) {
  HIP_MEMCPY3D p = {};
  p.srcXInBytes = c.srcXInBytes;
  p.srcY = c.srcY;
  p.srcMemoryType = c.srcMemoryType;
  p.srcHost = c.srcHost;
  p.srcDevice = c.srcDevice;
  p.srcArray = c.srcArray;
  p.srcPitch = c.srcPitch;
  p.dstXInBytes = c.dstXInBytes;
  p.dstY = c.dstY;
  p.dstMemoryType = c.dstMemoryType;
  p.dstHost = c.dstHost;
  p.dstDevice = c.dstDevice;
  p.dstArray = c.dstArray;
  p.dstPitch = c.dstPitch;
  p.WidthInBytes = c.WidthInBytes;
  p.Height = c.Height;
  p.Depth = 1;
  return p;
}

hipMemcpy3DParms as_parms(const hipMemcpy3DPeerParms& p) {
  return {p.srcArray, p.srcPos, p.srcPtr, p.dstArray, p.dstPos, p.dstPtr, p.extent, hipMemcpyDeviceToDevice};
}

bool operand(const hipMemcpy3DOperand& o, hipArray_t* array, hipPos* pos, hipPitchedPtr* pointer,
             size_t element) {
  if (o.type == hipMemcpyOperandTypeArray) {
    *array = o.op.array.array;
    *pos = {o.op.array.offset.x, o.op.array.offset.y, o.op.array.offset.z};
    return *array != nullptr;
  }
  *pointer = {o.op.ptr.ptr, o.op.ptr.rowLength * element, o.op.ptr.rowLength, o.op.ptr.layerHeight};
  return o.type == hipMemcpyOperandTypePointer && o.op.ptr.ptr;
}

} // namespace

hipError_t make_copy_3d(const hipMemcpy3DParms& p, Work* out) {
  *out = EmptyWork{};
  if (p.kind > hipMemcpyDefault && p.kind != hipMemcpyDeviceToDeviceNoCU)
    return hipErrorInvalidMemcpyDirection;
  if ((p.srcArray != nullptr) == (p.srcPtr.ptr != nullptr) ||
      (p.dstArray != nullptr) == (p.dstPtr.ptr != nullptr))
    return hipErrorInvalidValue;
  if (p.extent.width == 0 || p.extent.height == 0 || p.extent.depth == 0) return hipSuccess;
  if ((p.srcArray && !known_array(p.srcArray)) || (p.dstArray && !known_array(p.dstArray)))
    return hipErrorInvalidHandle;
  // Where an array takes part the extent counts its texels, else bytes. A pointer's position counts bytes.
  size_t element = p.srcArray ? p.srcArray->element : p.dstArray ? p.dstArray->element : 1;
  if (p.srcArray && p.dstArray && p.srcArray->element != p.dstArray->element) return hipErrorInvalidValue;
  size_t width = p.extent.width * element, height = p.extent.height, depth = p.extent.depth;
  Side from, to;
  HIP_TRY(p.srcArray
              ? side_of(p.srcArray, p.srcPos.x * element, p.srcPos.y, p.srcPos.z, width, height, depth, &from)
              : side_of(p.srcPtr.ptr, p.srcPtr.pitch, p.srcPtr.ysize, p.srcPos.x, p.srcPos.y, p.srcPos.z,
                        width, height, depth, &from));
  HIP_TRY(p.dstArray
              ? side_of(p.dstArray, p.dstPos.x * element, p.dstPos.y, p.dstPos.z, width, height, depth, &to)
              : side_of(p.dstPtr.ptr, p.dstPtr.pitch, p.dstPtr.ysize, p.dstPos.x, p.dstPos.y, p.dstPos.z,
                        width, height, depth, &to));
  CopyWork copy;
  copy.box = box_of(from, to, width, height, depth);
  copy.kind = p.kind;
  copy.described = p;
  *out = copy;
  return hipSuccess;
}

hipError_t make_copy_3d(const HIP_MEMCPY3D& p, Work* out) {
  *out = EmptyWork{};
  if (p.WidthInBytes == 0 || p.Height == 0 || p.Depth == 0) return hipSuccess;
  auto pointer = [](hipMemoryType type, const void* host, void* device) -> const void* {
    return type == hipMemoryTypeHost ? host : device;
  };
  Side from, to;
  HIP_TRY(p.srcMemoryType == hipMemoryTypeArray
              ? side_of(p.srcArray, p.srcXInBytes, p.srcY, p.srcZ, p.WidthInBytes, p.Height, p.Depth, &from)
              : side_of(pointer(p.srcMemoryType, p.srcHost, p.srcDevice), p.srcPitch, p.srcHeight,
                        p.srcXInBytes, p.srcY, p.srcZ, p.WidthInBytes, p.Height, p.Depth, &from));
  HIP_TRY(p.dstMemoryType == hipMemoryTypeArray
              ? side_of(p.dstArray, p.dstXInBytes, p.dstY, p.dstZ, p.WidthInBytes, p.Height, p.Depth, &to)
              : side_of(pointer(p.dstMemoryType, p.dstHost, p.dstDevice), p.dstPitch, p.dstHeight,
                        p.dstXInBytes, p.dstY, p.dstZ, p.WidthInBytes, p.Height, p.Depth, &to));
  CopyWork copy;
  copy.box = box_of(from, to, p.WidthInBytes, p.Height, p.Depth);
  copy.described.srcPtr = {from.at, from.pitch, p.WidthInBytes, p.Height};
  copy.described.dstPtr = {to.at, to.pitch, p.WidthInBytes, p.Height};
  copy.described.extent = {p.WidthInBytes, p.Height, p.Depth};
  copy.described.kind = hipMemcpyDefault;
  *out = copy;
  return hipSuccess;
}

} // namespace wavelift::hiprt

using namespace wavelift::hiprt;

hipError_t hipMemcpy2DToArray(hipArray_t dst, size_t x, size_t y, const void* src, size_t spitch,
                              size_t width, size_t height, hipMemcpyKind kind) {
  return HIP_CALL { return to_array(dst, x, y, src, spitch, width, height, kind, nullptr, true); };
}
hipError_t hipMemcpy2DToArrayAsync(hipArray_t dst, size_t x, size_t y, const void* src, size_t spitch,
                                   size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return HIP_CALL { return to_array(dst, x, y, src, spitch, width, height, kind, stream, false); };
}
hipError_t hipMemcpy2DFromArray(void* dst, size_t dpitch, hipArray_const_t src, size_t x, size_t y,
                                size_t width, size_t height, hipMemcpyKind kind) {
  return HIP_CALL { return from_array(dst, dpitch, src, x, y, width, height, kind, nullptr, true); };
}
hipError_t hipMemcpy2DFromArrayAsync(void* dst, size_t dpitch, hipArray_const_t src, size_t x, size_t y,
                                     size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream) {
  return HIP_CALL { return from_array(dst, dpitch, src, x, y, width, height, kind, stream, false); };
}
hipError_t hipMemcpy2DArrayToArray(hipArray_t dst, size_t dx, size_t dy, hipArray_const_t src, size_t sx,
                                   size_t sy, size_t width, size_t height, hipMemcpyKind kind) {
  return HIP_CALL {
    if (!dst || !src) return hipErrorInvalidValue;
    if (kind > hipMemcpyDefault) return hipErrorInvalidMemcpyDirection;
    if (width == 0 || height == 0) return hipSuccess;
    Side from, to;
    HIP_TRY(side_of(src, sx, sy, 0, width, height, 1, &from));
    HIP_TRY(side_of(dst, dx, dy, 0, width, height, 1, &to));
    CopyWork copy;
    copy.box = box_of(from, to, width, height, 1);
    return go(nullptr, copy, true);
  };
}
hipError_t hipMemcpyToArray(hipArray_t dst, size_t x, size_t y, const void* src, size_t count,
                            hipMemcpyKind kind) {
  return HIP_CALL { return linear_to_array(dst, x, y, src, count, kind, nullptr, true); };
}
hipError_t hipMemcpyFromArray(void* dst, hipArray_const_t src, size_t x, size_t y, size_t count,
                              hipMemcpyKind kind) {
  return HIP_CALL { return linear_from_array(dst, src, x, y, count, kind, nullptr, true); };
}
hipError_t hipMemcpyAtoH(void* dst, hipArray_t src, size_t offset, size_t count) {
  return HIP_CALL {
    return linear_from_array(dst, src, offset, 0, count, hipMemcpyDeviceToHost, nullptr, true);
  };
}
hipError_t hipMemcpyHtoA(hipArray_t dst, size_t offset, const void* src, size_t count) {
  return HIP_CALL {
    return linear_to_array(dst, offset, 0, src, count, hipMemcpyHostToDevice, nullptr, true);
  };
}
hipError_t hipMemcpyAtoHAsync(void* dst, hipArray_t src, size_t offset, size_t count, hipStream_t stream) {
  return HIP_CALL {
    return linear_from_array(dst, src, offset, 0, count, hipMemcpyDeviceToHost, stream, false);
  };
}
hipError_t hipMemcpyHtoAAsync(hipArray_t dst, size_t offset, const void* src, size_t count,
                              hipStream_t stream) {
  return HIP_CALL {
    return linear_to_array(dst, offset, 0, src, count, hipMemcpyHostToDevice, stream, false);
  };
}
hipError_t hipMemcpyAtoD(hipDeviceptr_t dst, hipArray_t src, size_t offset, size_t count) {
  return HIP_CALL {
    return linear_from_array(dst, src, offset, 0, count, hipMemcpyDeviceToDevice, nullptr, true);
  };
}
hipError_t hipMemcpyDtoA(hipArray_t dst, size_t offset, hipDeviceptr_t src, size_t count) {
  return HIP_CALL {
    return linear_to_array(dst, offset, 0, src, count, hipMemcpyDeviceToDevice, nullptr, true);
  };
}
hipError_t hipMemcpyAtoA(hipArray_t dst, size_t dst_offset, hipArray_t src, size_t src_offset, size_t count) {
  return HIP_CALL {
    std::vector<std::byte> between(count);
    HIP_TRY(
        linear_from_array(between.data(), src, src_offset, 0, count, hipMemcpyDeviceToHost, nullptr, true));
    return linear_to_array(dst, dst_offset, 0, between.data(), count, hipMemcpyHostToDevice, nullptr, true);
  };
}

hipError_t hipMemcpy3D(const hipMemcpy3DParms* p) {
  return HIP_CALL { return volume(p, nullptr, true); };
}
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms* p, hipStream_t stream) {
  return HIP_CALL { return volume(p, stream, false); };
}
hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D* p) {
  return HIP_CALL { return volume(p, nullptr, true); };
}
hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D* p, hipStream_t stream) {
  return HIP_CALL { return volume(p, stream, false); };
}
hipError_t hipMemcpyParam2D(const hip_Memcpy2D* p) {
  return HIP_CALL {
    if (!p) return hipErrorInvalidValue;
    HIP_MEMCPY3D v = as_volume(*p);
    return volume(&v, nullptr, true);
  };
}
hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D* p, hipStream_t stream) {
  return HIP_CALL {
    if (!p) return hipErrorInvalidValue;
    HIP_MEMCPY3D v = as_volume(*p);
    return volume(&v, stream, false);
  };
}
hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D* p) {
  return HIP_CALL {
    if (!p) return hipErrorInvalidValue;
    HIP_MEMCPY3D v = as_volume(*p);
    return volume(&v, nullptr, true);
  };
}
hipError_t hipMemcpy3DPeer(hipMemcpy3DPeerParms* p) {
  return HIP_CALL {
    if (!p) return hipErrorInvalidValue;
    if (!valid_device(p->srcDevice) || !valid_device(p->dstDevice)) return hipErrorInvalidDevice;
    hipMemcpy3DParms v = as_parms(*p);
    return volume(&v, nullptr, true);
  };
}
hipError_t hipMemcpy3DPeerAsync(hipMemcpy3DPeerParms* p, hipStream_t stream) {
  return HIP_CALL {
    if (!p) return hipErrorInvalidValue;
    if (!valid_device(p->srcDevice) || !valid_device(p->dstDevice)) return hipErrorInvalidDevice;
    hipMemcpy3DParms v = as_parms(*p);
    return volume(&v, stream, false);
  };
}
hipError_t hipMemcpy3DBatchAsync(size_t count, hipMemcpy3DBatchOp* list, size_t* fail_index,
                                 unsigned long long flags, hipStream_t stream) {
  return HIP_CALL {
    if (!list || count == 0 || flags != 0 || !stream) return hipErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) {
      const hipMemcpy3DBatchOp& op = list[i];
      hipArray_t array = op.src.type == hipMemcpyOperandTypeArray   ? op.src.op.array.array
                         : op.dst.type == hipMemcpyOperandTypeArray ? op.dst.op.array.array
                                                                    : nullptr;
      size_t element = array && known_array(array) ? array->element : 1;
      hipMemcpy3DParms p = {};
      p.extent = op.extent;
      p.kind = hipMemcpyDefault;
      bool sides = operand(op.src, &p.srcArray, &p.srcPos, &p.srcPtr, element) &&
                   operand(op.dst, &p.dstArray, &p.dstPos, &p.dstPtr, element);
      hipError_t error = sides ? volume(&p, stream, false) : hipErrorInvalidValue;
      if (error != hipSuccess) {
        if (fail_index) *fail_index = i;
        return error;
      }
    }
    return hipSuccess;
  };
}
