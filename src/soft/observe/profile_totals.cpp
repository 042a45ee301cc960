#include "soft/observe/profile_totals.h"
#include <algorithm>

namespace wavelift::soft {

namespace {

constexpr size_t at(Number n) { return static_cast<size_t>(n); }

// Cycles that a SIMD issues one instruction for: 16 lanes a cycle on GCN and CDNA, 32 on RDNA; transcendental operations run
// at a quarter of the rate, f64 at the target's ratio to f32.
double simd_cycles(const CountedSite& s, const hardware::Target& t, int wave_size) {
  const double pass = t.wave_size == 64 ? wave_size / 16.0 : wave_size / 32.0;
  if (s.what.unit == Unit::matrix) {
    // Operations a cycle of a SIMD. From the peak rates of the parts.
    const bool cdna3 = t.name == "gfx942";
    const bool wide = s.what.number == Number::f32 || s.what.number == Number::f64;
    const bool byte = s.what.number == Number::i8 || s.what.number == Number::f8;
    const double rate = wide ? 64 : cdna3 ? (byte ? 1024 : 512) : 256;
    return static_cast<double>(s.what.wave_flops) / rate;
  }
  if (s.what.unit != Unit::valu) return 0;
  if (s.what.arithmetic == Arithmetic::trans) return pass * 4;
  if (s.what.number == Number::f64) return pass * std::max(1.0, t.fp32_tflops / std::max(0.1, t.fp64_tflops));
  return pass;
}

Totals totals_of(const SiteTotals& r, const hardware::Target& target, int wave_size) {
  const CountedSite& s = *r.site;
  const auto n = static_cast<double>(r.executions), lanes = static_cast<double>(r.lanes);
  Totals t;
  t.insts = n;
  const bool load = s.access.kind == Access::Kind::load, atomic = s.access.kind == Access::Kind::atomic;
  switch (s.what.unit) {
  case Unit::valu:
    t.valu = n;
    t.valu_lanes = lanes;
    t.arithmetic[static_cast<size_t>(s.what.arithmetic)][at(s.what.number)] = n;
    t.flops[at(s.what.number)] = lanes * s.what.lane_flops;
    break;
  case Unit::matrix:
    t.matrix = n;
    t.matrix_by_number[at(s.what.number)] = n;
    t.matrix_flops[at(s.what.number)] = n * static_cast<double>(s.what.wave_flops);
    break;
  case Unit::salu: t.salu = n; break;
  case Unit::smem: t.smem = n; break;
  case Unit::vmem: (load ? t.vmem_read : atomic ? t.vmem_atomic : t.vmem_write) = n; break;
  case Unit::flat: t.flat = n; break;
  case Unit::lds: t.lds = n; break;
  case Unit::branch: t.branch = n; break;
  case Unit::barrier: t.barrier = n; break;
  case Unit::wait: t.wait = n; break;
  case Unit::message: t.message = n; break;
  case Unit::other: t.other = n; break;
  }
  const bool vector = s.what.unit == Unit::valu || s.what.unit == Unit::vmem || s.what.unit == Unit::flat || s.what.unit == Unit::lds;
  if (vector) t.lanes = lanes, t.vector_insts = n;
  t.simd_cycles = n * simd_cycles(s, target, wave_size);
  if (!s.access) return t;

  const MemoryCount& m = r.memory;
  auto scaled = [&](uint64_t x) { return static_cast<double>(x) * r.scale; };
  const double bytes = s.access.bytes;
  t.l2_read_lines = static_cast<double>(m.l2_read_lines);
  t.l2_written_lines = static_cast<double>(m.l2_written_lines);
  t.global_requests = s.access.space == Space::scalar ? 0 : scaled(m.global_requests);
  t.sectors = scaled(m.sectors);
  t.lines64 = scaled(m.lines64);
  t.lines128 = scaled(m.lines128);
  if (s.access.space == Space::scalar) {
    t.scalar_bytes = n * bytes;
    t.scalar_lookups = scaled(m.l1_lookups);
    t.scalar_hits = scaled(m.l1_hits);
    t.sectors = t.lines64 = t.lines128 = 0;
    t.l2_read_requests = scaled(m.l2_requests);
    return t;
  }
  t.contiguous = scaled(m.contiguous);
  double global = 0;
  if (s.access.space == Space::global) {
    global = lanes;
  } else if (s.access.space == Space::lds) {
    t.lds_bytes = lanes * bytes * s.access.elements;
  } else {
    global = scaled(m.global_lanes);
    t.lds_bytes = scaled(m.lds_lanes) * bytes;
    t.scratch_bytes = scaled(m.scratch_lanes) * bytes;
  }
  (load ? t.load_bytes : atomic ? t.atomic_bytes : t.store_bytes) = global * bytes;
  t.vector_bytes = global * bytes + t.scratch_bytes;
  t.l1_lookups = scaled(m.l1_lookups);
  t.l1_hits = scaled(m.l1_hits);
  (load ? t.l2_read_requests : atomic ? t.l2_atomic_requests : t.l2_write_requests) = scaled(m.l2_requests);
  t.lds_requests = scaled(m.lds_requests);
  t.lds_cycles = scaled(m.lds_cycles);
  t.lds_conflict_cycles = scaled(m.lds_conflict_cycles);
  t.lds_wide_passes = scaled(m.lds_wide_passes);
  t.lds_paired_passes = scaled(m.lds_paired_passes);
  // The vector L1 takes an instruction's addresses in four cycles and serves a line a cycle.
  if (t.global_requests > 0) t.l1_cycles = std::max(4 * t.global_requests, t.lines64);
  if (atomic) {
    t.atomic_requests = scaled(m.requests);
    t.same_address = scaled(m.same_address);
    t.distinct = scaled(m.distinct);
  }
  return t;
}

void sum(MemoryCount& a, const MemoryCount& b) {
  a.executions += b.executions;
  a.requests += b.requests;
  a.contiguous += b.contiguous;
  a.global_lanes += b.global_lanes;
  a.lds_lanes += b.lds_lanes;
  a.scratch_lanes += b.scratch_lanes;
  a.global_requests += b.global_requests;
  a.sectors += b.sectors;
  a.lines64 += b.lines64;
  a.lines128 += b.lines128;
  a.l1_lookups += b.l1_lookups;
  a.l1_hits += b.l1_hits;
  a.l2_requests += b.l2_requests;
  a.lds_requests += b.lds_requests;
  a.lds_cycles += b.lds_cycles;
  a.lds_conflict_cycles += b.lds_conflict_cycles;
  a.lds_wide_passes += b.lds_wide_passes;
  a.lds_paired_passes += b.lds_paired_passes;
  a.same_address += b.same_address;
  a.distinct += b.distinct;
  a.l2_read_lines += b.l2_read_lines;
  a.l2_written_lines += b.l2_written_lines;
  for (const HotAddress& h : b.hot) {
    if (!h.count) continue;
    auto* same = std::ranges::find_if(a.hot, [&](const HotAddress& x) { return x.count && x.address == h.address; });
    if (same != std::end(a.hot)) {
      same->count += h.count;
      continue;
    }
    auto* least = std::ranges::min_element(a.hot, {}, &HotAddress::count);
    if (least->count < h.count) *least = h;
  }
}

}  // namespace

void Totals::add(const Totals& o) {
  static_assert(sizeof(Totals) % sizeof(double) == 0);
  auto* a = reinterpret_cast<double*>(this);
  auto* b = reinterpret_cast<const double*>(&o);
  for (size_t i = 0; i < sizeof(Totals) / sizeof(double); ++i) a[i] += b[i];
}

std::vector<SiteTotals> site_totals(const KernelProfile& k, int wave_size) {
  const hardware::Target& target = Profile::target(k.arch);
  std::vector<SiteTotals> rows;
  for (const CountedSite& s : k.source.sites) {
    SiteTotals r;
    r.site = &s;
    for (const auto& [thread, table] : k.tables) {
      r.executions += table->segments[s.segment].executions;
      r.lanes += table->segments[s.segment].lanes;
      if (s.memory != CountedSite::kNone) sum(r.memory, table->memory[s.memory]);
    }
    if (r.executions == 0) continue;
    if (r.memory.executions) r.scale = static_cast<double>(r.executions) / static_cast<double>(r.memory.executions);
    r.totals = totals_of(r, target, wave_size);
    rows.push_back(std::move(r));
  }
  std::ranges::sort(rows, {}, [](const SiteTotals& r) { return r.site->address; });
  return rows;
}

}  // namespace wavelift::soft
