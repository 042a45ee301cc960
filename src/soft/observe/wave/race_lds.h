// What the race check remembers of a workgroup's LDS: for each dword, and for each byte once a kernel uses bytes, the
// last write, two reads by different waves and the last atomic.
//
// One thread runs a workgroup, so there are no locks; and since times only grow, nothing is cleared between workgroups.
#pragma once
#include "soft/machine/wave.h"
#include "soft/observe/race_shadow.h"
#include <array>
#include <span>
#include <unordered_map>
#include <vector>

namespace wavelift::soft::WAVE {

inline constexpr int kMostWaves = 1024 / kLanes;   // of a workgroup

class RaceLds {
public:
  // An access that is not ordered with the one in hand.
  struct Other {
    RaceKind kind;
    uint32_t wave, site, lane;
  };
  static constexpr uint32_t kMostSites = 1u << 26;

  void begin(uint32_t bytes, uint32_t waves);   // a workgroup starts
  void barrier();
  uint32_t waves() const { return waves_; }
  // Whether an earlier access of this launch may still be fresh: false lets the caller skip the rest.
  bool bytes_used() const { return byte_time_ >= start_; }

  // One wave's access to `count` dwords from dword `first` on, of which that at `first + i` is lane `lane + i / per_lane`'s.
  // Returns the first dword with a conflict, or -1. Everything lies within the LDS.
  template <RaceKind Kind> int run(uint32_t wave, uint32_t site, uint32_t first, uint32_t count, uint32_t lane, uint32_t per_lane);
  // The same for the lanes `lanes`, each with `count` dwords from byte row[lane] + offset on. All are aligned and inside.
  template <RaceKind Kind>
  int lanes(uint32_t wave, uint32_t site, const uint32_t* row, uint32_t offset, uint64_t lanes, uint32_t count);
  // The same for one unit: a dword, or a byte. True: a conflict.
  bool dword(RaceKind kind, uint32_t wave, uint32_t site, uint32_t at, uint32_t lane);
  bool byte(RaceKind kind, uint32_t wave, uint32_t site, uint32_t at, uint32_t lane);
  // What the unit that was found is in conflict with.
  const Other& other() const { return other_; }

  // Order that atomics make. A wave publishes at an address what it and those it learnt from have done.
  void publish(uint32_t wave, uint32_t address);
  void learn(uint32_t wave, uint32_t address);
  // `wave` knows what `from` has done so far.
  void learn_from(uint32_t wave, uint32_t from);

private:
  // A record is two words: time << 5 | wave, and site << 6 | lane.
  struct Layer {
    std::vector<uint32_t> write, write_what, read, read_what, second, second_what, atomic, atomic_what;
    void resize(size_t units);
  };
  uint32_t now(uint32_t wave) const { return time_[wave] << 5 | wave; }
  bool is_fresh(uint32_t when, uint32_t wave) const {
    return when >= start_ << 5 && (when & 31) != wave && when >> 5 > known_[wave][when & 31];
  }
  bool conflict(RaceKind kind, uint32_t when, uint32_t what);
  bool check(const Layer& l, RaceKind kind, uint32_t wave, uint32_t at);
  void record(Layer& l, RaceKind kind, uint32_t wave, uint32_t what, uint32_t at);

  uint32_t waves_ = 0, dwords_ = 0;
  uint32_t start_ = 1;       // time of the last barrier: what is older is ordered
  uint32_t byte_time_ = 0, atomic_time_ = 0;   // when there was the last access of bytes, the last atomic
  uint32_t time_[kMostWaves] = {};
  uint32_t known_[kMostWaves][kMostWaves] = {};   // [who][of whom]: up to which time
  bool learnt_ = false;      // known_ is not all zeros
  Layer dwords_layer_, bytes_layer_;
  std::unordered_map<uint32_t, std::array<uint32_t, kMostWaves>> variables_;
  Other other_{};
};

}  // namespace wavelift::soft::WAVE
