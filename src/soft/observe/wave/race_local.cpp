// Races in LDS, and lanes of one store that meet.
#include "soft/isa/memory.h"
#include "soft/observe/wave/lane_runs.h"
#include "soft/observe/wave/race.h"
#include <algorithm>
#include <cstring>

namespace wavelift::soft::WAVE {

namespace {

// The row of a store's data for one element, or null where the operation takes them elsewhere.
const Row* data_rows(const Wave& w, const Op* op, const Access& a, int element) {
  const Src& data = a.space == Space::buffer ? op->a : element ? op->c : op->b;
  return data.kind == Src::Kind::vector ? w.v + data.index : nullptr;
}

bool same_data(const Row* rows, const Access& a, int one, int other) {
  const uint32_t keep = a.bytes >= 4 ? ~0u : (1u << 8 * a.bytes) - 1;
  for (int k = 0; k < std::max(1, a.bytes / 4); ++k)
    if ((rows[k].lane[one] ^ rows[k].lane[other]) & keep) return false;
  return true;
}

// One dword or byte after the other. Atomics do not race among each other, but do with other accesses.
void touch_lane(Wave& w, const Op* op, RaceWatch& watch, uint32_t at, int lane) {
  const RaceSite& site = race_site(op);
  const uint32_t bytes = site.access.bytes, who = static_cast<uint32_t>(lane);
  if (static_cast<uint64_t>(at) + bytes > w.lds_size) return;
  if ((at | bytes) & 3) {
    for (uint32_t b = at; b < at + bytes; ++b)
      if (watch.lds.byte(site.kind, w.id_in_group, site.number, b, who)) return report_lds_race(w, op, watch, watch.lds.other(), b);
  } else {
    for (uint32_t d = at / 4; d < (at + bytes) / 4; ++d)
      if (watch.lds.dword(site.kind, w.id_in_group, site.number, d, who))
        return report_lds_race(w, op, watch, watch.lds.other(), 4 * d);
  }
}

void learn_and_publish(Wave& w, RaceWatch& watch, const RaceSite& site, const LaneAddresses& to, uint64_t lanes) {
  const int first = std::countr_zero(lanes);
  bool uniform = true;
  for (uint64_t e = lanes; e; e &= e - 1) uniform &= to.at[std::countr_zero(e)] == to.at[first];
  if (!uniform && site.kind != RaceKind::lock) return;
  for (uint64_t e = lanes; e; e &= e - 1) {
    const auto at = static_cast<uint32_t>(to.at[std::countr_zero(e)]);
    if (site.learns) watch.lds.learn(w.id_in_group, at);
    watch.lds.publish(w.id_in_group, at);
    if (uniform) return;
  }
}

// Lanes that are few runs side by side; false when they are not.
bool touch_runs(Wave& w, const Op* op, RaceWatch& watch, const RaceSite& site, uint32_t offset) {
  const Access& a = site.access;
  if (a.bytes != 4 && a.bytes != 8 && a.bytes != 16) return false;
  const bool store = site.kind == RaceKind::write;
  const LaneRuns runs(w.v[op->a.index].lane, w.exec(), a.bytes, !store);
  if (store ? !runs.apart(a.bytes) : !runs.inside(a.bytes)) return false;
  for (int i = 0; i < runs.count; ++i) {
    const uint64_t at = uint64_t{runs.run[i].at} + offset;
    if (at & 3 || at + uint64_t{runs.run[i].count} * a.bytes > w.lds_size) return false;
  }
  const uint32_t per_lane = a.bytes / 4;
  for (int i = 0; i < runs.count; ++i) {
    const LaneRun& r = runs.run[i];
    const uint32_t from = (r.at + offset) / 4, lane = static_cast<uint32_t>(r.lane);
    const int found = store ? watch.lds.run<RaceKind::write>(w.id_in_group, site.number, from, r.count * per_lane, lane, per_lane)
                            : watch.lds.run<RaceKind::read>(w.id_in_group, site.number, from, r.count * per_lane, lane, per_lane);
    if (found >= 0) report_lds_race(w, op, watch, watch.lds.other(), 4 * static_cast<uint32_t>(found));
  }
  return true;
}

// Aligned lanes in any order, inside of the LDS; false when they are not.
bool touch_aligned(Wave& w, const Op* op, RaceWatch& watch, const RaceSite& site, uint32_t offset) {
  const Access& a = site.access;
  const uint32_t* row = w.v[op->a.index].lane;
  if (a.bytes % 4 || offset % 4 || static_cast<uint64_t>(max_active(w, row)) + offset + a.bytes > w.lds_size) return false;
  uint32_t low = 0;
  for (int i = 0; i < kLanes; ++i) low |= row[i] & w.exec_rows.lane[i];
  if (low & 3) return false;
  const uint32_t count = a.bytes / 4;
  int found = -1;
  switch (site.kind) {
  case RaceKind::read: found = watch.lds.lanes<RaceKind::read>(w.id_in_group, site.number, row, offset, w.exec(), count); break;
  case RaceKind::atomic: found = watch.lds.lanes<RaceKind::atomic>(w.id_in_group, site.number, row, offset, w.exec(), count); break;
  default: return false;
  }
  if (found >= 0) report_lds_race(w, op, watch, watch.lds.other(), 4 * static_cast<uint32_t>(found));
  return true;
}

}  // namespace

// Addresses that only grow, or shrink, from lane to lane do not meet; else they are sorted into a table.
LanePair clashing_lanes(const Wave& w, const Op* op, const RaceSite& site, const LaneAddresses& to, uint64_t lanes, int element) {
  const Row* rows = data_rows(w, op, site.access, element);
  if (!rows || !(lanes & (lanes - 1))) return {};
  uint64_t last = to.at[std::countr_zero(lanes)];
  bool up = true, down = true;
  for (uint64_t e = lanes & (lanes - 1); e; e &= e - 1) {
    const uint64_t at = to.at[std::countr_zero(e)];
    up &= at > last;
    down &= at < last;
    last = at;
  }
  if (up || down) return {};
  int8_t table[256];
  std::memset(table, -1, sizeof table);
  for (uint64_t e = lanes; e; e &= e - 1) {
    const int lane = std::countr_zero(e);
    const uint64_t at = to.at[lane];
    for (uint64_t h = at * 0x9e3779b97f4a7c15ull >> 56;; h = (h + 1) & 255) {
      const int other = table[h];
      if (other < 0) {
        table[h] = static_cast<int8_t>(lane);
        break;
      }
      if (to.at[other] != at) continue;
      if (!same_data(rows, site.access, lane, other)) return {other, lane};
      break;
    }
  }
  return {};
}

void race_lanes_lds(Wave& w, const Op* op, RaceWatch& watch, const LaneAddresses& to, uint64_t lanes, int element) {
  const RaceSite& site = race_site(op);
  if (site.kind == RaceKind::write)
    if (LanePair pair = clashing_lanes(w, op, site, to, lanes, element)) report_lane_clash(w, op, pair, true, to.at[pair.other]);
  if (watch.lds.waves() == 1) return;
  uint64_t last = ~0ull;
  for (uint64_t e = site.kind == RaceKind::lock ? 0 : lanes; e; e &= e - 1) {
    const int lane = std::countr_zero(e);
    if (to.at[lane] == last) continue;
    last = to.at[lane];
    touch_lane(w, op, watch, static_cast<uint32_t>(last), lane);
  }
  if (site.publishes) learn_and_publish(w, watch, site, to, lanes);
}

// A wave that is alone can only meet itself, and lanes side by side do not. A load that goes past the cache meets nobody,
// and learns nothing in LDS.
bool race_rows_lds(Wave& w, const Op* op, RaceWatch& watch, uint32_t offset) {
  const RaceSite& site = race_site(op);
  if (site.publishes) return false;
  if (site.kind == RaceKind::lock) return true;
  if (watch.lds.waves() > 1)
    return touch_runs(w, op, watch, site, offset) || (site.kind == RaceKind::read && touch_aligned(w, op, watch, site, offset));
  return site.kind != RaceKind::write ||
         LaneRuns(w.v[op->a.index].lane, w.exec(), site.access.bytes, false).apart(site.access.bytes);
}

const Op* race_lds(Wave& w, const Op* op) {
  const RaceSite& site = race_site(op);
  if (w.exec() == 0) return op + 1;
  RaceWatch& watch = race_watch(w, site);
  const Access& a = site.access;
  if (watch.lds.waves() == 1 && site.kind != RaceKind::write) return op + 1;
  LaneAddresses to;
  for (int element = 0; element < a.elements; ++element) {
    const uint32_t offset = static_cast<uint32_t>(element ? op->imm1 : op->imm) * a.scale;
    if (!a.masked_lane && op->a.kind == Src::Kind::vector) {
      if (race_rows_lds(w, op, watch, offset)) continue;
      if (site.publishes && !site.learns && touch_aligned(w, op, watch, site, offset)) {
        if (is_sequence<0>(w, w.v[op->a.index].lane, first_active(w)))
          watch.lds.publish(w.id_in_group, w.v[op->a.index].lane[first_active(w)] + offset);
        continue;
      }
    }
    lane_addresses(w, *op, a, element, to);
    race_lanes_lds(w, op, watch, to, to.active, element);
  }
  return op + 1;
}

}  // namespace wavelift::soft::WAVE
