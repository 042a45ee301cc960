// Races in global memory: each access is compared with, and added to, RaceShadow.
#include "soft/isa/memory.h"
#include "soft/isa/vmem_address.h"
#include "soft/observe/wave/lane_runs.h"
#include "soft/observe/wave/race.h"
#include <algorithm>

namespace wavelift::soft::WAVE {

namespace {

// Races that one access found, reported when no chunk is held any more.
struct Found {
  struct One {
    RaceRecord record;
    uint32_t units;
    uint64_t base;
    uint32_t unit;
  };
  static constexpr int kMost = 4;
  int count = 0;
  One one[kMost];
  void add(const RaceRecord& r, uint32_t units, uint64_t base, uint32_t unit) {
    if (count < kMost) one[count++] = {r, units, base, unit};
  }
};

// What other launches left in a chunk is forgotten.
void prepare(RaceChunk& c, uint32_t launch) {
  if (c.launch == launch) return;
  c.launch = launch;
  c.has_variables = false;
  c.records.count = 0;
  c.more = nullptr;
  c.dwords = nullptr;
}

// One wave's access as its chunks see it.
class Toucher {
public:
  Toucher(Wave& w, const Op* op, RaceWatch& watch)
      : w_(w), op_(op), watch_(watch), site_(race_site(op)), by_(watch.now(w.id_in_group)), shadow_(RaceShadow::get()),
        keep_all_(watch.launch.sync.any()) {}
  ~Toucher() {
    for (int i = 0; i < found_.count; ++i)
      report_global_race(w_, op_, watch_, found_.one[i].record, found_.one[i].units, found_.one[i].base, found_.one[i].unit);
  }
  Toucher(const Toucher&) = delete;
  Toucher& operator=(const Toucher&) = delete;

  // What is before this access.
  auto ordered() {
    return [this](const RaceRecord& r) {
      if (r.task - watch_.first_task < watch_.launch.waves && RaceTime::interval(r.time) < watch_.interval) return true;
      return keep_all_ && watch_.launch.sync.ordered(r, by_);
    };
  }

  // Bytes [at, at + size), of which `per_lane` are each lane's, the first ones those of `lane`. One lane when it is 0.
  void run(uint64_t at, uint64_t size, uint32_t per_lane, int lane) {
    const uint64_t end = at + size;
    uint64_t p = at;
    if (p & 3) {
      const uint64_t stop = std::min(end, (p | 3) + 1);
      bytes(p, stop, lane);
      p = stop;
    }
    const uint64_t whole = end & ~3ull;
    while (p < whole) {
      const uint64_t base = p & ~uint64_t{kRaceChunk - 1}, stop = std::min(whole, base + kRaceChunk);
      const int unit = static_cast<int>((p - base) / 4), units = static_cast<int>((stop - p) / 4);
      chunk(base, mask_of(unit, units), lanes_of(p - at, per_lane, lane, unit));
      p = stop;
    }
    if (p < end) bytes(p, end, per_lane ? lane + static_cast<int>((p - at) / per_lane) : lane);
  }

  void chunk(uint64_t base, uint32_t mask, RaceLane lanes) {
    RaceChunk& c = shadow_.chunk(base);
    RaceLock lock(c, false);
    prepare(c, watch_.launch.number);
    const RaceRecord t{by_.task, by_.time, RaceRecord::pack(site_.number, site_.kind, lanes), mask};
    if (!c.dwords) {
      const auto found = [&](const RaceRecord& r, uint32_t units) { found_.add(r, units, base, 4); };
      const auto touch = [&](auto& records) {
        return records.touch(t, watch_.first_task, watch_.launch.waves, keep_all_, ordered(), found);
      };
      if (!c.more && touch(c.records)) return;
      if (!c.more && (c.more = shadow_.take_more())) c.more->take_over(c.records);
      if (c.more && touch(*c.more)) return;
      if (!split(c)) {
        if (c.more) c.more->replace(t);
        else c.records.replace(t);
        return;
      }
    }
    for (uint32_t m = mask; m; m &= m - 1) {
      const int unit = std::countr_zero(m);
      dword(c, base, unit, 0xf, of_unit(lanes, unit));
    }
  }

  // Some bytes of one dword.
  void bytes(uint64_t at, uint64_t end, int lane) {
    const uint64_t base = at & ~uint64_t{kRaceChunk - 1};
    RaceChunk& c = shadow_.chunk(base);
    RaceLock lock(c, false);
    prepare(c, watch_.launch.number);
    if (!c.dwords && !split(c)) return;
    dword(c, base, static_cast<int>((at - base) / 4), mask_of(at & 3, static_cast<int>(end - at)), {RaceLane::same, lane});
  }

private:
  static uint32_t mask_of(uint64_t from, int count) { return (count >= 32 ? ~0u : (1u << count) - 1) << from; }

  // The lanes of the dwords from `unit` of a chunk on; `done` bytes of the run lie before it.
  static RaceLane lanes_of(uint64_t done, uint32_t per_lane, int lane, int unit) {
    const int dwords = static_cast<int>(done / 4), bytes = static_cast<int>(done);
    switch (per_lane) {
    case 1: return {RaceLane::four_lanes, lane + bytes - 4 * unit};
    case 2: return {RaceLane::two_lanes, lane + bytes / 2 - 2 * unit};
    case 4: return {RaceLane::one, lane + dwords - unit};
    case 8:
    case 12:
    case 16: {
      const int spread = static_cast<int>(per_lane) / 4;
      return {static_cast<uint32_t>(spread), spread * lane + dwords - unit};
    }
    default: return {RaceLane::same, per_lane ? lane + bytes / static_cast<int>(per_lane) : lane};
    }
  }

  // Gives each dword records of its own, stores first.
  bool split(RaceChunk& c) {
    c.dwords = shadow_.take_dwords();
    if (!c.dwords) return false;
    const RaceRecord* records = c.more ? c.more->record : c.records.record;
    const int count = c.more ? c.more->count : c.records.count;
    for (const bool store : {true, false})
      for (int i = 0; i < count; ++i) {
        const RaceRecord& r = records[i];
        if ((r.kind() == RaceKind::write) != store) continue;
        for (uint32_t m = r.mask; m; m &= m - 1) {
          const int unit = std::countr_zero(m);
          auto& d = c.dwords[unit];
          if (d.count == 3) continue;
          const RaceLane lanes = r.lanes();
          d.record[d.count++] = {r.task, r.time, RaceRecord::pack(r.site(), r.kind(), of_unit(lanes, unit)), 0xf};
        }
      }
    return true;
  }

  static RaceLane of_unit(RaceLane lanes, int unit) {
    return {lanes.is_exact() ? RaceLane::same : RaceLane::some, lanes.lane(unit)};
  }

  void dword(RaceChunk& c, uint64_t base, int unit, uint32_t mask, RaceLane lane) {
    const RaceRecord t{by_.task, by_.time, RaceRecord::pack(site_.number, site_.kind, lane), mask};
    const auto found = [&](const RaceRecord& r, uint32_t units) {
      found_.add(r, units, base + 4 * static_cast<uint64_t>(unit), 1);
    };
    auto& d = c.dwords[unit];
    if (!d.touch(t, watch_.first_task, watch_.launch.waves, keep_all_, ordered(), found)) d.replace(t);
  }

  Wave& w_;
  const Op* op_;
  RaceWatch& watch_;
  const RaceSite& site_;
  const RacePoint by_;
  RaceShadow& shadow_;
  const bool keep_all_;
  Found found_;
};

// Before a store or an atomic that comes after a fence a new time begins: what came before the fence is published by it.
void begin_release(RaceWatch& watch, uint32_t wave) {
  auto& p = watch.wave[wave];
  if (!p.fenced) return;
  p.fenced = false;
  ++p.releases;
}

// Atomics that may stand for something else than a sum over many places.
bool is_signal(const RaceSite& site, uint64_t lanes, const LaneAddresses& to) {
  if (site.learns) return true;
  const int first = std::countr_zero(lanes);
  for (uint64_t e = lanes; e; e &= e - 1)
    if (to.at[std::countr_zero(e)] != to.at[first]) return std::popcount(lanes) <= 2;
  return true;
}

void publish(RaceWatch& watch, const RaceSite& site, uint32_t wave, uint64_t lanes, const LaneAddresses& to) {
  const RacePoint by = watch.now(wave);
  if ((watch.launch.waves == 1 && RaceTime::releases(by.time) == 0) || !is_signal(site, lanes, to)) return;
  uint64_t last = 0;
  for (uint64_t e = lanes; e; e &= e - 1) {
    const uint64_t at = to.at[std::countr_zero(e)];
    if (at == last) continue;
    last = at;
    {
      RaceChunk& c = RaceShadow::get().chunk(at);
      RaceLock lock(c, false);
      prepare(c, watch.launch.number);
      c.has_variables = true;
    }
    watch.launch.sync.publish(at, by);
  }
}

// What the lanes of one access do to one chunk.
struct ChunkPart {
  uint64_t base;
  uint32_t mask;             // the dwords
  int8_t lane_of[32];        // of each of them

  void add(uint32_t dwords, int lane) {
    for (uint32_t m = dwords & ~mask; m; m &= m - 1) lane_of[std::countr_zero(m)] = static_cast<int8_t>(lane);
    mask |= dwords;
  }
  RaceLane lanes() const {
    const int first = std::countr_zero(mask), lane = lane_of[first];
    uint32_t m = mask & (mask - 1);
    while (m && lane_of[std::countr_zero(m)] == lane) m &= m - 1;
    if (!m) return {RaceLane::same, lane};
    const int second = std::countr_zero(m);
    const RaceLane order = RaceLane::through(first, lane, second, lane_of[second]);
    for (uint32_t k = mask; k; k &= k - 1)
      if (order.lane(std::countr_zero(k)) != lane_of[std::countr_zero(k)]) return {RaceLane::some, lane};
    return order;
  }
};

// The access lane by lane, all that goes to one chunk together. Chunks are fetched ahead.
void touch_lanes(Toucher& toucher, const LaneAddresses& to, uint64_t lanes, uint32_t bytes) {
  if (bytes % 4) {
    for (uint64_t e = lanes; e; e &= e - 1) toucher.run(to.at[std::countr_zero(e)], bytes, 0, std::countr_zero(e));
    return;
  }
  constexpr int kLookBack = 4;           // parts that a lane may still belong to
  RaceShadow& shadow = RaceShadow::get();
  ChunkPart parts[kLanes];
  int count = 0;
  uint64_t last = ~0ull;
  for (uint64_t e = lanes; e; e &= e - 1) {
    const int lane = std::countr_zero(e);
    const uint64_t at = to.at[lane], base = at & ~uint64_t{kRaceChunk - 1};
    if (at == last) continue;
    last = at;
    if (at & 3 || ((at + bytes - 1) & ~uint64_t{kRaceChunk - 1}) != base) {
      toucher.run(at, bytes, 0, lane);
      continue;
    }
    const uint32_t dwords = (bytes >= 128 ? ~0u : (1u << bytes / 4) - 1) << static_cast<int>(at - base) / 4;
    int i = count - 1;
    while (i >= 0 && i >= count - kLookBack && parts[i].base != base) --i;
    if (i < 0 || i < count - kLookBack) {
      i = count++;
      parts[i].base = base;
      parts[i].mask = 0;
      __builtin_prefetch(&shadow.chunk(at), 1);
    }
    parts[i].add(dwords, lane);
  }
  for (int i = 0; i < count; ++i)
    if (const auto* more = shadow.chunk(parts[i].base).more) __builtin_prefetch(more, 1);
  for (int i = 0; i < count; ++i) toucher.chunk(parts[i].base, parts[i].mask, parts[i].lanes());
}

// A store whose lanes may meet.
void check_clash(Wave& w, const Op* op, const RaceSite& site, const LaneAddresses& to, uint64_t lanes) {
  if (site.kind != RaceKind::write) return;
  if (LanePair pair = clashing_lanes(w, op, site, to, lanes, 0)) report_lane_clash(w, op, pair, false, to.at[pair.other]);
}

// An access whose lanes are few runs of lanes side by side; false when they are not.
bool touch_runs(Wave& w, const Op* op, RaceWatch& watch, const RaceSite& site) {
  const Access& a = site.access;
  if (op->a.kind != Src::Kind::vector) return false;
  const Src& saddr = a.kind == Access::Kind::load ? op->b : op->c;
  uint64_t base = static_cast<uint64_t>(static_cast<int64_t>(op->imm));
  const uint32_t* row = w.v[op->a.index].lane;
  if (a.space == Space::flat || saddr.kind == Src::Kind::none) {
    const int first = first_active(w);
    if (!is_sequence<0>(w, row + kLanes, first)) return false;
    base += static_cast<uint64_t>(row[kLanes + first]) << 32;
  } else {
    base += scalar64(w, saddr);
  }
  const bool store = site.kind == RaceKind::write;
  const LaneRuns runs(row, w.exec(), a.bytes, !store);
  if (store ? !runs.apart(a.bytes) : !runs.inside(a.bytes)) return false;
  Toucher toucher(w, op, watch);
  for (int i = 0; i < runs.count; ++i) {
    const LaneRun& r = runs.run[i];
    toucher.run(base + r.at, uint64_t{r.count} * a.bytes, a.bytes, r.lane);
  }
  return true;
}

}  // namespace

void race_lanes_global(Wave& w, const Op* op, RaceWatch& watch, const LaneAddresses& to, uint64_t lanes) {
  if (!lanes || watch.silent) return;
  const RaceSite& site = race_site(op);
  if (site.kind != RaceKind::read) begin_release(watch, w.id_in_group);
  check_clash(w, op, site, to, lanes);
  if (site.kind != RaceKind::lock) {
    Toucher toucher(w, op, watch);
    touch_lanes(toucher, to, lanes, site.access.bytes);
  }
  if (site.publishes) publish(watch, site, w.id_in_group, lanes, to);
  if (site.learns) watch.addresses = to, watch.addresses.active = lanes;
}

const Op* race_global(Wave& w, const Op* op) {
  const RaceSite& site = race_site(op);
  RaceWatch& watch = race_watch(w, site);
  if (site.learns) watch.addresses.active = 0;
  if (w.exec() == 0) return op + 1;
  const Access& a = site.access;
  if (a.space == Space::global && (site.kind == RaceKind::read || site.kind == RaceKind::write) && !site.learns) {
    if (watch.silent) return op + 1;
    if (site.kind == RaceKind::write) begin_release(watch, w.id_in_group);
    if (touch_runs(w, op, watch, site)) return op + 1;
  } else if (a.space == Space::buffer) {
    const bool load = a.kind == Access::Kind::load;
    if (!(op->flags & kIdxen) && BufferDescriptor(w, load ? op->b.index : op->c.index).is_scratch()) return op + 1;
  }
  LaneAddresses to;
  lane_addresses(w, *op, a, 0, to);
  race_lanes_global(w, op, watch, to, to.active & ~(to.scratch | to.lds));
  return op + 1;
}

// Arguments, packet and queue are the launch's own.
const Op* race_scalar(Wave& w, const Op* op) {
  const RaceSite& site = race_site(op);
  RaceWatch& watch = race_watch(w, site);
  if (watch.silent || w.exec() == 0) return op + 1;
  LaneAddresses to;
  lane_addresses(w, *op, site.access, 0, to);
  const auto& arguments = watch.launch.state.kernarg;
  const auto begin = reinterpret_cast<uint64_t>(arguments.data());
  if (to.at[0] - begin < arguments.size()) return op + 1;
  Toucher(w, op, watch).run(to.at[0], site.access.bytes, 0, first_active(w));
  return op + 1;
}

// Lanes that all go to one place are like an access of that place alone.
const Op* race_flat(Wave& w, const Op* op) {
  const RaceSite& site = race_site(op);
  RaceWatch& watch = race_watch(w, site);
  if (site.learns) watch.addresses.active = 0;
  if (w.exec() == 0) return op + 1;
  const int first = first_active(w);
  const uint32_t* high = w.v[op->a.index + 1].lane;
  if (is_sequence<0>(w, high, first)) {
    if (high[first] == kPrivateApertureHi) return op + 1;
    if (high[first] == kSharedApertureHi) {
      if (race_rows_lds(w, op, watch, static_cast<uint32_t>(op->imm))) return op + 1;
    } else if (!site.publishes && !site.learns) {
      if (watch.silent) return op + 1;
      if (site.kind == RaceKind::write) begin_release(watch, w.id_in_group);
      if (touch_runs(w, op, watch, site)) return op + 1;
    }
  }
  LaneAddresses to;
  lane_addresses(w, *op, site.access, 0, to);
  race_lanes_global(w, op, watch, to, to.active & ~(to.scratch | to.lds));
  if (to.lds) race_lanes_lds(w, op, watch, to, to.lds, 0);
  return op + 1;
}

// What the lanes have read is there now, so whoever published it has done so.
const Op* race_learn(Wave& w, const Op* op) {
  const RaceSite& site = race_site(op);
  RaceWatch& watch = race_watch(w, site);
  const RacePoint by = watch.now(w.id_in_group);
  const uint32_t waves = watch.launch.waves;
  const auto learn_in_group = [&](uint32_t siblings) {
    for (uint32_t m = siblings; m; m &= m - 1) watch.lds.learn_from(w.id_in_group, static_cast<uint32_t>(std::countr_zero(m)));
  };
  uint64_t last = 0;
  for (uint64_t e = watch.addresses.active; e; e &= e - 1) {
    const uint64_t at = watch.addresses.at[std::countr_zero(e)];
    if (at / 4 == last / 4) continue;
    last = at;
    RacePoint from[3];
    int count = 0;
    bool variables = false;
    {
      RaceChunk& c = RaceShadow::get().chunk(at);
      RaceLock lock(c, false);
      if (c.launch != watch.launch.number) continue;
      variables = c.has_variables;
      const int unit = static_cast<int>(at & (kRaceChunk - 1)) / 4;
      const uint32_t unit_mask = c.dwords ? 0xf : 1u << unit;
      const RaceRecord* r = c.dwords ? c.dwords[unit].record : c.more ? c.more->record : c.records.record;
      const int n = c.dwords ? c.dwords[unit].count : c.more ? c.more->count : c.records.count;
      for (int i = 0; i < n && count < 3; ++i)
        if (r[i].kind() == RaceKind::write && r[i].mask & unit_mask && r[i].task != by.task) from[count++] = {r[i].task, r[i].time};
    }
    for (int i = 0; i < count; ++i) {
      const bool sibling = from[i].task - watch.first_task < waves;
      if (!sibling && RaceTime::releases(from[i].time) == 0) continue;   // nothing was fenced before it
      watch.launch.sync.learn_from(from[i], by);
      if (sibling) learn_in_group(1u << (from[i].task - watch.first_task));
    }
    if (variables) learn_in_group(watch.launch.sync.learn(at, by));
  }
  return op + 1;
}

}  // namespace wavelift::soft::WAVE
