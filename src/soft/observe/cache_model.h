// Set-associative caches at line granularity with least-recently-used replacement, for the profiler. No timing, no data.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace wavelift::soft {

// Tags of one cache. Lines are numbers: an address divided by the line size.
class CacheModel {
public:
  // Sets are a power of two: `bytes` is rounded down to one. `hashed`: lines are spread over the sets, not taken by their lowest bits.
  CacheModel(uint64_t bytes, unsigned line, unsigned ways, bool hashed = false) : ways_(ways), hashed_(hashed) {
    sets_ = 1;
    while (sets_ * 2 * ways * line <= bytes) sets_ *= 2;
    tags_.assign(sets_ * ways, kEmpty);
  }

  // Looks a line up and makes it the most recent of its set; brings it in on a miss. True: it was there.
  bool touch(uint64_t line) {
    const uint64_t place = hashed_ ? (line * 0x9e3779b97f4a7c15ull) >> 24 : line;
    uint64_t* set = tags_.data() + (place & (sets_ - 1)) * ways_;
    if (set[0] == line) return true;
    unsigned i = 1;
    while (i < ways_ && set[i] != line) ++i;
    const bool hit = i < ways_;
    for (i = std::min(i, ways_ - 1); i > 0; --i) set[i] = set[i - 1];
    set[0] = line;
    return hit;
  }
  void clear() { std::fill(tags_.begin(), tags_.end(), kEmpty); }
  uint64_t lines() const { return tags_.size(); }

private:
  static constexpr uint64_t kEmpty = ~0ull;
  uint64_t sets_;
  unsigned ways_;
  bool hashed_;
  std::vector<uint64_t> tags_;   // a set's ways are neighbours, the most recent first
};

// An L2: as CacheModel, and it knows which lines hold data that memory has not seen. A store brings a line in without
// reading memory (the cache keeps a mask of the bytes). Dirty lines count as written back at the end of the launch that
// dirtied them; they stay.
class L2Model {
public:
  L2Model(uint64_t bytes, unsigned line, unsigned ways) : ways_(ways) {
    sets_ = 1;
    while (sets_ * 2 * ways * line <= bytes) sets_ *= 2;
    slots_.assign(sets_ * ways, Slot{kEmpty, 0});
  }

  struct Effect {
    bool read = false;      // the line came from memory
    bool written = false;   // the line will go to memory, and did not have to before
  };
  // `epoch`: number of the launch, from 1. Reads and atomics need the line's data, stores do not.
  Effect touch(uint64_t line, bool reads, bool writes, uint64_t epoch) {
    Slot* set = slots_.data() + (mix(line) & (sets_ - 1)) * ways_;
    unsigned i = 0;
    while (i < ways_ && set[i].line != line) ++i;
    const bool hit = i < ways_;
    Slot slot = hit ? set[i] : Slot{line, 0};
    for (i = std::min(i, ways_ - 1); i > 0; --i) set[i] = set[i - 1];
    Effect e{!hit && reads, writes && slot.dirty != epoch};
    if (writes) slot.dirty = epoch;
    set[0] = slot;
    return e;
  }

  // Spreads line numbers over the sets as a channel hash does; its low bits also say which lines a sample takes.
  static uint64_t mix(uint64_t line) { return (line * 0x9e3779b97f4a7c15ull) >> 24; }

private:
  static constexpr uint64_t kEmpty = ~0ull;
  struct Slot {
    uint64_t line, dirty;
  };
  uint64_t sets_;
  unsigned ways_;
  std::vector<Slot> slots_;
};

}  // namespace wavelift::soft
