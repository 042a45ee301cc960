// CachingDeviceAllocator: device memory that is kept for the next request of about that size.
#ifndef HIPCUB_UTIL_ALLOCATOR_HPP_
#define HIPCUB_UTIL_ALLOCATOR_HPP_

#include "config.hpp"
#include <map>
#include <mutex>

namespace hipcub {

class CachingDeviceAllocator {
  struct block {
    size_t bytes;
    int device;
    hipStream_t stream;
  };
  std::mutex guard;
  std::map<void*, block> live;
  std::multimap<size_t, std::pair<void*, block>> cached; // by size

  // Sizes are powers of bin_growth between the smallest and the largest bin; larger ones are not cached.
  size_t rounded(size_t bytes) const {
    size_t size = 1;
    unsigned bin = 0;
    for (; bin < min_bin || size < bytes; ++bin) size *= bin_growth;
    return bin > max_bin ? bytes : size;
  }
  size_t largest() const {
    size_t size = 1;
    for (unsigned bin = 0; bin < max_bin; ++bin) size *= bin_growth;
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
    std::lock_guard<std::mutex> lock(guard);
    // What another stream gave back may still be in use by it.
    for (auto [at, end] = cached.equal_range(size); at != end; ++at)
      if (at->second.second.device == device && at->second.second.stream == stream) {
        *pointer = at->second.first;
        live[*pointer] = at->second.second;
        cached_bytes -= size;
        cached.erase(at);
        return hipSuccess;
      }
    int before = device;
    hipError_t e = hipGetDevice(&before);
    if (e == hipSuccess && before != device) e = hipSetDevice(device);
    if (e == hipSuccess) e = hipMalloc(pointer, size);
    if (e == hipSuccess) live[*pointer] = {size, device, stream};
    if (before != device) static_cast<void>(hipSetDevice(before));
    return HipcubDebug(e);
  }
  hipError_t DeviceAllocate(void** pointer, size_t bytes, hipStream_t stream = nullptr) {
    return DeviceAllocate(INVALID_DEVICE_ORDINAL, pointer, bytes, stream);
  }
  hipError_t DeviceFree(int, void* pointer) {
    if (!pointer) return hipSuccess;
    std::lock_guard<std::mutex> lock(guard);
    const auto at = live.find(pointer);
    if (at == live.end()) return HipcubDebug(hipFree(pointer));
    const block b = at->second;
    live.erase(at);
    if (b.bytes > largest() || cached_bytes + b.bytes > max_cached_bytes) return HipcubDebug(hipFree(pointer));
    cached.emplace(b.bytes, std::make_pair(pointer, b));
    cached_bytes += b.bytes;
    return hipSuccess;
  }
  hipError_t DeviceFree(void* pointer) { return DeviceFree(INVALID_DEVICE_ORDINAL, pointer); }
  hipError_t FreeAllCached() {
    std::lock_guard<std::mutex> lock(guard);
    hipError_t first = hipSuccess;
    for (auto& [size, entry] : cached)
      if (hipError_t e = hipFree(entry.first); e != hipSuccess && first == hipSuccess) first = e;
    cached.clear();
    cached_bytes = 0;
    return first;
  }
};

} // namespace hipcub

#endif
