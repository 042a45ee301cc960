#include "soft/observe/race_shadow.h"
#include <new>
#include <sys/mman.h>

namespace wavelift::soft {

namespace {

// Sets of 32 dwords that there may be at once: 1.6 GB, for 128 MB of memory that is used irregularly.
constexpr uint64_t kMostSets = 1 << 20;

void* reserve(size_t bytes) {
  void* m = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (m == MAP_FAILED) throw std::bad_alloc();
  return m;
}

}  // namespace

// Never destroyed: a program may launch from its own static destructors.
RaceShadow& RaceShadow::get() {
  static auto* shadow = new RaceShadow;
  return *shadow;
}

RaceShadow::RaceShadow() {
  blocks_ = static_cast<std::atomic<RaceChunk*>*>(reserve(kBlocks * sizeof *blocks_));
  pool_ = static_cast<RaceRecords<3>*>(reserve(kMostSets * 32 * sizeof *pool_));
}

// All zeros is an empty chunk, and the kernel gives zeros.
RaceChunk* RaceShadow::make_block(uint64_t index) {
  const size_t bytes = kChunks * sizeof(RaceChunk);
  auto* block = static_cast<RaceChunk*>(reserve(bytes));
  RaceChunk* there = nullptr;
  if (blocks_[index].compare_exchange_strong(there, block, std::memory_order_acq_rel)) return block;
  ::munmap(block, bytes);
  return there;
}

RaceRecords<3>* RaceShadow::take_dwords() {
  if (next_.load(std::memory_order_relaxed) >= kMostSets) return nullptr;
  const uint64_t n = next_.fetch_add(1, std::memory_order_relaxed);
  if (n >= kMostSets) return nullptr;
  RaceRecords<3>* set = pool_ + 32 * n;
  for (int i = 0; i < 32; ++i) set[i].count = 0;
  return set;
}

void RaceShadow::launch_started() {
  std::lock_guard lock(mutex_);
  ++running_;
}

void RaceShadow::launch_finished() {
  std::lock_guard lock(mutex_);
  if (--running_ == 0) next_ = 0;
}

}  // namespace wavelift::soft
