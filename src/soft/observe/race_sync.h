// Who knows what: the order that atomics make between waves, within a workgroup and across workgroups.
//
// A wave that stores or does an atomic after a fence publishes all that it did before the fence, and all that it knew.
// A wave that reads there, with an atomic that returns a value or with a load that goes past the cache, learns it. A
// store publishes by its record in RaceShadow; an atomic publishes here, at its address. Where the memory for this runs
// out, everything counts as known: a race may then be missed, but none is reported that is not there.
#pragma once
#include "soft/observe/race_shadow.h"
#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace wavelift::soft {

// What a task had done when its time was `time`.
struct RacePoint {
  uint32_t task = 0, time = 0;
  bool operator==(const RacePoint&) const = default;
};

class RaceSync {
public:
  explicit RaceSync(uint32_t waves) : waves_(waves) {}   // waves of a workgroup

  // An atomic at `address`.
  void publish(uint64_t address, RacePoint by);
  // `by` has read what was published at `address`. Returns a set of the waves of its own workgroup that it learnt from.
  uint32_t learn(uint64_t address, RacePoint by);
  // `by` has read what `from` stored.
  void learn_from(RacePoint from, RacePoint by);
  // Whether `r`, of another wave and not before a barrier of the same workgroup, happened before `by`.
  bool ordered(const RaceRecord& r, RacePoint by);
  // Whether anyone has learnt anything.
  bool any() const { return any_.load(std::memory_order_relaxed); }

private:
  struct Publication {
    uint32_t version;
    RacePoint point;
  };
  struct Variable {
    uint32_t version = 0;                // publications so far
    bool full = false;                   // too many: counts as known to whoever reads it
    std::unordered_map<uint32_t, std::vector<Publication>> by_group;   // the last ones of each workgroup
  };
  struct Item {                          // something that a wave learnt
    uint32_t wave, interval;             // who in the workgroup, and when
    const Variable* variable;            // its publications up to `version`; or null
    uint32_t version;
    RacePoint from;                      // or this
  };
  struct Knowledge {                     // of a workgroup
    std::vector<Item> items;
    bool everything = false;
    std::unordered_set<uint64_t> known;  // answers of ordered() that were true, by hash
  };
  void add(const Item& item, RacePoint by);
  bool search(const RaceRecord& r, RacePoint by);
  bool covers(RacePoint p, const RaceRecord& r, uint32_t asking_group) const;

  const uint32_t waves_;
  std::atomic<bool> any_ = false;
  std::mutex mutex_;
  std::unordered_map<uint64_t, std::unique_ptr<Variable>> variables_;   // by address / 8
  std::unordered_map<uint32_t, Knowledge> groups_;
  uint64_t publications_ = 0;
};

}  // namespace wavelift::soft
