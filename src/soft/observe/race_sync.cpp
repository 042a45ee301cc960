#include "soft/observe/race_sync.h"
#include <ranges>

namespace wavelift::soft {

namespace {

constexpr size_t kMostItems = 2048;          // that a workgroup has learnt
constexpr size_t kMostKept = 8;              // publications of one workgroup at one address
constexpr size_t kMostGroups = 1 << 16;      // that have published at one address
constexpr uint64_t kMostPublications = 1 << 22;   // in a launch
constexpr int kMostSteps = 20'000;           // of a search
constexpr size_t kMostAnswers = 1 << 16;

uint64_t answer_key(const RaceRecord& r, RacePoint by, uint32_t wave) {
  return (static_cast<uint64_t>(r.task) << 32 | r.time) * 0x9e3779b97f4a7c15ull ^ (static_cast<uint64_t>(by.task) << 8 | wave);
}

}  // namespace

void RaceSync::publish(uint64_t address, RacePoint by) {
  std::lock_guard lock(mutex_);
  auto& slot = variables_[address / 8];
  if (!slot) slot = std::make_unique<Variable>();
  Variable& v = *slot;
  const uint32_t group = by.task / waves_;
  if (v.full) return;
  if (publications_ >= kMostPublications || (v.by_group.size() >= kMostGroups && !v.by_group.contains(group))) {
    v.full = true;
    return;
  }
  auto& kept = v.by_group[group];
  if (!kept.empty() && kept.back().point == by) return;
  ++v.version;
  ++publications_;
  kept.push_back({v.version, by});
  if (kept.size() > kMostKept) {         // the oldest that is kept stands for those before it
    kept[1].version = kept[0].version;
    kept.erase(kept.begin());
  }
}

void RaceSync::add(const Item& item, RacePoint by) {
  Knowledge& k = groups_[by.task / waves_];
  if (k.everything) return;
  for (Item& i : std::views::reverse(k.items))
    if (i.wave == item.wave && i.interval == item.interval && i.variable == item.variable && i.from.task == item.from.task) {
      i.version = item.version;
      if (i.from.time < item.from.time) i.from.time = item.from.time;
      return;
    }
  if (k.items.size() >= kMostItems) k.everything = true;
  else k.items.push_back(item);
  any_.store(true, std::memory_order_relaxed);
}

uint32_t RaceSync::learn(uint64_t address, RacePoint by) {
  std::lock_guard lock(mutex_);
  auto it = variables_.find(address / 8);
  if (it == variables_.end()) return 0;
  Variable& v = *it->second;
  const uint32_t group = by.task / waves_, wave = by.task % waves_;
  uint32_t siblings = 0;
  bool others = v.full;
  if (auto own = v.by_group.find(group); own != v.by_group.end()) {
    for (const Publication& p : own->second) siblings |= 1u << (p.point.task % waves_ & 31);
    siblings &= ~(1u << (wave & 31));
    others |= v.by_group.size() > 1;
  } else {
    others |= !v.by_group.empty();
  }
  if (others || siblings) add({wave, RaceTime::interval(by.time), &v, v.version, {}}, by);
  return siblings;
}

void RaceSync::learn_from(RacePoint from, RacePoint by) {
  std::lock_guard lock(mutex_);
  add({by.task % waves_, RaceTime::interval(by.time), nullptr, 0, from}, by);
}

// Within a workgroup no fence is needed: its waves share a cache, and their accesses stay in order.
bool RaceSync::covers(RacePoint p, const RaceRecord& r, uint32_t asking_group) const {
  if (p.task / waves_ != r.task / waves_) return false;
  const uint32_t fenced = RaceTime::releases(p.time), at = RaceTime::releases(r.time);
  if (p.task == r.task && r.task / waves_ == asking_group) return r.time <= p.time;
  if (at >= fenced && fenced != RaceTime::kMostReleases) return false;
  return p.task == r.task || RaceTime::interval(r.time) < RaceTime::interval(p.time);
}

bool RaceSync::ordered(const RaceRecord& r, RacePoint by) {
  std::lock_guard lock(mutex_);
  auto it = groups_.find(by.task / waves_);
  if (it == groups_.end()) return false;
  Knowledge& k = it->second;
  if (k.everything) return true;
  const uint64_t key = answer_key(r, {by.task, 0}, by.task % waves_);
  if (k.known.contains(key)) return true;
  if (!search(r, by)) return false;
  if (k.known.size() > kMostAnswers) k.known.clear();
  k.known.insert(key);
  return true;
}

// From what `by` has learnt to what those had learnt whom it learnt from, and so on.
bool RaceSync::search(const RaceRecord& r, RacePoint by) {
  const uint32_t asking = by.task / waves_, target = r.task / waves_;
  std::vector<RacePoint> todo{by};
  std::unordered_set<uint64_t> seen_points;
  std::unordered_map<const Variable*, uint32_t> seen_variables;
  int steps = 0;
  while (!todo.empty()) {
    const RacePoint p = todo.back();
    todo.pop_back();
    auto it = groups_.find(p.task / waves_);
    if (it == groups_.end()) continue;
    if (it->second.everything) return true;
    const uint32_t wave = p.task % waves_, interval = RaceTime::interval(p.time);
    for (const Item& item : it->second.items) {
      if (item.wave == wave ? item.interval > interval : item.interval >= interval) continue;
      if (++steps > kMostSteps) return true;
      if (!item.variable) {
        if (covers(item.from, r, asking)) return true;
        if (seen_points.insert(static_cast<uint64_t>(item.from.task) << 32 | item.from.time).second) todo.push_back(item.from);
        continue;
      }
      const Variable& v = *item.variable;
      if (v.full) return true;
      if (auto own = v.by_group.find(target); own != v.by_group.end())
        for (const Publication& pub : own->second)
          if (pub.version <= item.version && covers(pub.point, r, asking)) return true;
      uint32_t& seen = seen_variables[&v];
      if (seen >= item.version) continue;
      for (const auto& [group, kept] : v.by_group) {
        if (!groups_.contains(group)) continue;     // it knows nothing of others
        for (const Publication& pub : kept) {
          if (pub.version > item.version || pub.version <= seen) continue;
          if (++steps > kMostSteps) return true;
          if (seen_points.insert(static_cast<uint64_t>(pub.point.task) << 32 | pub.point.time).second) todo.push_back(pub.point);
        }
      }
      seen = item.version;
    }
  }
  return false;
}

}  // namespace wavelift::soft
