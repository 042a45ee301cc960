#include "soft/observe/race_shadow.h"
#include <new>
#include <sys/mman.h>

namespace wavelift::soft {

namespace {

// Sets that there may be at once, one for 128 bytes of memory that is used irregularly: 1.6 GB and 0.8 GB.
constexpr uint64_t kMostDwords = 1 << 20, kMostMore = 1 << 21;

void* reserve(size_t bytes) {
  void* m = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (m == MAP_FAILED) throw std::bad_alloc();
  ::madvise(m, bytes, MADV_HUGEPAGE);
  return m;
}

// The next of `most` sets; the number is not taken back when there is none.
bool take(std::atomic<uint64_t>& next, uint64_t most, uint64_t& n) {
  if (next.load(std::memory_order_relaxed) >= most) return false;
  n = next.fetch_add(1, std::memory_order_relaxed);
  return n < most;
}

}  // namespace

RaceShadow::RaceShadow() {
  blocks_ = static_cast<std::atomic<RaceChunk*>*>(reserve(kBlocks * sizeof *blocks_));
  dwords_ = static_cast<RaceRecords<3>*>(reserve(kMostDwords * 32 * sizeof *dwords_));
  more_ = static_cast<RaceRecords<24>*>(reserve(kMostMore * sizeof *more_));
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
  uint64_t n = 0;
  if (!take(next_dwords_, kMostDwords, n)) return nullptr;
  RaceRecords<3>* set = dwords_ + 32 * n;
  for (int i = 0; i < 32; ++i) set[i].count = 0;
  return set;
}

RaceRecords<24>* RaceShadow::take_more() {
  uint64_t n = 0;
  return take(next_more_, kMostMore, n) ? more_ + n : nullptr;
}

void RaceShadow::launch_started() {
  std::lock_guard lock(mutex_);
  ++running_;
}

void RaceShadow::launch_finished() {
  std::lock_guard lock(mutex_);
  if (--running_ == 0) next_dwords_ = next_more_ = 0;
}

}  // namespace wavelift::soft
