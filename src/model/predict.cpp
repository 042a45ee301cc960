#include "model/constants.h"
#include "model/model.h"
#include "hardware/limits.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace wavelift::model {

namespace {

using hardware::Key;
using hardware::Spec;

double norm(std::initializer_list<double> all) {
  double sum = 0;
  for (double t : all) sum += std::pow(std::max(0.0, t), kNorm);
  return std::pow(sum, 1 / kNorm);
}

// A card as the equations need it; cycles are of its peak clock.
class Card {
public:
  explicit Card(const Spec& s)
      : spec(s), nvidia(s.vendor == hardware::Vendor::nvidia), gcn(s.number(Key::wave_size) == 64), units(s.number(Key::compute_units)), simds(s.number(Key::simds_per_cu)),
        hertz(s.number(Key::clock_mhz) * 1e6), lanes(gcn ? 16 : 32) {}

  double latency(Key key, double otherwise) const { return spec.get(key).value_or(otherwise); }
  // Bytes a second, of reads and writes together.
  double bandwidth() const {
    if (auto copy = spec.get(Key::copy_gbs)) return *copy * 1e9;
    return spec.number(Key::memory_gbs) * 1e9 * kAchievedBandwidth;
  }
  // Operations a second, dense; 0: the card has no such unit.
  double matrix_rate(MatrixType t) const {
    constexpr Key keys[] = {Key::fp64_matrix_tflops, Key::fp32_matrix_tflops, Key::fp16_matrix_tflops, Key::bf16_matrix_tflops, Key::fp8_matrix_tflops, Key::int8_matrix_tops};
    const double peak = spec.number(keys[static_cast<size_t>(t)]) * 1e12;
    return peak * spec.get(Key::matrix_clock_mhz).value_or(spec.number(Key::clock_mhz)) / spec.number(Key::clock_mhz);
  }

  const Spec& spec;
  const bool nvidia, gcn;        // gcn: and CDNA, which issue a wave of 64 in four cycles
  const double units, simds, hertz, lanes;
};

// Cycles that one workgroup takes of each part of a compute unit.
struct GroupCycles {
  double simd = 0, matrix = 0, lds = 0, l1 = 0, fill = 0;
  double latency = 0;            // of a workgroup that is alone
};

// Cycles of one SIMD for the vector instructions of a workgroup.
double vector_cycles(const Work& w, const Card& c) {
  const IssueCost& cost = c.nvidia ? kNvidiaIssue : kAmdIssue;
  // A wave of the counted size, in passes of the card's lanes.
  const double pass = w.wave_size / c.lanes;
  const double f64 = std::max(1.0, c.spec.number(Key::fp32_tflops) / std::max(0.01, c.spec.number(Key::fp64_tflops)) / (c.spec.name.starts_with("gfx11") ? 2 : 1));
  const double f32 = w.of(Class::f32) + (c.nvidia ? w.second : 0);
  const double integer = w.of(Class::integer) * cost.integer, move = w.of(Class::move) * cost.move, convert = w.of(Class::convert) * cost.convert,
               transcendental = w.of(Class::transcendental) * cost.transcendental, doubles = w.of(Class::f64) * f64, half = w.of(Class::half);
  if (!c.nvidia) return pass * (f32 + half + integer + move + convert + transcendental + doubles);
  // Each of its pipes takes an instruction when it is free, and the scheduler gives out one a cycle.
  const double issue = w.instructions() + w.second;
  return pass * std::max(issue, norm({f32 + half, integer + move, convert, transcendental, doubles}));
}

// Bytes that a workgroup reads from the L2.
double missed_bytes(const Work& w) {
  double unique = 0;
  for (const Footprint& f : w.footprints) unique += f.read_bytes;
  return std::max(unique, (w.sectors - w.store_sectors) * 32 * (1 - w.l1_hits));
}

GroupCycles cycles_of(const Work& w, const Card& c, double l2_hits) {
  GroupCycles g;
  const double simds = std::min(c.simds, std::max(1.0, std::ceil(w.threads / w.wave_size)));
  g.simd = vector_cycles(w, c) / c.simds;
  for (size_t t = 0; t < kMatrixTypes; ++t) {
    if (w.matrix_flops[t] == 0) continue;
    double rate = c.matrix_rate(static_cast<MatrixType>(t));
    if (rate == 0) rate = c.spec.number(Key::fp32_tflops) * 1e12;
    g.matrix += w.matrix_flops[t] / (rate / c.units / c.hertz);
  }
  g.lds = w.lds_cycles * 128 / c.spec.get(Key::lds_bytes_per_clock).value_or(128);
  // A line a cycle; the data of a request that hits come in pieces of the L1's width.
  g.l1 = c.gcn ? std::max(kGcnAddressCycles * w.requests, w.lines64) : std::max(w.lines128, w.requests);
  if (c.nvidia) g.l1 = std::max(g.l1, w.sectors / 4) + g.lds + w.local_cycles;   // one path for all
  g.fill = missed_bytes(w) / c.spec.get(Key::l1_bytes_per_clock).value_or(kFillBytesPerClock);

  // Alone: its start, what its waits do not hide, and its own work on as many SIMDs as it has waves for.
  const double waves = std::ceil(w.threads / w.wave_size), each = w.instructions() / waves;
  const double lds = c.latency(Key::lds_latency, kLdsLatency), l1 = c.latency(Key::l1_latency, kL1Latency), l2 = c.latency(Key::l2_latency, kL2Latency),
               memory = c.latency(Key::memory_latency, kMemoryLatency);
  const double dependent = (c.nvidia ? kNvidiaDependent : c.gcn ? kAmdDependent : kRdnaDependent) / (c.gcn ? 1 : kIndependent);
  const double per_instruction = std::max(w.stall > 0 ? w.stall : dependent, each > 0 ? vector_cycles(w, c) / simds / each : 0);
  g.latency = kGroupStart;
  for (const Wait& x : w.waits) {
    const double miss = l2_hits * l2 + (1 - l2_hits) * memory;
    const double takes = x.kind == Wait::Kind::lds ? lds : x.kind == Wait::Kind::scalar ? l1 : x.l1_hits * l1 + (1 - x.l1_hits) * miss;
    g.latency += x.times * std::max(0.0, takes - x.issued * per_instruction);
  }
  g.latency += std::max({each * per_instruction, g.lds, g.matrix}) + w.of(Class::barrier) / waves * kBarrierCycles;
  return g;
}

using Extent = std::array<double, 3>;

// Bytes of a buffer, of which a workgroup touches `bytes`, that a block of neighbouring workgroups touches: each neighbour brings what is new to it.
double together(const Footprint& f, const Extent& block, double bytes) {
  double all = bytes;
  for (size_t d = 0; d < 3; ++d) all *= 1 + (block[d] - 1) * f.fresh[d];
  return f.span > 0 ? std::min(all, std::max(bytes, f.span * 1.1)) : all;
}

// What goes to and comes from memory in the whole launch. Workgroups start in the order x, y, z, `at_once` at a time. What neighbours in one direction share
// is read once where the L2 can hold all that is touched from the one to the other; else once a round of those that run at the same time.
double memory_bytes(const Work& w, const Card& c, double at_once) {
  if (!w.footprints_known) return w.dram_bytes;
  const double l2 = c.spec.number(Key::l2_kib) * 1024 * std::max(1.0, c.spec.number(Key::dies));
  Extent round = {1, 1, 1}, before = {1, 1, 1};
  std::array<bool, 3> kept{};
  double left = std::max(1.0, at_once);
  for (size_t d = 0; d < 3; ++d) {
    round[d] = std::clamp(left, 1.0, w.grid[d]);
    left /= round[d];
    double between = 0;          // touched from a workgroup to its neighbour in d
    for (const Footprint& f : w.footprints) between += together(f, before, f.read_bytes) + together(f, before, f.written_bytes);
    kept[d] = between <= l2;
    before[d] = w.grid[d];
  }
  double bytes = 0;
  for (const Footprint& f : w.footprints) {
    const double once = together(f, w.grid, f.read_bytes);
    double read = f.read_bytes;
    for (size_t d = 0; d < 3; ++d)
      read *= kept[d] ? 1 + (w.grid[d] - 1) * f.fresh[d] : w.grid[d] / round[d] * (1 + (round[d] - 1) * f.fresh[d]);
    const bool all_kept = kept[0] && kept[1] && kept[2];
    bytes += (all_kept ? once : std::max(once, read)) + together(f, w.grid, f.written_bytes);
  }
  return bytes;
}

struct Confidence {
  double value = 1;
  std::vector<std::string> doubts;
  void less(double factor, std::string why) {
    value *= factor;
    doubts.push_back(std::move(why));
  }
};

}  // namespace

Prediction predict(const Work& w, const Spec& spec, const Width& width) {
  const Card c(spec);
  Confidence sure;
  hardware::KernelNeeds needs;
  needs.vgprs = w.vgprs;
  needs.agprs = w.agprs;
  needs.sgprs = w.sgprs;
  needs.lds = w.lds_bytes;
  needs.threads = static_cast<int>(w.threads);
  needs.wave_size = c.nvidia ? 32 : w.wave_size;
  const hardware::Target target = hardware::target_of(spec);
  const hardware::Limits limits = hardware::limits_of(spec);
  const hardware::Occupancy o = hardware::occupancy(target, limits, needs);

  Prediction p;
  p.kernel = w.kernel;
  p.occupancy_limiter = o.limiter;
  p.waves_per_simd = o.waves_per_simd;
  p.groups_per_unit = o.groups_per_unit;
  if (o.groups_per_unit == 0) {
    p.groups_per_unit = 1;
    sure.less(0, fmt::format("a workgroup needs more {} than the card has", o.limiter));
  }
  const double cus = limits.cus_per_unit, units = c.units / cus, groups = w.groups();
  // Resident on a unit at once: no more than there are.
  const double resident = std::min<double>(p.groups_per_unit, std::max(1.0, std::ceil(groups / units)));
  const double at_once = std::min(groups, resident * units);
  const double bytes = memory_bytes(w, c, at_once);
  const double l2_bytes = groups * (missed_bytes(w) + w.store_sectors * 32);
  // A slice is as long busy with a request for a part of a line as with one for all of it.
  const double l2_busy = std::max(l2_bytes, groups * ((w.lines128 - w.store_lines) * (1 - w.l1_hits) + w.store_lines) * 128);
  const double l2_hits = l2_bytes > 0 ? std::clamp(1 - bytes / l2_bytes, 0.0, 1.0) : 1;

  const GroupCycles g = cycles_of(w, c, l2_hits);
  // `n` workgroups side by side on a unit of `cus` compute units.
  auto round = [&](double n) {
    if (n <= 0) return 0.0;
    const double share = n / cus;
    return norm({share * g.simd, share * g.matrix, share * g.lds, share * g.l1, share * g.fill, g.latency});
  };
  const double each = std::ceil(groups / units);                 // workgroups that the busiest unit gets
  const double full = std::floor(each / resident), rest = each - full * resident;
  const double cycles = full * round(resident) + round(rest);
  p.rounds = each / resident;
  p.instructions = groups * (w.instructions() + (c.nvidia && !w.native ? w.second : 0));

  // The whole card.
  const double in_units = cycles / c.hertz;
  double l2_s = 0;
  if (auto rate = spec.get(Key::l2_bytes_per_clock)) l2_s = l2_busy / (*rate * std::max(1.0, spec.number(Key::dies)) * c.hertz);
  else sure.less(kDoubtRate, "the card's L2 bandwidth is not known");
  const double memory_s = bytes / c.bandwidth();
  double mall_s = 0;
  if (auto rate = spec.get(Key::mall_gbs)) mall_s = l2_bytes * (1 - l2_hits) / (*rate * 1e9);
  // A line is in one slice of the L2: few lines keep few slices busy.
  double written_lines = 0;
  for (const Footprint& f : w.footprints) written_lines += f.written_bytes > 0 ? f.span / 128 : 0;
  const double slices = spec.get(Key::l2_bytes_per_clock).value_or(2048) / kSliceBytesPerClock;
  const double atomics_s = groups * w.atomic_lanes * kAtomicCycles / (w.footprints_known ? std::clamp(written_lines, 1.0, slices) : slices) / c.hertz;
  const double launch_s = kLaunchSeconds;
  p.seconds = norm({in_units, l2_s, mall_s, memory_s, atomics_s}) + launch_s;

  const double all = groups / units / cus / c.hertz;
  auto add = [&](std::string_view name, double s) {
    if (s > 0) p.bounds.push_back({name, s});
  };
  add("simd", g.simd * all);
  add("matrix", g.matrix * all);
  add("lds", g.lds * all);
  add("l1", g.l1 * all);
  add("fill", g.fill * all);
  add("l2", l2_s);
  add("mall", mall_s);
  add("memory", memory_s);
  add("atomics", atomics_s);
  add("latency", (full + (rest > 0)) * g.latency / c.hertz);
  add("launch", launch_s);
  std::ranges::sort(p.bounds, std::ranges::greater{}, &Bound::seconds);
  p.limiter = p.bounds.front().name;

  if (!spec.verified) sure.less(kDoubtUnverified, fmt::format("the figures of {} are not verified: orderings only", spec.name));
  if (!w.dynamic) sure.less(kDoubtStatic, "it did not run: how often its loops go round is not known, each is counted once");
  if (!w.native) sure.less(kDoubtForeign, fmt::format("the instructions counted are {}'s, not {}'s", w.arch, spec.arch));
  if (!w.footprints_known && w.sampled) sure.less(kDoubtCaches, "what workgroups share in caches is not known");
  if (w.atomic_turns > 2 * w.of(Class::atomic)) sure.less(kDoubtAtomics, "atomics meet on few addresses");
  if (p.bounds.size() > 1 && p.bounds[1].seconds > 0.9 * p.bounds[0].seconds)
    sure.less(kDoubtTie, fmt::format("{} and {} are within 10 %", p.bounds[0].name, p.bounds[1].name));
  // A granule more or less of registers, and the occupancy is another.
  for (const int step : {-target.vgpr_granule, target.vgpr_granule}) {
    auto near = needs;
    near.vgprs = std::max(1, needs.vgprs + step);
    if (hardware::occupancy(target, limits, near).groups_per_unit != o.groups_per_unit) {
      sure.less(kDoubtStep, "a few registers more or less change how many workgroups are resident");
      break;
    }
  }
  const bool measured = spec.get(Key::copy_gbs).has_value();
  if (!measured) sure.less(kDoubtUnmeasured, "no card of this kind was measured");
  const double factor = width.factor > 1 ? width.factor : measured ? kWidthMeasured : kWidthUnmeasured;
  p.low = p.seconds / factor;
  p.high = p.seconds * factor;
  p.confidence = sure.value;
  p.doubts = std::move(sure.doubts);
  return p;
}

Prediction total(const std::vector<Prediction>& launches) {
  Prediction sum;
  if (launches.empty()) return sum;
  sum.confidence = 1;
  double longest = -1;
  for (const Prediction& p : launches) {
    sum.seconds += p.seconds;
    sum.low += p.low;
    sum.high += p.high;
    sum.instructions += p.instructions;
    sum.confidence = std::min(sum.confidence, p.confidence);
    for (const Bound& b : p.bounds) {
      auto it = std::ranges::find(sum.bounds, b.name, &Bound::name);
      if (it == sum.bounds.end()) sum.bounds.push_back(b);
      else it->seconds += b.seconds;
    }
    for (const std::string& d : p.doubts)
      if (std::ranges::find(sum.doubts, d) == sum.doubts.end()) sum.doubts.push_back(d);
    if (p.seconds > longest) {
      longest = p.seconds;
      sum.kernel = p.kernel;
      sum.groups_per_unit = p.groups_per_unit;
      sum.waves_per_simd = p.waves_per_simd;
      sum.occupancy_limiter = p.occupancy_limiter;
      sum.rounds = p.rounds;
    }
  }
  std::ranges::sort(sum.bounds, std::ranges::greater{}, &Bound::seconds);
  sum.limiter = sum.bounds.empty() ? std::string_view() : sum.bounds.front().name;
  return sum;
}

}  // namespace wavelift::model
