#include "cli/profile_text.h"
#include "base/files.h"
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <vector>

namespace wavelift::cli {

namespace {

using Json = nlohmann::ordered_json;

double number(const Json& j, const char* name) {
  auto it = j.find(name);
  return it != j.end() && it->is_number() ? it->get<double>() : 0;
}

// 1234567 as "1.23 M".
std::string count(double x) {
  constexpr const char* units[] = {"", " k", " M", " G", " T"};
  size_t u = 0;
  while (x >= 9999.5 && u < 4) x /= 1000, ++u;
  if (u == 0) return fmt::format("{:.0f}", x);
  return fmt::format("{:.{}f}{}", x, x < 99.95 ? 2 : 1, units[u]);
}
std::string bytes(double x) { return count(x) + (x >= 9999.5 ? "B" : " B"); }

std::vector<const Json*> chosen_kernels(const Json& profile, const ProfileView& view) {
  std::vector<const Json*> all;
  for (const Json& k : profile.at("kernels"))
    if (number(k["counters"], "SQ_INSTS") > 0 && k["demangled"].get<std::string>().find(view.kernel) != std::string::npos)
      all.push_back(&k);
  std::ranges::sort(all, std::ranges::greater{}, [](const Json* k) { return number((*k)["counters"], "SQ_INSTS"); });
  if (all.size() > view.kernels) all.resize(view.kernels);
  return all;
}

struct Part {
  const char* key;
  const char* name;
};
constexpr Part parts[] = {{"simd", "the SIMDs"}, {"lds", "LDS"}, {"l1", "the vector L1"}, {"dram", "memory"}};

// The part of the GPU that needs the most time.
const Part& busiest(const Json& bounds) {
  return *std::ranges::max_element(parts, {}, [&](const Part& p) { return number(bounds, p.key); });
}

std::string place(const Json& line) {
  std::filesystem::path file = line["file"].get<std::string>();
  return fmt::format("{}:{}", file.filename().string(), line["line"].get<int>());
}

// Lines by their part of what binds the kernel.
std::vector<const Json*> hottest_lines(const Json& kernel, const char* part) {
  std::vector<const Json*> lines;
  for (const Json& l : kernel["lines"]) lines.push_back(&l);
  std::ranges::sort(lines, std::ranges::greater{}, [&](const Json* l) {
    return std::pair(number((*l)["bound_us"], part), number(*l, "instructions"));
  });
  return lines;
}

struct Finding {
  double weight;      // 0 to 1: how much of the work it may concern
  std::string text;
};

// What else stands out, the heaviest first.
std::vector<Finding> findings(const Json& profile, const Json& k) {
  const Json &d = k["derived"], &c = k["counters"], &r = k["resources"];
  std::vector<Finding> all;
  auto add = [&](double weight, std::string text) {
    if (weight > 0.1) all.push_back({weight, std::move(text)});
  };
  const double coalescing = number(d, "coalescing_percent");
  if (number(c, "requests") > 0)
    add(1 - coalescing / 100,
        fmt::format("poor coalescing: {:.1f} sectors of 32 B a request, {:.0f} % of their bytes are asked for",
                    number(d, "sectors_per_request"), coalescing));
  add(number(d, "bank_conflict_percent") / 100, fmt::format("LDS bank conflicts: {:.0f} % of the cycles of LDS accesses, {:.1f} an access",
                                                            number(d, "bank_conflict_percent"), number(d, "bank_conflicts_per_access")));
  const double lanes = number(d, "VALUUtilization");
  if (number(c, "SQ_INSTS_VALU") > 0)
    add(1 - lanes / 100, fmt::format("divergence: {:.0f} % of the lanes are active in vector instructions", lanes));
  const double turns = number(d, "atomic_lanes_on_one_address");
  add(turns > 1 ? 1 - 1 / turns : 0, fmt::format("contended atomics: {:.1f} lanes of a request want the same address", turns));
  const double asked = number(c, "load_bytes") + number(c, "store_bytes") + number(c, "scratch_bytes"), scratch = number(c, "scratch_bytes");
  add(asked > 0 ? scratch / asked + 0.2 * (scratch > 0) : 0,
      fmt::format("scratch: {} of private memory ({} VGPRs spilled)", bytes(scratch), number(r, "vgpr_spills")));
  const double waves = number(r, "waves_per_simd"), most = number(r, "max_waves_per_simd");
  add(most > 0 ? 0.8 * (1 - waves / most) : 0,
      fmt::format("occupancy: {:.0f} of {:.0f} waves a SIMD, limited by {}", waves, most, r["limited_by"].get<std::string>()));
  const double groups = number(k, "workgroups") / std::max(1.0, number(k, "launches")), units = number(profile["target"], "compute_units");
  add(units > 0 ? 1 - groups / units : 0, fmt::format("few workgroups: {:.0f} a launch for {:.0f} compute units", groups, units));
  std::ranges::sort(all, std::ranges::greater{}, &Finding::weight);
  return all;
}

std::string three_things(const Json& profile, const Json& k) {
  const Json& bounds = k["lower_bounds_us"];
  const Part& most = busiest(bounds);
  std::string others;
  for (const Part& p : parts)
    if (&p != &most && number(bounds, p.key) > 0) others += fmt::format("{}{} {:.4g}", others.empty() ? "" : ", ", p.name, number(bounds, p.key));
  std::string out = fmt::format("  1. bound by {}: at least {:.4g} us on {}{}\n", most.name, number(bounds, most.key),
                                profile["target"]["name"].get<std::string>(), others.empty() ? "" : " (" + others + ")");
  const auto found = findings(profile, k);
  out += fmt::format("  2. {}\n", found.empty() ? "coalescing, banks, lanes, occupancy: nothing stands out" : found[0].text);
  const auto lines = hottest_lines(k, most.key);
  const double all = number(bounds, most.key);
  if (lines.empty())
    out += "  3. no source lines: compile with -gline-tables-only\n";
  else
    out += fmt::format("  3. {} has {:.0f} % of that\n", place(*lines[0]), all > 0 ? 100 * number((*lines[0])["bound_us"], most.key) / all : 0);
  for (size_t i = 1; i < std::min<size_t>(found.size(), 3); ++i) out += fmt::format("     also: {}\n", found[i].text);
  return out;
}

std::string kernel_table(const Json& k) {
  const Json &c = k["counters"], &d = k["derived"], &r = k["resources"];
  auto n = [&](const char* name) { return count(number(c, name)); };
  std::string out;
  auto row = [&](const char* title, const std::string& text) { out += fmt::format("  {:<14} {}\n", title, text); };
  const Json &grid = k["grid"], &block = k["block"];
  row("launches", fmt::format("{} of {}x{}x{} workgroups of {}x{}x{}{}; {} wavefronts of {}", k["launches"].get<uint64_t>(),
                              grid[0].get<int>(), grid[1].get<int>(), grid[2].get<int>(), block[0].get<int>(), block[1].get<int>(),
                              block[2].get<int>(), k["sizes_vary"].get<bool>() ? " (the first; they vary)" : "", n("SQ_WAVES"),
                              k["wave_size"].get<int>()));
  row("instructions", fmt::format("{}: VALU {}, MFMA {}, SALU {}, SMEM {}, VMEM {}, FLAT {}, LDS {}, branch {}, barrier {}", n("SQ_INSTS"),
                                  n("SQ_INSTS_VALU"), n("SQ_INSTS_MFMA"), n("SQ_INSTS_SALU"), n("SQ_INSTS_SMEM"),
                                  count(number(c, "SQ_INSTS_VMEM_RD") + number(c, "SQ_INSTS_VMEM_WR") + number(c, "vmem_atomic_insts")),
                                  n("SQ_INSTS_FLAT"), n("SQ_INSTS_LDS"), n("SQ_INSTS_BRANCH"), n("barrier_insts")));
  row("lanes", fmt::format("{:.1f} of {} active in vector instructions; VALUUtilization {:.1f} %", number(d, "active_lanes"),
                           k["wave_size"].get<int>(), number(d, "VALUUtilization")));
  std::string flops;
  for (auto [key, name] : {std::pair{"flops_f16", "f16"}, {"flops_f32", "f32"}, {"flops_f64", "f64"}, {"matrix_flops_f8", "matrix f8"},
                           {"matrix_flops_f16", "matrix f16"}, {"matrix_flops_bf16", "matrix bf16"}, {"matrix_flops_f32", "matrix f32"},
                           {"matrix_flops_f64", "matrix f64"}})
    if (number(c, key) > 0) flops += fmt::format("{}{} {}", flops.empty() ? "" : ", ", name, n(key));
  row("FLOPs", flops.empty() ? "none"
                             : fmt::format("{}; {:.3g} a byte asked for, {:.3g} a byte of memory traffic", flops,
                                           number(d, "flops_per_byte_asked"), number(d, "flops_per_dram_byte")));
  row("memory", fmt::format("{} requests: loads {}, stores {}, atomics {}, scratch {}", n("requests"), bytes(number(c, "load_bytes")),
                            bytes(number(c, "store_bytes")), bytes(number(c, "atomic_bytes")), bytes(number(c, "scratch_bytes"))));
  row("coalescing", fmt::format("{:.1f} sectors of 32 B a request, {:.0f} % used; {:.1f} lines a request", number(d, "sectors_per_request"),
                                number(d, "coalescing_percent"), number(d, "lines_per_request")));
  row("caches", fmt::format("L1 {:.0f} % of {} lookups hit, L2 {:.0f} % of {} requests; memory read {}, written {}",
                            number(d, "l1_hit_percent"), n("l1_lookups"), number(d, "L2CacheHit"),
                            count(number(c, "TCP_TCC_READ_REQ") + number(c, "TCP_TCC_WRITE_REQ") + number(c, "TCP_TCC_ATOMIC_REQ")),
                            bytes(number(c, "dram_read_bytes")), bytes(number(c, "dram_write_bytes"))));
  if (number(c, "lds_requests") > 0)
    row("LDS", fmt::format("{} accesses, {}; {} cycles, {:.0f} % of them bank conflicts", n("lds_requests"), bytes(number(c, "lds_bytes")),
                           n("SQ_LDS_IDX_ACTIVE"), number(d, "bank_conflict_percent")));
  if (number(c, "atomic_requests") > 0)
    row("atomics", fmt::format("{} requests, {:.1f} lanes of each on one address", n("atomic_requests"), number(d, "atomic_lanes_on_one_address")));
  row("occupancy", fmt::format("{} of {} waves a SIMD, limited by {}; {} VGPRs, {} AGPRs, {} SGPRs, {} of LDS, {} of scratch a lane",
                               r["waves_per_simd"].get<int>(), r["max_waves_per_simd"].get<int>(), r["limited_by"].get<std::string>(),
                               r["vgprs"].get<int>(), r["agprs"].get<int>(), r["sgprs"].get<int>(),
                               bytes(number(r, "lds_static_bytes") + number(r, "lds_dynamic_bytes")), bytes(number(r, "scratch_bytes_per_lane"))));
  return out;
}

// The counters of a line: instructions, its share of what binds the kernel, active lanes, FLOPs, bytes asked for, sectors a
// request, coalescing, L1 hits, LDS conflict cycles.
std::string line_counters(const Json& l, const char* part, double of) {
  auto shown = [&](const char* name, const char* format) {
    return l.contains(name) ? fmt::format(fmt::runtime(format), number(l, name)) : std::string();
  };
  auto amount = [&](const char* name) { return l.contains(name) ? count(number(l, name)) : std::string(); };
  return fmt::format("{:>8} {:>5.1f}% {:>5} {:>8} {:>8} {:>5} {:>5} {:>4} {:>6}", amount("instructions"),
                     of > 0 ? 100 * number(l["bound_us"], part) / of : 0, shown("active_lanes_percent", "{:.0f}%"), amount("flops"),
                     amount("bytes"), shown("sectors_per_request", "{:.1f}"), shown("coalescing_percent", "{:.0f}%"),
                     shown("l1_hit_percent", "{:.0f}%"), amount("lds_conflict_cycles"));
}
const std::string kLineTitle = fmt::format("{:>8} {:>6} {:>5} {:>8} {:>8} {:>5} {:>5} {:>4} {:>6}", "insts", "share", "lanes", "FLOPs", "bytes",
                                           "sect", "coal", "L1", "confl");

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string annotate_file(const std::string& file, const std::map<int, const Json*>& counters, const char* part, double all) {
  std::string out = fmt::format("{}\n{} {:>5}\n", file, kLineTitle, "line");
  auto text = read_file(file);
  const std::vector<std::string> source = text ? split_lines(*text) : std::vector<std::string>();
  if (!text) out += fmt::format("(the file cannot be read: {})\n", text.error().what);
  constexpr int kContext = 2;
  int shown = 0;
  const std::string blank(kLineTitle.size(), ' ');
  auto source_at = [&](int n) { return n >= 1 && static_cast<size_t>(n) <= source.size() ? source[static_cast<size_t>(n) - 1] : std::string(); };
  for (auto it = counters.begin(); it != counters.end(); ++it) {
    const int line = it->first;
    const int from = std::max(shown + 1, line - kContext);
    if (from > shown + 1 && shown > 0) out += "\n";
    for (int n = from; n < line && !source.empty(); ++n) out += fmt::format("{} {:>5}  {}\n", blank, n, source_at(n));
    out += fmt::format("{} {:>5}  {}\n", line_counters(*it->second, part, all), line, source_at(line));
    shown = line;
    auto next = std::next(it);
    const int until = next == counters.end() ? line + kContext : std::min(line + kContext, next->first - 1);
    for (int n = line + 1; n <= until && static_cast<size_t>(n) <= source.size(); ++n, shown = n - 1)
      out += fmt::format("{} {:>5}  {}\n", blank, n, source_at(n));
  }
  return out;
}

}  // namespace

std::string profile_table(const Json& profile, const ProfileView& view) {
  const auto kernels = chosen_kernels(profile, view);
  if (kernels.empty()) return "no kernel was launched\n";
  std::string out;
  for (const Json* k : kernels) {
    if (!out.empty()) out += "\n";
    out += fmt::format("{}\n{}{}", (*k)["demangled"].get<std::string>(), three_things(profile, *k), kernel_table(*k));
    const char* part = busiest((*k)["lower_bounds_us"]).key;
    const double all = number((*k)["lower_bounds_us"], part);
    const auto lines = hottest_lines(*k, part);
    if (!lines.empty() && view.lines > 0) out += fmt::format("  {}  source line\n", kLineTitle);
    for (size_t i = 0; i < std::min(lines.size(), view.lines); ++i)
      out += fmt::format("  {}  {}\n", line_counters(*lines[i], part, all), place(*lines[i]));
    const auto analysed = static_cast<double>((*k)["analysed_workgroups"].get<uint64_t>()), groups = number(*k, "workgroups");
    if (analysed < groups) out += fmt::format("  addresses: of {:.0f} workgroups of {:.0f}\n", analysed, groups);
  }
  const size_t more = profile["kernels"].size() - std::min(profile["kernels"].size(), kernels.size());
  if (more && view.kernel.empty()) out += fmt::format("\n{} more kernels: --top shows them\n", more);
  return out;
}

std::string annotated_source(const Json& profile, const ProfileView& view) {
  const auto kernels = chosen_kernels(profile, view);
  if (kernels.empty()) return "no kernel was launched\n";
  std::string out;
  for (const Json* k : kernels) {
    out += fmt::format("{}{}\n", out.empty() ? "" : "\n", (*k)["demangled"].get<std::string>());
    const char* part = busiest((*k)["lower_bounds_us"]).key;
    std::map<std::string, std::map<int, const Json*>> files;
    for (const Json& l : (*k)["lines"]) files[l["file"].get<std::string>()][l["line"].get<int>()] = &l;
    if (files.empty()) out += "no source lines: compile with -gline-tables-only\n";
    for (const auto& [file, counters] : files) out += annotate_file(file, counters, part, number((*k)["lower_bounds_us"], part));
  }
  return out;
}

}  // namespace wavelift::cli
