// What the race check remembers of global memory: for each 128 bytes the last accesses that could still be part of a
// race, and the rule by which a new access is compared with them.
//
// A record stands for what one wave did at one time to a set of dwords (or of the bytes of one dword). A coalesced access
// is one record for each 128 bytes; memory that is used less regularly gets records of its own for each dword.
#pragma once
#include "soft/device.h"
#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>

namespace wavelift::soft {

// `lock` are accesses that order others: compare-and-swap, exchange, and loads that go past the cache (volatile or
// atomic loads). They are no race with a store, since an atomic store is a plain store in machine code.
enum class RaceKind : uint8_t { read, write, atomic, lock };

inline bool are_racy(RaceKind a, RaceKind b) {
  using enum RaceKind;
  if (a == lock || b == lock) return false;
  return a == write || b == write || a != b;
}

// The order of one wave's accesses: `interval` counts the barriers that its workgroup has passed, `releases` the fences
// after which the wave, or before a barrier another of its workgroup, has stored again.
struct RaceTime {
  static constexpr uint32_t kMostReleases = 0xfff, kMostIntervals = 0xfffff;
  static uint32_t of(uint32_t interval, uint32_t releases) {
    return interval << 12 | (releases < kMostReleases ? releases : kMostReleases);
  }
  static uint32_t interval(uint32_t time) { return time >> 12; }
  static uint32_t releases(uint32_t time) { return time & 0xfff; }
};

// Which lane of its wave touched a unit of a record.
struct RaceLane {
  // Up to kMostUnits: lanes are so many units apart, lane = (unit + bias) / spread. `two_lanes` and the like: a unit has
  // several, or the next unit belongs to a lane so far on. `some`: in no order; bias is one of them.
  enum Spread : uint32_t { same = 0, one = 1, kMostUnits = 8, two_lanes, four_lanes, sixteen_lanes, some };
  uint32_t spread = same;
  int32_t bias = 0;          // -512 to 511

  // The order that two units' lanes show.
  static RaceLane through(int unit, int lane, int other_unit, int other_lane) {
    const int units = other_unit - unit, lanes = other_lane - lane;
    if (lanes != 0 && units % lanes == 0 && units / lanes >= 1 && units / lanes <= static_cast<int>(kMostUnits))
      return {static_cast<uint32_t>(units / lanes), lane * (units / lanes) - unit};
    if (lanes == 16 * units) return {sixteen_lanes, (lane - 16 * unit) & 63};
    return {some, lane};
  }
  bool is_exact() const { return spread != some; }
  int lane(int unit) const {
    switch (spread) {
    case same:
    case some: return bias;
    case two_lanes: return 2 * unit + bias;
    case four_lanes: return 4 * unit + bias;
    case sixteen_lanes: return (16 * unit + bias) & 63;
    default: return (unit + bias) / static_cast<int>(spread);
    }
  }
};

struct RaceRecord {
  uint32_t task = 0;         // workgroup * waves of a workgroup + wave
  uint32_t time = 0;         // RaceTime
  uint32_t info = 0;         // site << 16 | kind << 14 | spread << 10 | bias
  uint32_t mask = 0;         // the units: dwords of 128 bytes, or bytes of a dword

  static constexpr uint32_t kMostSites = 1u << 16;
  static uint32_t pack(uint32_t site, RaceKind kind, RaceLane lane) {
    return site << 16 | static_cast<uint32_t>(kind) << 14 | lane.spread << 10 | (static_cast<uint32_t>(lane.bias) & 0x3ff);
  }
  RaceKind kind() const { return static_cast<RaceKind>(info >> 14 & 3); }
  uint32_t site() const { return info >> 16; }
  // Takes over `t`, which is of the same task and time, when one record can tell the lanes of both.
  bool join(const RaceRecord& t) {
    if (info != t.info) {
      if ((info ^ t.info) >> 14) return false;
      if (lanes().is_exact()) {
        if (t.mask & (t.mask - 1)) return false;
        const int unit = std::countr_zero(t.mask), lane = t.lanes().lane(unit);
        if (lanes().spread != RaceLane::same) {
          if (lanes().lane(unit) != lane) return false;
        } else {
          if (mask & (mask - 1)) return false;
          const RaceLane both = RaceLane::through(std::countr_zero(mask), lanes().bias, unit, lane);
          if (!both.is_exact()) return false;
          info = pack(site(), kind(), both);
        }
      }
    }
    mask |= t.mask;
    return true;
  }
  RaceLane lanes() const { return {info >> 10 & 15, static_cast<int32_t>(info << 22) >> 22}; }
};

// Records of the units of something; N at most.
template <int N> struct RaceRecords {
  uint8_t count = 0;
  RaceRecord record[N];

  // Compares access `t` with the records and adds it. `first`, `waves`: the tasks of its workgroup. ordered(record):
  // whether that happened before t. found(record, units): a race. `keep_all`: what a third workgroup does must be kept
  // too. Returns false when there was no room (with nothing changed but what t replaces).
  template <class Ordered, class Found>
  bool touch(RaceRecord t, uint32_t first, uint32_t waves, bool keep_all, const Ordered& ordered, const Found& found) {
    const RaceKind kind = t.kind();
    for (int i = 0; i < count; ++i)
      if (record[i].task == t.task && record[i].time == t.time && record[i].kind() == kind && !(t.mask & ~record[i].mask))
        return true;
    uint32_t need = t.mask, seen = 0, seen_task = 0;
    bool seen_mine = false;
    int same = -1;
    for (int i = 0; i < count; ++i) {
      RaceRecord& r = record[i];
      const uint32_t both = r.mask & t.mask;
      const RaceKind other = r.kind();
      const bool mine = r.task - first < waves;
      if (r.task == t.task) {
        if (r.time == t.time && other == kind && !both && same < 0 && r.join(t)) same = i;
        else if (kind == RaceKind::write || other == kind) r.mask &= ~both;
      } else if (both) {
        if (are_racy(other, kind) && !ordered(r)) found(r, both);
        if (kind == RaceKind::write || (other == kind && mine && RaceTime::interval(r.time) < RaceTime::interval(t.time))) {
          r.mask &= ~both;
        } else if (other == kind && !keep_all) {
          // Two that are unordered with t are enough, of two workgroups or both of its own: whoever comes into conflict
          // with t does so with one of them.
          if (!seen) seen = both, seen_task = r.task, seen_mine = mine;
          else if (mine || seen_mine || r.task / waves != seen_task / waves) need &= ~(seen & both);
        }
      }
      if (!r.mask) {
        if (same == count - 1) same = i;
        r = record[--count];
        --i;
      }
    }
    if (!need) return true;
    if (same >= 0) return true;
    if (count == N) return false;
    t.mask = need;
    record[count++] = t;
    return true;
  }
  template <int M> void take_over(const RaceRecords<M>& o) {
    static_assert(M <= N);
    count = o.count;
    for (int i = 0; i < count; ++i) record[i] = o.record[i];
  }

  // Adds t where touch found no room: in the place of an access of its kind, rather than of a store.
  void replace(RaceRecord t) {
    int place = N - 1;
    for (int i = 0; i < N; ++i)
      if (record[i].kind() == t.kind()) place = i;
    record[place] = t;
  }
};

inline constexpr uint32_t kRaceChunk = 128;   // bytes

struct alignas(128) RaceChunk {
  uint32_t launch = 0;       // what is here belongs to this launch; else it is as good as empty
  std::atomic<uint8_t> locked = 0;
  bool has_variables = false;   // atomics in it are known to RaceSync
  RaceRecords<5> records;
  RaceRecords<24>* more = nullptr;    // in the place of `records`, when those were too few
  RaceRecords<3>* dwords = nullptr;   // 32, when those were too few
};
static_assert(sizeof(RaceChunk) == 128);

// The chunks of all of memory; made when they are first asked for.
class RaceShadow {
public:
  // Never destroyed: a program may launch from its own static destructors.
  static RaceShadow& get() {
    static auto* shadow = new RaceShadow;
    return *shadow;
  }

  // The chunk of an address below 2^47.
  RaceChunk& chunk(uint64_t address) {
    RaceChunk* block = blocks_[address >> kBlockLog2 & (kBlocks - 1)].load(std::memory_order_acquire);
    if (!block) block = make_block(address >> kBlockLog2 & (kBlocks - 1));
    return block[address >> 7 & (kChunks - 1)];
  }
  // Empty records; nullptr when there is no more memory for them.
  RaceRecords<3>* take_dwords();           // 32
  RaceRecords<24>* take_more();
  void launch_started();
  // The memory of the two above is used again when no launch is running.
  void launch_finished();

private:
  RaceShadow();
  RaceChunk* make_block(uint64_t index);

  static constexpr int kBlockLog2 = 28;
  static constexpr uint64_t kBlocks = 1ull << (47 - kBlockLog2), kChunks = (1ull << kBlockLog2) / kRaceChunk;
  std::atomic<RaceChunk*>* blocks_ = nullptr;
  std::atomic<uint64_t> next_dwords_ = 0, next_more_ = 0;
  RaceRecords<3>* dwords_ = nullptr;
  RaceRecords<24>* more_ = nullptr;
  std::mutex mutex_;
  int running_ = 0;          // launches
};

// Holds a chunk for this thread; `alone`: no other thread has it.
class RaceLock {
public:
  RaceLock(RaceChunk& chunk, bool alone) : chunk_(alone ? nullptr : &chunk) {
    if (chunk_)
      while (chunk_->locked.exchange(1, std::memory_order_acquire))
        while (chunk_->locked.load(std::memory_order_relaxed)) __builtin_ia32_pause();
  }
  ~RaceLock() {
    if (chunk_) chunk_->locked.store(0, std::memory_order_release);
  }
  RaceLock(const RaceLock&) = delete;
  RaceLock& operator=(const RaceLock&) = delete;

private:
  RaceChunk* chunk_;
};

}  // namespace wavelift::soft
