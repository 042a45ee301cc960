// Both sides as one. A function is the same when it is declared at the same place; instantiations of one template say
// the same about the same place only once.
#include "analysis/clang/rewrites.h"
#include <algorithm>
#include <map>
#include <set>

namespace wavelift::analysis {

namespace {

// Keeps the first of the facts that `key` makes equal.
template <class T> void keep_first(std::vector<T>& facts, auto&& key) {
  std::set<decltype(key(facts[0]))> seen;
  std::erase_if(facts, [&](const T& f) { return !seen.insert(key(f)).second; });
}

// Facts of the host's side, whose functions stand elsewhere in the whole.
template <class T> void adopt(std::vector<T>& out, std::vector<T>& facts, const std::vector<uint32_t>& moved) {
  out = std::move(facts);
  for (T& f : out) f.function = moved[f.function];
}

// A name that device code reads with another value than this one of the host's.
void note_split(Facts& out, const Constant& host) {
  if (host.source == Constant::Source::width) return;
  for (const WidthName& d : out.width_names)
    if (d.constant.name == host.name && d.constant.value != host.value &&
        std::none_of(out.split_names.begin(), out.split_names.end(), [&](const SplitName& s) { return s.host.name == host.name; }))
      out.split_names.push_back({host, d.constant});
}

}  // namespace

Facts merge(Facts host, Facts device) {
  Facts out = std::move(device);
  std::map<std::pair<Place, std::string>, uint32_t> known;
  for (uint32_t i = 0; i < out.functions.size(); ++i) known.try_emplace({out.functions[i].place, out.functions[i].name}, i);
  std::vector<uint32_t> moved;
  for (const Function& f : host.functions) {
    auto [it, is_new] = known.try_emplace({f.place, f.name}, static_cast<uint32_t>(out.functions.size()));
    if (is_new) out.functions.push_back(f);
    moved.push_back(it->second);
    out.functions[it->second].has_errors |= f.has_errors;
  }
  for (size_t i = 0; i < host.functions.size(); ++i) {
    auto& calls = out.functions[moved[i]].calls;
    for (uint32_t c : host.functions[i].calls)
      if (std::find(calls.begin(), calls.end(), moved[c]) == calls.end()) calls.push_back(moved[c]);
  }
  for (Launch& l : host.launches) {
    if (l.function != UINT32_MAX) l.function = moved[l.function];
    for (const Extent* e : {&l.grid[0], &l.grid[1], &l.grid[2], &l.block[0], &l.block[1], &l.block[2]})
      for (const Constant& c : e->width) note_split(out, c);
    out.launches.push_back(std::move(l));
  }
  out.shared_requests = std::move(host.shared_requests);
  for (Spin& s : host.spins) {
    s.function = moved[s.function];
    out.spins.push_back(std::move(s));
  }
  out.kernel_names = std::move(host.kernel_names);
  adopt(out.host_calls, host.host_calls, moved);
  for (HostCall& c : out.host_calls)
    if (c.callee != UINT32_MAX) c.callee = moved[c.callee];
  adopt(out.comparisons, host.comparisons, moved);
  adopt(out.property_products, host.property_products, moved);
  adopt(out.exact_comparisons, host.exact_comparisons, moved);
  adopt(out.cut_numbers, host.cut_numbers, moved);
  adopt(out.unconfigured_calls, host.unconfigured_calls, moved);
  out.machine_texts = std::move(host.machine_texts);
  out.problems.insert(out.problems.begin(), host.problems.begin(), host.problems.end());
  out.rewrites.insert(out.rewrites.end(), host.rewrites.begin(), host.rewrites.end());
  settle_rewrites(out.rewrites);
  for (SourceFile& f : out.files)
    for (SourceFile& h : host.files)
      if (f.text.empty() && h.path == f.path) f.text = std::move(h.text);

  keep_first(out.problems, [](const Problem& p) { return p.place; });
  keep_first(out.launches, [](const Launch& l) { return std::tuple(l.place, l.kernel, l.block[0].value, l.block[1].value, l.shared.value); });
  keep_first(out.lane_arithmetic, [](const LaneArithmetic& a) { return std::tuple(a.place, a.kind, a.lanes); });
  keep_first(out.mask_uses, [](const MaskUse& m) { return std::tuple(m.place, m.kind); });
  keep_first(out.warp_calls, [](const WarpCall& c) { return std::tuple(c.place, c.width, c.distance.largest); });
  keep_first(out.constant_widths, [](const ConstantWidth& w) { return w.place; });
  keep_first(out.shared_requests, [](const SharedRequest& r) { return std::tuple(r.place, r.bytes); });
  keep_first(out.tiles, [](const Tile& t) { return std::tuple(t.place, t.size); });
  keep_first(out.vector_accesses, [](const VectorAccess& v) { return v.place; });
  keep_first(out.barrier_divergences, [](const BarrierDivergence& d) { return std::tuple(d.place, d.condition); });
  keep_first(out.shared_races, [](const SharedRace& r) { return std::tuple(r.first, r.second, r.store_first); });
  keep_first(out.spin_locks, [](const SpinLock& l) { return l.place; });
  keep_first(out.spins, [](const Spin& s) { return s.place; });
  keep_first(out.shadows, [](const Shadow& s) { return s.place; });
  keep_first(out.host_calls, [](const HostCall& c) { return std::tuple(c.place, c.name); });
  keep_first(out.comparisons, [](const Comparison& c) { return std::tuple(c.place, c.of); });
  keep_first(out.property_products, [](const PropertyProduct& p) { return p.place; });
  keep_first(out.exact_comparisons, [](const ExactComparison& c) { return c.place; });
  keep_first(out.cut_numbers, [](const CutNumber& c) { return c.place; });
  keep_first(out.unconfigured_calls, [](const UnconfiguredCall& c) { return std::tuple(c.place, c.kernel); });
  keep_first(out.device_calls, [](const DeviceCall& c) { return std::tuple(c.place, c.name); });
  keep_first(out.long_doubles, [](const LongDouble& l) { return l.place; });
  keep_first(out.wide_reads, [](const WideRead& w) { return w.place; });
  keep_first(out.foreign_symbols, [](const ForeignSymbol& f) { return f.name; });
  std::map<Place, SharedArray> arrays;
  for (SharedArray& a : out.shared_arrays) {
    auto [it, is_new] = arrays.try_emplace(a.place, a);
    if (!is_new) it->second.indexed_by_warp |= a.indexed_by_warp, it->second.indexed_by_lane |= a.indexed_by_lane, it->second.bytes = std::max(it->second.bytes, a.bytes);
  }
  out.shared_arrays.clear();
  for (auto& [place, a] : arrays) out.shared_arrays.push_back(std::move(a));
  return out;
}

}  // namespace wavelift::analysis
