// The profiler's observer: counts every execution and the addresses of memory instructions. One micro-op counts a
// segment (instructions that always run together with one EXEC), one more stands before each memory instruction.
#pragma once
#include "soft/observe/profile.h"
#include "soft/observe/wave/observer.h"

namespace wavelift::soft::WAVE {

std::unique_ptr<Observer> create_profiler();

// --- between profile.cpp and profile_memory.cpp ---

// What a workgroup keeps: the caches it has to itself. Its compute unit's vector L1 and scalar cache start cold.
struct GroupProfile final : Watch {
  // The target's own L1, or one of `l1_kib` as other vendors' cards have it.
  GroupProfile(const hardware::Limits& l, uint64_t l1_kib)
      : vector_l1((l1_kib ? l1_kib : static_cast<uint64_t>(l.l1_kib)) * 1024, static_cast<unsigned>(l.l1_line), l1_kib ? 16 : static_cast<unsigned>(l.l1_ways), l1_kib != 0),
        scalar_l1(static_cast<uint64_t>(l.scalar_kib) * 1024, static_cast<unsigned>(l.scalar_line), 4) {}
  CacheModel vector_l1, scalar_l1;
  bool whole = false;                // workgroups are sampled: all of its requests are looked at, and what it touches
  Footprint footprint;
  bool analysed = true;              // the next request is looked at address by address
  uint32_t left = 0;                 // requests until that may change
  uint32_t die = 0;

  // A workgroup of the sample: all of its requests if they are few, else one stretch of them in eight.
  void start(bool in_sample) {
    analysed = in_sample;
    left = in_sample && !whole ? kAllOf : ~0u;
    if (!in_sample) return;
    vector_l1.clear();
    scalar_l1.clear();
  }
  void next_stretch() {
    if (whole) return;
    analysed = !analysed;
    left = analysed ? kStretch : 7 * kStretch;
  }

private:
  static constexpr uint32_t kAllOf = 4096, kStretch = 1024;
};

// What a thread has at hand while it runs the workgroups of one launch.
struct ProfileThread {
  uint64_t source = 0;               // whose counters these are
  const Kernel* kernel = nullptr;
  KernelProfile* profile = nullptr;
  CountTable* counts = nullptr;
  size_t slot = 0;                   // of the observer in Workgroup::watches
  const Workgroup* group = nullptr;  // the one that `state` is of
  GroupProfile* state = nullptr;
  unsigned l1_shift = 6, l2_shift = 7;
  uint32_t dies = 1;
  uint32_t l2_mask = 0;              // a line goes to the L2 model where the hash has none of these bits
  std::vector<L2Access> l2;
  void flush();
};

[[gnu::tls_model("initial-exec")]] extern constinit thread_local ProfileThread* profile_thread;

// How a memory instruction's addresses are found.
struct CountedMemory {
  Access access;
  uint32_t index = 0;                // of its MemoryCount
  bool bypasses_l1 = false;          // asks for a coherent value, or writes
};

// The micro-op for a site, by its address space.
Handler memory_observer(const Access& access);

}  // namespace wavelift::soft::WAVE
