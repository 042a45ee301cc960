// Addresses of a row as few runs of lanes side by side: a tile's rows, a row whose lanes are off at its ends.
#pragma once
#include "soft/isa/memory.h"
#include <bit>

namespace wavelift::soft::WAVE {

// The lanes whose element of `row` is that of the lane before plus `step`.
inline uint64_t lanes_that_follow(const uint32_t* row, uint32_t step) {
  const __m256i by = _mm256_set1_epi32(static_cast<int>(step));
  uint64_t lanes = 0;
  for (int i = 0; i < kLanes; i += 8) {
    const __m256i x = load8(row + i);
    const __m256i before = i ? _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + i - 1))
                             : _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 0, 1, 2, 3, 4, 5, 6));
    const __m256i same = _mm256_cmpeq_epi32(x, _mm256_add_epi32(before, by));
    lanes |= static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(same)))) << i;
  }
  return lanes & ~1ull;
}

struct LaneRun {
  int lane = 0;              // the first
  uint32_t at = 0;           // its element
  uint32_t count = 0;        // lanes
};

struct LaneRuns {
  static constexpr int kMost = 8;
  int count = 0;             // 0: there are more than kMost, and nothing is known
  LaneRun run[kMost];

  // The lanes `lanes`, of which there is one at least, with `bytes` each. Those that go where the lane before goes may be
  // left out (`once`).
  LaneRuns(const uint32_t* row, uint64_t lanes, uint32_t bytes, bool once) {
    if (once) lanes &= ~(lanes_that_follow(row, 0) & lanes << 1);
    uint64_t starts = lanes & ~(lanes_that_follow(row, bytes) & lanes << 1);
    if (std::popcount(starts) > kMost) return;
    for (; starts; starts &= starts - 1) {
      const int lane = std::countr_zero(starts);
      const uint64_t others = (~lanes | (starts & (starts - 1))) >> lane;
      const int lanes_there = std::min(kLanes - lane, others ? std::countr_zero(others) : kLanes);
      run[count++] = {lane, row[lane], static_cast<uint32_t>(lanes_there)};
    }
  }
  // Whether the runs are known, no two of them meet and none wraps around.
  bool apart(uint32_t bytes) const {
    if (!inside(bytes)) return false;
    for (int i = 0; i < count; ++i) {
      const uint64_t end = run[i].at + uint64_t{run[i].count} * bytes;
      for (int k = 0; k < i; ++k)
        if (run[k].at < end && run[i].at < run[k].at + uint64_t{run[k].count} * bytes) return false;
    }
    return true;
  }
  // Whether the runs are known and none wraps around.
  bool inside(uint32_t bytes) const {
    for (int i = 0; i < count; ++i)
      if ((run[i].at + uint64_t{run[i].count} * bytes) >> 32) return false;
    return count > 0;
  }
};

}  // namespace wavelift::soft::WAVE
