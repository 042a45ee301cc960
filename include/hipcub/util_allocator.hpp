// CachingDeviceAllocator: device memory that is kept for the next request of about that size.
#ifndef HIPCUB_UTIL_ALLOCATOR_HPP_
#define HIPCUB_UTIL_ALLOCATOR_HPP_

#include "config.hpp"

namespace hipcub {

class CachingDeviceAllocator {
  struct block {
    void* pointer;
    size_t bytes;
    int device;
    hipStream_t stream;
    bool in_use;
    block* next;
  };
  block* blocks = nullptr;
  bool busy = false;

  // One caller at a time. A spin of a few instructions, so that no header of the standard library is needed.
  struct turn {
    bool& taken;
    explicit turn(bool& flag) : taken(flag) {
      while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE)) {
      }
    }
    ~turn() { __atomic_clear(&taken, __ATOMIC_RELEASE); }
  };
  // Takes `which` out of the list.
  void forget(block** which) {
    block* gone = *which;
    *which = gone->next;
    delete gone;
  }

  // Sizes are powers of bin_growth between the smallest and the largest bin; larger ones are not cached.
  size_t rounded(size_t bytes) const {
    size_t size = 1;
    unsigned bin = 0;
    for (; bin < min_bin || size < bytes; ++bin) size *= bin_growth;
    return bin > max_bin ? bytes : size;
  }
  size_t largest() const {
    size_t size = 1;
    for (unsigned bin = 0; bin < max_bin; ++bin) {
      if (size > INVALID_SIZE / bin_growth) return INVALID_SIZE;
      size *= bin_growth;
    }
    return size;
  }

public:
  static constexpr unsigned INVALID_BIN = ~0u;
  static constexpr size_t INVALID_SIZE = ~size_t(0);
  static constexpr int INVALID_DEVICE_ORDINAL = -1;
  unsigned bin_growth, min_bin, max_bin;
  size_t max_cached_bytes, cached_bytes = 0;
  const bool skip_cleanup;
  bool debug;

  CachingDeviceAllocator(unsigned growth, unsigned smallest_bin = 1, unsigned largest_bin = INVALID_BIN, size_t most_bytes = INVALID_SIZE,
                         bool skip = false, bool talk = false)
      : bin_growth(growth), min_bin(smallest_bin), max_bin(largest_bin == INVALID_BIN ? 63 : largest_bin), max_cached_bytes(most_bytes),
        skip_cleanup(skip), debug(talk) {}
  CachingDeviceAllocator(bool skip = false, bool talk = false)
      : CachingDeviceAllocator(8, 3, 7, (size_t(1) << 21) * 3 - 1, skip, talk) {}
  ~CachingDeviceAllocator() {
    if (!skip_cleanup) static_cast<void>(FreeAllCached());
  }

  hipError_t SetMaxCachedBytes(size_t most) {
    max_cached_bytes = most;
    return hipSuccess;
  }
  hipError_t DeviceAllocate(int device, void** pointer, size_t bytes, hipStream_t stream = nullptr) {
    *pointer = nullptr;
    if (bytes == 0) return hipSuccess;
    if (device < 0)
      if (hipError_t e = hipGetDevice(&device); e != hipSuccess) return e;
    const size_t size = rounded(bytes);
    turn mine(busy);
    // What another stream gave back may still be in use by it.
    for (block* b = blocks; b; b = b->next)
      if (!b->in_use && b->bytes == size && b->device == device && b->stream == stream) {
        *pointer = b->pointer;
        b->in_use = true;
        cached_bytes -= size;
        return hipSuccess;
      }
    int before = device;
    hipError_t e = hipGetDevice(&before);
    if (e == hipSuccess && before != device) e = hipSetDevice(device);
    if (e == hipSuccess) e = hipMalloc(pointer, size);
    if (e == hipSuccess) blocks = new block{*pointer, size, device, stream, true, blocks};
    if (before != device) static_cast<void>(hipSetDevice(before));
    return HipcubDebug(e);
  }
  hipError_t DeviceAllocate(void** pointer, size_t bytes, hipStream_t stream = nullptr) {
    return DeviceAllocate(INVALID_DEVICE_ORDINAL, pointer, bytes, stream);
  }
  hipError_t DeviceFree(int, void* pointer) {
    if (!pointer) return hipSuccess;
    turn mine(busy);
    block** at = &blocks;
    while (*at && (*at)->pointer != pointer) at = &(*at)->next;
    if (*at && (*at)->bytes <= largest() && cached_bytes + (*at)->bytes <= max_cached_bytes) {
      (*at)->in_use = false;
      cached_bytes += (*at)->bytes;
      return hipSuccess;
    }
    if (*at) forget(at);
    return HipcubDebug(hipFree(pointer));
  }
  hipError_t DeviceFree(void* pointer) { return DeviceFree(INVALID_DEVICE_ORDINAL, pointer); }
  hipError_t FreeAllCached() {
    turn mine(busy);
    hipError_t first = hipSuccess;
    for (block** at = &blocks; *at;) {
      if ((*at)->in_use) {
        at = &(*at)->next;
        continue;
      }
      if (hipError_t e = hipFree((*at)->pointer); e != hipSuccess && first == hipSuccess) first = e;
      forget(at);
    }
    cached_bytes = 0;
    return first;
  }
};

} // namespace hipcub

#endif
