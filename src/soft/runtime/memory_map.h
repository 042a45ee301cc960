// What memory the program has: every allocation that a HIP call made or was told of, ordered by address.
// Device memory is host memory. Large allocations are mappings of their own that end at a guard page; small
// ones come from slabs and keep a gap of at least 256 bytes to their neighbour.
#pragma once
#include "soft/runtime/api.h"
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace wavelift::hiprt {

enum class MemoryKind : uint8_t {
  device,     // hipMalloc, pitched, arrays
  pool,       // hipMallocAsync
  managed,    // hipMallocManaged, __managed__
  pinned,     // hipHostMalloc
  registered, // hipHostRegister: the program's own memory
  variable,   // __device__ and __constant__ variables of a loaded module
  reserved,   // an address range of the virtual memory API
};

struct Allocation {
  uintptr_t base = 0;
  size_t size = 0; // bytes that were asked for
  MemoryKind kind = MemoryKind::device;
  unsigned flags = 0;    // as given by the program
  void* owner = nullptr; // memory pool, for kind pool
  uint64_t id = 0;       // counts allocations
  size_t span = 0;       // bytes taken; 0: not the map's to give back

  bool contains(uintptr_t address) const { return address - base < size || (size == 0 && address == base); }
  void* pointer() const { return reinterpret_cast<void*>(base); }
};

class MemoryMap {
public:
  static MemoryMap& get();

  // At least 256-byte aligned. nullptr when the device's memory is used up.
  void* allocate(size_t size, MemoryKind kind, unsigned flags = 0, void* owner = nullptr);
  // Takes note of memory that is not the map's. False when it overlaps a registered range.
  bool note(void* base, size_t size, MemoryKind kind, unsigned flags = 0);
  // Removes the allocation that begins at `base`, if its kind is among `kinds`. Answers what it was.
  std::optional<Allocation> release(const void* base, std::initializer_list<MemoryKind> kinds);
  // The allocation that `address` lies in.
  std::optional<Allocation> find(const void* address) const;
  // False when [address, address + size) begins in an allocation and runs over its end.
  bool fits(const void* address, size_t size) const;
  // Bases of all allocations of a kind, or of an owner.
  std::vector<Allocation> all(MemoryKind kind, const void* owner = nullptr) const;

  size_t used() const;
  size_t total() const { return total_; }

private:
  MemoryMap();
  void* take(size_t size, size_t* span);
  void give_back(const Allocation& a);
  void reuse(const Allocation& a);

  mutable std::mutex mutex_;
  std::map<uintptr_t, Allocation> allocations_;
  std::unordered_map<size_t, std::vector<uintptr_t>> free_; // by span, small ones only
  uintptr_t slab_ = 0, slab_end_ = 0;
  size_t total_ = 0, used_ = 0;
  uint64_t next_id_ = 1;
  std::deque<Allocation> freed_;   // while checks run: not yet used again, oldest first
  size_t freed_small_ = 0;         // bytes of the small ones among them
};

} // namespace wavelift::hiprt
