// The width of a warp in lane arithmetic, shared arrays, launches and names (group A of the hazards).
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

std::string named(const Constant& c) {
  return c.name.empty() ? fmt::format("{}", c.value) : c.value ? fmt::format("{} ({})", c.name, c.value) : c.name;
}

const char* what(LaneArithmetic::Kind k) {
  switch (k) {
  case LaneArithmetic::Kind::lane_index: return "a lane's number";
  case LaneArithmetic::Kind::warp_index: return "a warp's number";
  case LaneArithmetic::Kind::warp_base: return "a warp's first thread";
  case LaneArithmetic::Kind::partner: return "a partner lane";
  case LaneArithmetic::Kind::bound: return "a bound of lanes";
  case LaneArithmetic::Kind::warp_count: return "the number of warps";
  }
  return "";
}

void literal_lanes(Context& c) {
  for (const LaneArithmetic& a : c.facts.lane_arithmetic) {
    const WarpUse& u = c.use(a.function);
    if (!u.calls || a.lanes != 32 || a.width.source == Constant::Source::width) continue;
    // In HIP, groups of 32 are right as long as nothing joins the wave's other lanes.
    if (c.facts.cuda ? !u.cuda : !u.hip || !(u.waves || u.mixes_lanes)) continue;
    const bool itself = !c.reached_calls(a.function).empty();
    c.find(a.place, a.function, fmt::format("'{}' makes {} with {}, and {} uses warp intrinsics", a.text, what(a.kind), named(a.width), itself ? c.name(a.function) : "what calls " + c.name(a.function)), a.text);
  }
}

// In HIP the two are apart only where the width has been made 64.
void two_meanings(Context& c) {
  for (const WidthName& w : c.facts.width_names)
    if (w.lane_uses && w.bit_uses && (c.facts.cuda || w.constant.value == 64))
      c.find(w.constant.declared, UINT32_MAX, fmt::format("{} is a warp's width in line {} and the number of bits of a word in line {}: two names are needed", named(w.constant), w.first_lane_use.line, w.first_bit_use.line), w.constant.name);
}

void constant_width(Context& c) {
  if (c.facts.cuda) return;
  for (const ConstantWidth& w : c.facts.constant_widths)
    c.find_always(w.place, fmt::format("'{}' needs a constant, which warpSize is not", w.text), "warpSize", c.rewrite(Rewrite::Kind::local_const, w.place));
}

// Whether device code counts lanes by the same name.
bool counts_lanes(const Facts& facts, const Constant& name) {
  return std::any_of(facts.width_names.begin(), facts.width_names.end(), [&](const WidthName& w) {
    return w.lane_uses && w.constant.name == name.name && w.constant.declared == name.declared;
  });
}

void host_width(Context& c) {
  for (const SplitName& s : c.facts.split_names)
    c.find_always(s.host.declared, fmt::format("{} is {} in host code, where a launch is computed from it, and {} in device code", s.host.name, s.host.value, s.device.value), s.host.name);
  if (!c.facts.cuda) return;
  for (const Launch& l : c.facts.launches) {
    if (l.function == UINT32_MAX || !c.use(l.function).cuda) continue;
    for (const auto* sizes : {&l.grid, &l.block})
      for (const Extent& e : *sizes)
        for (const Constant& w : e.width)
          if (w.source != Constant::Source::width && w.value == 32 && (w.warp_name || counts_lanes(c.facts, w)))
            c.find(l.place, l.function, fmt::format("the launch of {} is computed from {}", l.kernel, named(w)), w.name);
  }
}

void short_butterfly(Context& c) {
  for (const WarpCall& w : c.facts.warp_calls) {
    // Half of warpSize is 32 where a warp has 64 lanes.
    if (w.meaning == Meaning::port || w.has_width || w.distance.largest != 16 || w.distance.from_width) continue;
    if (w.kind != WarpCall::Kind::shuffle_xor && w.kind != WarpCall::Kind::shuffle_down) continue;
    const WarpUse& u = c.use(w.function);
    const auto& all = c.reached_calls(w.function);
    bool goes_on = std::any_of(all.begin(), all.end(), [](const WarpCall* o) { return o->distance.largest.value_or(0) >= 32; });
    if (goes_on || (w.meaning == Meaning::hip && (u.groups_of_32 || !u.waves))) continue;
    c.find(w.place, w.function, fmt::format("{} goes no further than distance 16 and has no width, so that the halves of a 64-lane wave never meet", w.name), w.name);
  }
}

void shared_by_warp(Context& c) {
  for (const SharedArray& a : c.facts.shared_arrays) {
    const WarpUse& u = c.use(a.function);
    if (!u.calls || a.extents[0] != 32 || !a.indexed_by_warp) continue;
    if (c.facts.cuda ? !u.cuda : !(u.hip && u.waves && a.indexed_by_lane)) continue;
    c.find(a.place, a.function, fmt::format("{} has 32 elements, one for each warp of 32 lanes", a.name), a.name);
  }
}

void rows_as_warps(Context& c) {
  for (const Launch& l : c.facts.launches) {
    if (l.function == UINT32_MAX || l.block[0].value != 32 || l.block[1].value.value_or(2) < 2) continue;
    const WarpUse& u = c.use(l.function);
    if (!u.calls || (c.facts.cuda ? !u.cuda : !u.hip || !(u.waves || u.mixes_lanes))) continue;
    c.find(l.place, l.function, fmt::format("the block of {} is 32 threads wide and more than one high: two of its rows share a 64-lane wave", l.kernel), l.kernel);
  }
}

std::optional<int64_t> threads(const Launch& l) {
  int64_t n = 1;
  for (const Extent& e : l.block) {
    if (!e.value || *e.value < 1 || *e.value > 1024) return {};
    n *= *e.value;
  }
  return n;
}

// The lanes of a block's last wave: 64, or what is left over for it.
void absent_lanes(Context& c) {
  for (const Launch& l : c.facts.launches) {
    auto n = threads(l);
    if (l.function == UINT32_MAX || !n) continue;
    bool one_wave = *n <= 32;
    int64_t lanes = one_wave ? *n : *n % 64;
    if (lanes == 0) continue;
    for (const WarpCall* w : c.reached_calls(l.function)) {
      if (w->has_width || w->kind == WarpCall::Kind::shuffle) continue;
      bool wide = w->meaning == Meaning::hip && w->distance.from_width;
      // Beyond one wave the groups of 32 are whole in CUDA, so that only what is as wide as the wave can miss.
      if (!wide && (w->distance.largest.value_or(0) < lanes || (!one_wave && w->meaning != Meaning::hip))) continue;
      if (!one_wave && w->guarded) continue;
      c.find_always(l.place, one_wave ? fmt::format("a block of {} threads runs {}, which reads from lanes that do not exist ({} in line {})", *n, l.kernel, w->name, w->place.line)
                                      : fmt::format("a block of {} threads runs {}: its last wave has {} lanes, and {} in line {} reads from others", *n, l.kernel, lanes, w->name, w->place.line),
                    l.kernel);
      break;
    }
  }
}

void half_empty(Context& c) {
  for (const Launch& l : c.facts.launches)
    if (threads(l) == 32)
      c.find_always(l.place, fmt::format("a block of 32 threads leaves half of the lanes of a 64-lane wave idle{}", l.kernel.empty() ? "" : " in " + l.kernel), l.kernel);
}

void shadowing(Context& c) {
  for (const Shadow& s : c.facts.shadows)
    c.find(s.place, UINT32_MAX, fmt::format("the local {} of {} hides the one of line {}: to change that one's value changes nothing here", s.name, s.value, s.outer.line), s.name);
}

using enum Severity;

constexpr Check checks[] = {
    {{1211, warning, "Lane arithmetic with 32 in warp code"}, literal_lanes},
    {{1212, warning, "Warp width that is a word's size, too"}, two_meanings},
    {{1213, error, "warpSize where a constant is needed", "writes const for the constexpr of a local variable that is used as no constant"}, constant_width},
    {{1214, warning, "Launch computed from a constant warp width"}, host_width},
    {{1217, warning, "Butterfly that stops short of the wave"}, short_butterfly},
    {{1218, warning, "Shared array with one element a warp of 32"}, shared_by_warp},
    {{1219, warning, "Block whose rows are taken for warps"}, rows_as_warps},
    {{1220, warning, "Shuffle from lanes that the block does not have"}, absent_lanes},
    {{1221, info, "Block of 32 threads"}, half_empty},
    {{1226, warning, "Local constant that hides the warp width"}, shadowing},
};

}  // namespace

std::span<const Check> width_checks() { return checks; }

}  // namespace wavelift::lint
