// Writes a profile as the document that docs/profile.md describes. Names of hardware counters (SQ_*, TCP_*, TCC_*) and of
// AMD's derived metrics are used only where the meaning is theirs.
#include "soft/observe/footprint.h"
#include "soft/observe/profile_totals.h"
#include <algorithm>
#include <cmath>
#include <llvm/Demangle/Demangle.h>
#include <nlohmann/json.hpp>

namespace wavelift::soft {

namespace {

using Json = nlohmann::ordered_json;

double ratio(double a, double b) { return b > 0 ? a / b : 0; }
// Scaled counts are whole numbers for the reader.
uint64_t whole(double x) { return x > 0 ? static_cast<uint64_t>(std::llround(x)) : 0; }
// Six digits: more mean nothing.
double rounded(double x) {
  if (x == 0 || !std::isfinite(x)) return 0;
  const double scale = std::pow(10.0, 5 - std::floor(std::log10(std::abs(x))));
  return std::round(x * scale) / scale;
}

constexpr size_t at(Number n) { return static_cast<size_t>(n); }
constexpr size_t at(Arithmetic a) { return static_cast<size_t>(a); }

double sum_of(const double (&x)[9]) {
  double s = 0;
  for (double v : x) s += v;
  return s;
}
double total_flops(const Totals& t) {
  double s = sum_of(t.flops);
  for (Number n : {Number::f16, Number::bf16, Number::f32, Number::f64, Number::f8}) s += t.matrix_flops[at(n)];
  return s;
}
double asked_bytes(const Totals& t) { return t.load_bytes + t.store_bytes + t.atomic_bytes + t.scratch_bytes; }

// What lines and instructions show of a kernel's counters: those that are not zero.
Json brief(const Totals& t, int wave_size, int l2_line) {
  Json j;
  auto put = [&](const char* name, double x) {
    if (x > 0) j[name] = whole(x);
  };
  auto put_ratio = [&](const char* name, double a, double b) {
    if (b > 0) j[name] = rounded(a / b);
  };
  put("instructions", t.insts);
  put("valu", t.valu + t.matrix);
  put("salu", t.salu);
  put("smem", t.smem);
  put("vmem", t.vmem_read + t.vmem_write + t.vmem_atomic);
  put("flat", t.flat);
  put("lds", t.lds);
  put("branch", t.branch);
  put("barrier", t.barrier);
  put_ratio("active_lanes_percent", 100 * t.lanes, t.vector_insts * wave_size);
  put("flops", total_flops(t));
  put("requests", t.global_requests);
  put("bytes", asked_bytes(t));
  put_ratio("sectors_per_request", t.sectors, t.global_requests);
  put_ratio("coalescing_percent", std::min(100.0, 100 * ratio(t.vector_bytes, t.sectors * 32)), t.sectors > 0 ? 1 : 0);
  put_ratio("l1_hit_percent", 100 * t.l1_hits, t.l1_lookups);
  put("dram_bytes", (t.l2_read_lines + t.l2_written_lines) * l2_line);
  put("lds_cycles", t.lds_cycles);
  put("lds_conflict_cycles", t.lds_conflict_cycles);
  put_ratio("atomic_lanes_on_one_address", t.same_address, t.atomic_requests);
  put("scratch_bytes", t.scratch_bytes);
  return j;
}

Json counters(const Totals& t, const KernelProfile& k, int l2_line) {
  Json j;
  auto put = [&](const char* name, double x) { j[name] = whole(x); };
  put("SQ_WAVES", static_cast<double>(k.waves));
  put("SQ_INSTS", t.insts);
  put("SQ_INSTS_VALU", t.valu + t.matrix);
  struct Kind {
    const char* name;
    Arithmetic arithmetic;
  };
  struct Type {
    const char* name;
    Number number;
  };
  for (Type n : {Type{"F16", Number::f16}, Type{"F32", Number::f32}, Type{"F64", Number::f64}})
    for (Kind a : {Kind{"ADD", Arithmetic::add}, Kind{"MUL", Arithmetic::mul}, Kind{"FMA", Arithmetic::fma},
                   Kind{"TRANS", Arithmetic::trans}})
      j["SQ_INSTS_VALU_" + std::string(a.name) + "_" + n.name] = whole(t.arithmetic[at(a.arithmetic)][at(n.number)]);
  put("SQ_INSTS_VALU_INT32", t.arithmetic[at(Arithmetic::integer)][at(Number::i32)] + t.arithmetic[at(Arithmetic::integer)][at(Number::i8)]);
  put("SQ_INSTS_VALU_INT64", t.arithmetic[at(Arithmetic::integer)][at(Number::i64)]);
  put("SQ_INSTS_VALU_CVT", sum_of(t.arithmetic[at(Arithmetic::convert)]));
  put("valu_dot_insts", sum_of(t.arithmetic[at(Arithmetic::dot)]));
  put("SQ_INSTS_MFMA", t.matrix);
  for (Type n : {Type{"I8", Number::i8}, Type{"F16", Number::f16}, Type{"BF16", Number::bf16}, Type{"F32", Number::f32},
                 Type{"F64", Number::f64}})
    j["SQ_INSTS_VALU_MFMA_" + std::string(n.name)] = whole(t.matrix_by_number[at(n.number)]);
  put("SQ_INSTS_SALU", t.salu);
  put("SQ_INSTS_SMEM", t.smem);
  put("SQ_INSTS_VMEM_RD", t.vmem_read);
  put("SQ_INSTS_VMEM_WR", t.vmem_write);
  put("vmem_atomic_insts", t.vmem_atomic);
  put("SQ_INSTS_FLAT", t.flat);
  put("SQ_INSTS_LDS", t.lds);
  put("SQ_INSTS_BRANCH", t.branch);
  put("SQ_INSTS_SENDMSG", t.message);
  put("barrier_insts", t.barrier);
  put("wait_insts", t.wait);
  put("other_insts", t.other);
  put("flops_f16", t.flops[at(Number::f16)]);
  put("flops_bf16", t.flops[at(Number::bf16)]);
  put("flops_f32", t.flops[at(Number::f32)]);
  put("flops_f64", t.flops[at(Number::f64)]);
  put("matrix_flops_f8", t.matrix_flops[at(Number::f8)]);
  put("matrix_flops_f16", t.matrix_flops[at(Number::f16)]);
  put("matrix_flops_bf16", t.matrix_flops[at(Number::bf16)]);
  put("matrix_flops_f32", t.matrix_flops[at(Number::f32)]);
  put("matrix_flops_f64", t.matrix_flops[at(Number::f64)]);
  put("matrix_ops_i8", t.matrix_flops[at(Number::i8)]);
  put("requests", t.global_requests);
  put("contiguous_requests", t.contiguous);
  put("load_bytes", t.load_bytes);
  put("store_bytes", t.store_bytes);
  put("atomic_bytes", t.atomic_bytes);
  put("scratch_bytes", t.scratch_bytes);
  put("scalar_bytes", t.scalar_bytes);
  put("lds_bytes", t.lds_bytes);
  put("sectors_32B", t.sectors);
  put("lines_64B", t.lines64);
  put("lines_128B", t.lines128);
  put("l1_lookups", t.l1_lookups);
  put("l1_hits", t.l1_hits);
  put("scalar_cache_lookups", t.scalar_lookups);
  put("scalar_cache_hits", t.scalar_hits);
  put("TCP_TCC_READ_REQ", t.l2_read_requests);
  put("TCP_TCC_WRITE_REQ", t.l2_write_requests);
  put("TCP_TCC_ATOMIC_REQ", t.l2_atomic_requests);
  put("l2_read_misses", t.l2_read_lines);
  put("l2_written_lines", t.l2_written_lines);
  put("dram_read_bytes", t.l2_read_lines * l2_line);
  put("dram_write_bytes", t.l2_written_lines * l2_line);
  put("lds_requests", t.lds_requests);
  put("SQ_LDS_IDX_ACTIVE", t.lds_cycles);
  put("SQ_LDS_BANK_CONFLICT", t.lds_conflict_cycles);
  put("lds_wide_passes", t.lds_wide_passes);
  put("lds_paired_passes", t.lds_paired_passes);
  put("atomic_requests", t.atomic_requests);
  put("atomic_turns", t.same_address);
  put("atomic_addresses", t.distinct);
  return j;
}

Json derived(const Totals& t, const KernelProfile& k, const hardware::Target& target, int wave_size) {
  Json j;
  const auto waves = static_cast<double>(k.waves);
  auto put = [&](const char* name, double x) { j[name] = rounded(x); };
  put("VALUInsts", ratio(t.valu + t.matrix, waves));
  put("SALUInsts", ratio(t.salu, waves));
  put("VFetchInsts", ratio(t.vmem_read, waves));
  put("VWriteInsts", ratio(t.vmem_write + t.vmem_atomic, waves));
  put("SFetchInsts", ratio(t.smem, waves));
  put("FlatVMemInsts", ratio(t.flat, waves));
  put("LDSInsts", ratio(t.lds, waves));
  put("VALUUtilization", 100 * ratio(t.valu_lanes, t.valu * wave_size));
  put("active_lanes", ratio(t.lanes, t.vector_insts));
  put("FetchSize", t.l2_read_lines * target.cache_line / 1024);
  put("WriteSize", t.l2_written_lines * target.cache_line / 1024);
  const double l2_requests = t.l2_read_requests + t.l2_write_requests + t.l2_atomic_requests;
  put("L2CacheHit", l2_requests > 0 ? std::max(0.0, 100 * (1 - t.l2_read_lines / l2_requests)) : 0);
  put("l1_hit_percent", 100 * ratio(t.l1_hits, t.l1_lookups));
  put("sectors_per_request", ratio(t.sectors, t.global_requests));
  put("lines_per_request", ratio(target.cache_line == 128 ? t.lines128 : t.lines64, t.global_requests));
  put("coalescing_percent", std::min(100.0, 100 * ratio(t.vector_bytes, t.sectors * 32)));
  put("bank_conflict_percent", 100 * ratio(t.lds_conflict_cycles, t.lds_cycles));
  put("bank_conflicts_per_access", ratio(t.lds_conflict_cycles, t.lds_requests));
  put("flops", total_flops(t));
  put("flops_per_byte_asked", ratio(total_flops(t), asked_bytes(t)));
  put("flops_per_dram_byte", ratio(total_flops(t), (t.l2_read_lines + t.l2_written_lines) * target.cache_line));
  put("atomic_lanes_on_one_address", ratio(t.same_address, t.atomic_requests));
  return j;
}

// The least time that each part of the GPU needs for the kernel's work, in microseconds, were all units always busy.
Json bounds(const Totals& t, const hardware::Target& target) {
  const double hertz = target.clock_mhz * 1e6, units = target.compute_units;
  Json j;
  auto put = [&](const char* name, double seconds) { j[name] = rounded(seconds * 1e6); };
  put("simd", t.simd_cycles / (units * target.simds_per_cu * hertz));
  put("lds", t.lds_cycles / (units * hertz));
  put("l1", t.l1_cycles / (units * hertz));
  put("dram", (t.l2_read_lines + t.l2_written_lines) * target.cache_line / (target.bandwidth_gbs * 1e9));
  return j;
}

Json resources(const KernelProfile& k, const hardware::Target& target, const hardware::Limits& limits) {
  const Kernel& kernel = k.kernel;
  hardware::KernelNeeds needs;
  needs.vgprs = static_cast<int>(kernel.vgprs);
  needs.agprs = static_cast<int>(kernel.agprs);
  needs.sgprs = static_cast<int>(kernel.sgprs);
  needs.lds = static_cast<int>(kernel.lds_size + k.dynamic_lds);
  needs.threads = static_cast<int>(k.threads.x * k.threads.y * k.threads.z);
  needs.wave_size = static_cast<int>(kernel.wave_size);
  const hardware::Occupancy o = hardware::occupancy(target, limits, needs);
  Json j;
  j["vgprs"] = kernel.vgprs;
  j["agprs"] = kernel.agprs;
  j["sgprs"] = kernel.sgprs;
  j["lds_static_bytes"] = kernel.lds_size;
  j["lds_dynamic_bytes"] = k.dynamic_lds;
  j["scratch_bytes_per_lane"] = kernel.scratch_size;
  j["vgpr_spills"] = kernel.vgpr_spills;
  j["sgpr_spills"] = kernel.sgpr_spills;
  j["waves_per_simd"] = o.waves_per_simd;
  j["max_waves_per_simd"] = target.max_waves_per_simd;
  j["groups_per_unit"] = o.groups_per_unit;
  j["limited_by"] = o.limiter;
  j["waves_per_simd_by"] = {{"waves", o.by_slots}, {"VGPRs", o.by_vgprs}, {"SGPRs", o.by_sgprs}, {"LDS", o.by_lds},
                            {"workgroups", o.by_groups}};
  return j;
}

Json hot_addresses(const MemoryCount& m) {
  std::vector<HotAddress> hot;
  for (const HotAddress& h : m.hot)
    if (h.count) hot.push_back(h);
  std::ranges::sort(hot, std::ranges::greater{}, &HotAddress::count);
  Json j = Json::array();
  for (const HotAddress& h : hot) j.push_back({{"address", h.address}, {"lanes", h.count}});
  return j;
}

Json footprint(const KernelProfile& k) {
  Json j = Json::array();
  for (const BufferFootprint& f : buffer_footprints(k))
    j.push_back({{"argument", f.name}, {"read_bytes", rounded(f.read_bytes)}, {"written_bytes", rounded(f.written_bytes)}, {"lines_128B", rounded(f.lines)},
                 {"fresh", {rounded(f.fresh[0]), rounded(f.fresh[1]), rounded(f.fresh[2])}}, {"span_bytes", rounded(f.span)}});
  return j;
}

Json dim(Dim3 d) { return {d.x, d.y, d.z}; }

Json kernel_json(const KernelProfile& k) {
  const hardware::Target& target = Profile::target(k.arch);
  const hardware::Limits& limits = Profile::limits(k.arch);
  const int wave_size = static_cast<int>(k.kernel.wave_size);
  const std::vector<SiteTotals> rows = site_totals(k, wave_size);
  Totals all;
  std::map<std::pair<std::string, uint32_t>, Totals> by_line;
  for (const SiteTotals& r : rows) {
    all.add(r.totals);
    by_line[{r.site->file, r.site->line}].add(r.totals);
  }
  Json j;
  j["name"] = k.kernel.name;
  j["demangled"] = llvm::demangle(k.kernel.name);
  j["wave_size"] = wave_size;
  j["launches"] = k.launches;
  j["faults"] = k.faults;
  j["workgroups"] = k.groups;
  if (k.executed_groups != k.groups) j["executed_workgroups"] = k.executed_groups;
  j["analysed_workgroups"] = k.analysed_groups.load();
  j["work_items"] = k.work_items;
  j["grid"] = dim(k.blocks);
  j["block"] = dim(k.threads);
  j["sizes_vary"] = k.varied;
  j["host_seconds"] = k.seconds;
  j["static_instructions"] = rows.size();
  j["resources"] = resources(k, target, limits);
  j["counters"] = counters(all, k, target.cache_line);
  j["derived"] = derived(all, k, target, wave_size);
  j["lower_bounds_us"] = bounds(all, target);
  if (!k.footprints.empty()) j["footprint"] = footprint(k);
  Json lines = Json::array();
  for (const auto& [where, totals] : by_line) {
    if (where.first.empty()) continue;
    Json l = {{"file", where.first}, {"line", where.second}};
    l["bound_us"] = bounds(totals, target);
    l.update(brief(totals, wave_size, target.cache_line));
    lines.push_back(std::move(l));
  }
  j["lines"] = std::move(lines);
  Json insts = Json::array();
  for (const SiteTotals& r : rows) {
    const CountedSite& s = *r.site;
    std::string text = s.text;
    std::ranges::replace(text, '\t', ' ');
    if (size_t begin = text.find_first_not_of(' '); begin != text.npos) text.erase(0, begin);
    Json i = {{"address", s.address}, {"function", s.function}, {"text", text}, {"unit", name_of(s.what.unit)}};
    if (!s.file.empty()) i["file"] = s.file, i["line"] = s.line;
    if (s.what.arithmetic != Arithmetic::none) i["arithmetic"] = name_of(s.what.arithmetic);
    if (s.what.number != Number::none) i["type"] = name_of(s.what.number);
    if (s.what.packed) i["packed"] = true;
    i["executions"] = r.executions;
    i["lanes"] = r.lanes;
    Json more = brief(r.totals, wave_size, target.cache_line);
    for (const char* known : {"instructions", "valu", "salu", "smem", "vmem", "flat", "lds", "branch", "barrier"}) more.erase(known);
    if (s.access && r.scale > 0) {
      more["sectors"] = whole(r.totals.sectors);
      more["lines_64B"] = whole(r.totals.lines64);
      more["lines_128B"] = whole(r.totals.lines128);
    }
    if (s.access && r.scale == 0) more["not_analysed"] = true;
    if (s.access.kind == Access::Kind::atomic && s.access) more["hot_addresses"] = hot_addresses(r.memory);
    i.update(more);
    insts.push_back(std::move(i));
  }
  j["instructions"] = std::move(insts);
  return j;
}

Json model(const hardware::Target& t, const hardware::Limits& l, uint32_t l2_sample) {
  Json j;
  j["sector_bytes"] = 32;
  j["l1"] = {{"kib", l.l1_kib}, {"line_bytes", l.l1_line}, {"ways", l.l1_ways},
             {"scope", "one workgroup, cold at its start; loads only, coherent loads and writes pass by"}};
  j["scalar_cache"] = {{"kib", l.scalar_kib}, {"line_bytes", l.scalar_line}, {"scope", "one workgroup, cold at its start"}};
  j["l2"] = {{"kib", t.l2_kib}, {"line_bytes", t.cache_line}, {"ways", l.l2_ways}, {"dies", l.dies},
             {"sampled_lines", "1 of " + std::to_string(l2_sample)},
             {"scope", "the whole run; dirty lines are written back at the end of a launch"}};
  j["lds"] = {{"banks", 32}, {"bank_bytes", 4}, {"lanes_per_pass", {{"up to 4 bytes", 32}, {"8 bytes", 16}, {"12, 16 bytes", 8}}}};
  j["not_modelled"] = {"time", "infinity cache", "instruction cache", "TLB", "memory channels"};
  return j;
}

// Lines that have instructions in the code that was entered, and whether a lane was on at any of them.
void note_lines(const Source& source, std::map<std::pair<std::string, uint32_t>, bool>& reached) {
  for (const CountedSite& site : source.sites) {
    if (site.file.empty() || site.line == 0) continue;
    bool& on = reached[{site.file, site.line}];
    for (const KernelProfile& k : source.kernels)
      for (const auto& [thread, table] : k.tables) on |= table->segments[site.segment].lanes > 0;
  }
}

}  // namespace

std::string Profile::json() {
  std::lock_guard lock(mutex_);
  Json j;
  j["format"] = "wavelift-profile";
  j["version"] = 1;
  const KernelProfile* first = nullptr;
  for (auto& s : sources_) {
    s->resolve();
    if (!first && !s->kernels.empty()) first = &s->kernels.front();
  }
  const std::string arch = first ? first->arch : "gfx90a";
  const hardware::Target& t = target(arch);
  j["target"] = {{"name", t.name}, {"product", t.product}, {"compute_units", t.compute_units}, {"clock_mhz", t.clock_mhz},
                 {"bandwidth_gbs", t.bandwidth_gbs}, {"verified", t.verified}};
  j["model"] = model(t, limits(arch), l2_sample());
  Json kernels = Json::array(), unreached = Json::array();
  std::map<std::pair<std::string, uint32_t>, bool> lines;
  for (auto& s : sources_) {
    std::lock_guard source_lock(s->mutex);
    for (const KernelProfile& k : s->kernels) kernels.push_back(kernel_json(k));
    note_lines(*s, lines);
  }
  for (const auto& [where, on] : lines)
    if (!on) unreached.push_back({{"file", where.first}, {"line", where.second}});
  j["kernels"] = std::move(kernels);
  j["unreached_lines"] = std::move(unreached);
  return j.dump(1) + "\n";
}

}  // namespace wavelift::soft
