// The race check's view of a workgroup in execution, shared by its parts: race.cpp (what runs around instructions),
// race_global.cpp, race_local.cpp and race_report.cpp.
#pragma once
#include "soft/isa/lane_addresses.h"
#include "soft/machine/workgroup.h"
#include "soft/observe/race_sync.h"
#include "soft/observe/wave/race_lds.h"

namespace wavelift::soft::WAVE {

// What the check knows of one instruction.
struct RaceSite {
  Access access;
  RaceKind kind = RaceKind::read;
  bool learns = false;       // an atomic that returns a value, or a load that goes past the cache
  bool publishes = false;    // an atomic
  uint32_t number = 0;       // of all sites; 0: too many, its line is not known where it is the earlier access
  size_t observer = 0;       // whose watch
};

// A launch.
struct RaceLaunch {
  RaceLaunch(const LaunchState& s, uint32_t number, uint32_t waves) : state(s), number(number), waves(waves), sync(waves) {}
  const LaunchState& state;
  const uint32_t number;     // of all launches; not 0
  const uint32_t waves;      // of a workgroup
  RaceSync sync;
};

struct RaceWatch final : Watch {
  explicit RaceWatch(RaceLaunch& l) : launch(l) {}

  RaceLaunch& launch;
  uint32_t first_task = 0;   // of the workgroup
  uint32_t interval = 0;     // barriers passed
  bool silent = false;       // so many barriers that times do not tell any more: global memory is not looked at
  struct PerWave {
    uint32_t releases = 0;
    bool fenced = false;     // its stores have been waited for since the last one that came after a fence
  } wave[kMostWaves];
  RaceLds lds;
  LaneAddresses addresses;   // of an instruction that learns, from before it

  RacePoint now(uint32_t wave_number) const {
    return {first_task + wave_number, RaceTime::of(interval, wave[wave_number].releases)};
  }
};

inline const RaceSite& race_site(const Op* op) { return *static_cast<const RaceSite*>(op->site); }
inline RaceWatch& race_watch(const Wave& w, const RaceSite& site) {
  return static_cast<RaceWatch&>(*w.group->watches[site.observer]);
}

// The active lanes of a store that put different data into one place: a pair of them, or {-1, -1}.
struct LanePair {
  int one = -1, other = -1;
  explicit operator bool() const { return one >= 0; }
};
LanePair clashing_lanes(const Wave& w, const Op* op, const RaceSite& site, const LaneAddresses& to, uint64_t lanes, int element);

// Micro-ops before a memory instruction.
const Op* race_global(Wave& w, const Op* op);   // global and buffer
const Op* race_scalar(Wave& w, const Op* op);
const Op* race_flat(Wave& w, const Op* op);
const Op* race_lds(Wave& w, const Op* op);
// After one that learns.
const Op* race_learn(Wave& w, const Op* op);

// Lanes `lanes` of a flat instruction.
void race_lanes_global(Wave& w, const Op* op, RaceWatch& watch, const LaneAddresses& to, uint64_t lanes);
void race_lanes_lds(Wave& w, const Op* op, RaceWatch& watch, const LaneAddresses& to, uint64_t lanes, int element);

// An access to LDS by its row of addresses, all lanes of which go there; false when it has to be looked at lane by lane.
bool race_rows_lds(Wave& w, const Op* op, RaceWatch& watch, uint32_t offset);

// --- Reports ---

// Where a site is: its address; 0 for site 0.
uint64_t address_of_race_site(uint32_t number);

// The access in hand races with `record`; `base`: of its units, which are `unit` bytes each.
void report_global_race(const Wave& w, const Op* op, const RaceWatch& watch, const RaceRecord& record, uint32_t units,
                        uint64_t base, uint32_t unit);
// `at`: byte of LDS.
void report_lds_race(const Wave& w, const Op* op, const RaceWatch& watch, const RaceLds::Other& other, uint32_t at);
// Two lanes of one store.
void report_lane_clash(const Wave& w, const Op* op, LanePair lanes, bool lds, uint64_t address);

}  // namespace wavelift::soft::WAVE
