// Races as reports: which lane, which byte, and what the other access was.
#include "soft/observe/wave/race.h"
#include "soft/observe/wave/site.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace wavelift::soft::WAVE {

namespace {

const char* name_of(RaceKind k) {
  switch (k) {
  case RaceKind::read: return "read";
  case RaceKind::write: return "write";
  case RaceKind::atomic: return "atomic operation";
  default: return "access";
  }
}
std::string with_article(RaceKind k) { return (k == RaceKind::atomic ? "an " : "a ") + std::string(name_of(k)); }

// The first lane of the access that touches one of bytes [begin, end) and, where it stores, changes one; `at`: that byte.
struct Touch {
  int lane = -1;
  uint64_t at = 0;
};
Touch touching_lane(const Wave& w, const Op* op, const RaceSite& site, uint64_t begin, uint64_t end, bool must_change) {
  LaneAddresses to;
  lane_addresses(w, *op, site.access, 0, to);
  const Access& a = site.access;
  const Src& data = a.space == Space::buffer ? op->a : op->b;
  for (uint64_t e = to.active & ~(to.lds | to.scratch); e; e &= e - 1) {
    const int lane = std::countr_zero(e);
    const uint64_t from = std::max(begin, to.at[lane]), until = std::min(end, to.at[lane] + a.bytes);
    if (from >= until) continue;
    if (!must_change || data.kind != Src::Kind::vector) return {lane, from};
    for (uint64_t p = from; p < until; ++p) {
      const uint64_t in = p - to.at[lane];
      const auto stored = static_cast<uint8_t>(w.v[data.index + in / 4].lane[lane] >> in % 4 * 8);
      if (stored != *reinterpret_cast<const uint8_t*>(p)) return {lane, p};
    }
  }
  return {};
}

// Sites of one pair are one report, whichever came first.
struct Pair {
  uint64_t pc, other;
  Pair(uint64_t a, uint64_t b) : pc(std::max(a, b)), other(std::min(a, b)) {}
};

}  // namespace

void report_global_race(const Wave& w, const Op* op, const RaceWatch& watch, const RaceRecord& record, uint32_t units,
                        uint64_t base, uint32_t unit) {
  const RaceSite& site = race_site(op);
  // Stores of what is there already have no effect: threads that set one flag are no race.
  const bool both_store = site.kind == RaceKind::write && record.kind() == RaceKind::write;
  Touch touch;
  int which = -1;
  for (uint32_t m = units; m && touch.lane < 0; m &= m - 1) {
    which = std::countr_zero(m);
    const uint64_t begin = base + static_cast<uint64_t>(which) * unit;
    touch = touching_lane(w, op, site, begin, begin + unit, both_store);
  }
  if (touch.lane < 0) return;
  const Check& c = check("race-global");
  const uint64_t other_pc = address_of_race_site(record.site());
  const Pair key(op->address, other_pc);
  if (!Reports::get().first(c, key.pc, key.other)) return;

  const LaunchState& launch = watch.launch.state;
  const uint32_t group = record.task / watch.launch.waves, wave = record.task % watch.launch.waves;
  const Dim3& b = launch.launch.blocks;
  const Dim3 block{group % b.x, group / b.x % b.y, group / b.x / b.y};
  Report r;
  r.check = &c;
  r.memory = {"global", touch.at, site.access.bytes};
  const bool same_group = record.task - watch.first_task < watch.launch.waves;
  r.sentence = fmt::format("{} of 0x{:x} in global memory and {} by another {}, with nothing that orders them",
                           with_article(site.kind), touch.at, with_article(record.kind()),
                           same_group ? "wave of the block" : "block");
  r.site = site_of(w, op->address, touch.lane);
  r.other_text = fmt::format("the other: {}", name_of(record.kind()));
  const RaceLane lanes = record.lanes();
  if (other_pc) r.other = site_of(launch, block, wave, std::clamp(lanes.lane(which), 0, kLanes - 1), other_pc);
  if (!lanes.is_exact()) r.notes.push_back("the other thread named is one of the wave that did so");
  Reports::get().add(std::move(r), key.pc, key.other);
}

void report_lds_race(const Wave& w, const Op* op, const RaceWatch& watch, const RaceLds::Other& other, uint32_t at) {
  const RaceSite& site = race_site(op);
  LaneAddresses to;
  int lane = -1;
  bool changes = site.kind != RaceKind::write || other.kind != RaceKind::write;
  for (int element = 0; element < site.access.elements && lane < 0; ++element) {
    lane_addresses(w, *op, site.access, element, to);
    const Src& data = element ? op->c : op->b;
    for (uint64_t e = to.active; e && lane < 0; e &= e - 1) {
      const int i = std::countr_zero(e);
      if (at < to.at[i] || at >= to.at[i] + site.access.bytes) continue;
      lane = i;
      if (changes || data.kind != Src::Kind::vector) continue;
      // The rest of the dword too: it is one unit.
      for (uint64_t p = at; p < std::min<uint64_t>((at | 3) + 1, to.at[i] + site.access.bytes); ++p) {
        const uint64_t in = p - to.at[i];
        changes |= static_cast<uint8_t>(w.v[data.index + in / 4].lane[i] >> in % 4 * 8) != w.lds[p];
      }
    }
  }
  if (lane < 0 || !changes) return;
  const Check& c = check("race-lds");
  const uint64_t other_pc = address_of_race_site(other.site);
  const Pair key(op->address, other_pc);
  if (!Reports::get().first(c, key.pc, key.other)) return;
  Report r;
  r.check = &c;
  r.memory = {"LDS", at, site.access.bytes};
  r.sentence = fmt::format("{} of byte {} of shared memory and {} by another wave of the block, with no barrier between them",
                           with_article(site.kind), at, with_article(other.kind));
  r.site = site_of(w, op->address, lane);
  r.other_text = fmt::format("the other: {}", name_of(other.kind));
  if (other_pc) r.other = site_of(watch.launch.state, w.group->id, other.wave, static_cast<int>(other.lane), other_pc);
  Reports::get().add(std::move(r), key.pc, key.other);
}

void report_lane_clash(const Wave& w, const Op* op, LanePair lanes, bool lds, uint64_t address) {
  const RaceSite& site = race_site(op);
  const Check& c = check(lds ? "race-lds" : "race-global");
  if (!Reports::get().first(c, op->address, op->address)) return;
  Report r;
  r.check = &c;
  r.memory = {lds ? "LDS" : "global", address, site.access.bytes};
  r.sentence = fmt::format("two threads store different values to {} 0x{:x} with one instruction; which of them stays is not defined",
                           lds ? "byte" : "address", address);
  r.site = site_of(w, op->address, lanes.other);
  r.other_text = "the other: write";
  r.other = site_of(w, op->address, lanes.one);
  Reports::get().add(std::move(r), op->address, op->address);
}

}  // namespace wavelift::soft::WAVE
