// What makes a kernel slow and can be computed from its text: how neighbouring threads read memory, what is read again, what the compiler
// takes for granted. Nothing here is measured, so that all of it is a note.
#include "lint/performance.h"
#include "analysis/nest_values.h"
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>

namespace wavelift::lint {
using namespace analysis;

namespace {

// Loads of a step, and its store with `stored`: the array and its index.
struct Access {
  std::string array;
  const Polynomial* index = nullptr;
  std::string type;
  bool stored = false;
  std::string text() const { return fmt::format("{}[{}]", array, index->text()); }
};
std::vector<Access> accesses_of(const Step& s) {
  std::vector<Access> out;
  const auto add = [&](Access a) {
    if (std::ranges::none_of(out, [&](const Access& o) { return o.array == a.array && o.stored == a.stored && *o.index == *a.index; })) out.push_back(std::move(a));
  };
  const auto look = [&](const Value& v) {
    each_value(v, [&](const Value& one) {
      if (one.kind == Value::Kind::load && one.index) add({one.text, &*one.index, one.type, false});
    });
  };
  look(s.value);
  if (s.guard) look(*s.guard);
  if (s.kind == Step::Kind::store && s.place) add({s.array, &*s.place, s.value.type, true});
  return out;
}

Place place_of(const PerformanceLaunch& l, uint32_t line) {
  Place p = l.kernel;
  if (line != 0 && line != p.line) p.line = line, p.column = 1;
  return p;
}

// The dimension that neighbouring threads differ in; null: none.
const Dimension* lane_of(const Nest& n, const Step& s) {
  for (const Dimension& d : s.over)
    if (d.sharing != Dimension::Sharing::serial) return &d;
  return n.by_groups || n.parallel.empty() ? nullptr : &n.parallel.back();
}

// Names whose values are other in neighbouring threads, so that a polynomial of them says nothing about strides.
std::set<std::string> varying_names(const Nest& n, const std::string& lane) {
  std::set<std::string> names;
  for (const Step& s : n.steps) {
    bool varies = false;
    const auto look = [&](const Value& v) { each_value(v, [&](const Value& one) { varies |= one.kind == Value::Kind::name && (one.text == lane || names.contains(one.text)); }); };
    look(s.value);
    for (const Dimension& d : s.over) look(d.extent);
    if (varies && s.kind != Step::Kind::store) names.insert(s.name);
  }
  return names;
}

void for_nests(Context& c, const std::function<void(const PerformanceLaunch&, const Nest&)>& run) {
  if (!c.options.performance) return;
  for (const PerformanceLaunch& l : c.options.performance->launches)
    if (l.raised.nest) run(l, *l.raised.nest);
}

void strides(Context& c) {
  for_nests(c, [&](const PerformanceLaunch& l, const Nest& n) {
    if (l.threads < 2) return;
    for (const Step& s : n.steps) {
      const Dimension* lane = lane_of(n, s);
      if (!lane) continue;
      const auto varying = varying_names(n, lane->name);
      std::vector<std::string> all;
      std::string subject;
      for (const Access& a : accesses_of(s)) {
        if (std::ranges::any_of(a.index->names(), [&](const std::string& name) { return varying.contains(name); })) continue;
        const auto stride = a.index->factor_of(lane->name);
        if (!stride) continue;
        if (const auto known = stride->constant(); known && *known >= -1 && *known <= 1) continue;
        all.push_back(fmt::format("{} is {} with a stride of {} elements between neighbouring threads ({})", a.text(), a.stored ? "written" : "read", stride->text(), lane->name));
        subject = a.array;
      }
      if (!all.empty()) c.find_always(place_of(l, s.line), fmt::format("{}: {}", l.name, fmt::join(all, "; ")), subject);
    }
  });
}

void reuse(Context& c) {
  for_nests(c, [&](const PerformanceLaunch& l, const Nest& n) {
    if (n.by_groups) return;
    for (const Step& s : n.steps) {
      if (s.over.empty()) continue;
      std::vector<std::string> all;
      std::string subject;
      for (const Access& a : accesses_of(s)) {
        if (a.stored || std::ranges::none_of(s.over, [&](const Dimension& d) { return a.index->reads(d.name); })) continue;
        const auto varying = [&](const std::string& dimension) {
          const auto names = varying_names(n, dimension);
          return a.index->reads(dimension) || std::ranges::any_of(a.index->names(), [&](const std::string& name) { return names.contains(name); });
        };
        Polynomial times(1);
        bool known = true, again = false;
        for (const Dimension& d : n.parallel) {
          if (varying(d.name)) continue;
          again = true;
          known &= d.size.has_value();
          if (d.size) times = times * *d.size;
        }
        if (!again || times.constant() == 1) continue;
        all.push_back(fmt::format("{} is read from global memory by {} threads", a.text(), known ? times.text() : "many"));
        subject = a.array;
      }
      if (!all.empty()) c.find_always(place_of(l, s.line), fmt::format("{}: {}", l.name, fmt::join(all, "; ")), subject);
    }
  });
}

// Operations on floating-point numbers and bytes of global memory, of the loop that is the deepest.
void intensity(Context& c) {
  for_nests(c, [&](const PerformanceLaunch& l, const Nest& n) {
    const auto deepest = std::ranges::max_element(n.steps, {}, [](const Step& s) { return s.over.size(); });
    if (deepest == n.steps.end()) return;
    int operations = deepest->kind == Step::Kind::reduce ? 1 : 0, bytes = 0;
    each_value(deepest->value, [&](const Value& v) {
      const bool real = v.type == "float" || v.type == "double" || v.type == "half" || v.type == "bf16";
      operations += real && ((v.kind == Value::Kind::operation && v.text != "?:") || (v.kind == Value::Kind::call && !v.text.starts_with("__"))) ? 1 : 0;
    });
    for (const Access& a : accesses_of(*deepest)) bytes += type_bytes(a.type) ? type_bytes(a.type) : 4;
    if (bytes == 0) return;
    c.find_always(place_of(l, 0), fmt::format("{}: {} operations for {} bytes of global memory {}, {:.2f} a byte before caches", l.name, operations, bytes, deepest->over.empty() ? "an element" : "an iteration of the innermost loop", static_cast<double>(operations) / bytes), l.name);
  });
}

void default_bounds(Context& c) {
  if (!c.options.performance) return;
  for (const Function& f : c.facts.functions) {
    if (!f.kernel || f.max_threads > 0) continue;
    int64_t most = 0;
    const PerformanceLaunch* first = nullptr;
    for (const PerformanceLaunch& l : c.options.performance->launches)
      if (l.kernel.file == f.place.file && l.kernel.line == f.place.line && l.threads > most) most = l.threads, first = &l;
    if (!first || most >= 1024) continue;
    c.find_always(f.place, fmt::format("{} has no __launch_bounds__: the compiler takes workgroups for 1024 threads and gives each at most 128 vector registers on gfx90a, 64 on gfx906, but {} is the most it is launched with", f.name, most), f.name);
  }
}

constexpr Check checks[] = {
    {{9001, Severity::info, "Registers capped by the default launch bounds"}, default_bounds},
    {{9002, Severity::info, "Neighbouring threads far apart in memory"}, strides},
    {{9003, Severity::info, "Global memory that many threads read again"}, reuse},
    {{9004, Severity::info, "Arithmetic intensity of a kernel"}, intensity},
};

}  // namespace

std::span<const Check> performance_checks() { return checks; }

Result<Performance> read_performance(const Request& request) {
  auto source = read_kernels(request);
  if (!source) return std::unexpected(source.error());
  Performance out;
  std::vector<NestLaunch> launches;
  for (const KernelLaunchSite& site : source->launches) {
    const KernelText& kernel = source->kernels.at(site.kernel);
    int64_t threads = 1;
    NestLaunch launch{kernel.name, site.grid, site.block};
    for (size_t d = 0; d < 3; ++d) {
      // How many workgroups there are is not needed for what one thread does beside its neighbour.
      if (launch.grid[d].empty()) launch.grid[d] = fmt::format("grid_{}", "xyz"[d]);
      const std::string& size = launch.block[d];
      const bool number = !size.empty() && size.size() <= 4 && size.find_first_not_of("0123456789") == size.npos;
      threads = number ? threads * std::stoll(size) : 0;
    }
    const bool seen = std::ranges::any_of(out.launches, [&](const PerformanceLaunch& l) { return l.kernel == kernel.place && l.threads == threads; });
    if (threads == 0 || seen) continue;
    out.launches.push_back({kernel.place, site.place, kernel.name, threads, {}});
    launches.push_back(std::move(launch));
  }
  if (launches.empty()) return out;
  auto raised = raise_nests(request, launches);
  if (!raised) return std::unexpected(raised.error());
  for (size_t i = 0; i < raised->size(); ++i) out.launches[i].raised = std::move((*raised)[i]);
  return out;
}

}  // namespace wavelift::lint
