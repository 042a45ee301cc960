// Sets of lanes that work together: masks of participants, cooperative groups (groups B and C of the hazards).
#include "lint/check.h"
#include <algorithm>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

void lanes_that_happen(Context& c) {
  for (const WarpCall& w : c.facts.warp_calls)
    if (w.meaning != Meaning::port && w.mask_from_active)
      c.find_always(w.place, fmt::format("{} takes __activemask() for the lanes that take part: which lanes that are is up to the compiler; give the mask that the algorithm means", w.name), w.name);
}

void tiles_and_waves(Context& c) {
  for (const Tile& t : c.facts.tiles) {
    const WarpUse& u = c.use(t.function);
    if (t.size != 32 || (c.facts.cuda ? !u.cuda : !u.hip || !u.mixes_lanes)) continue;
    const auto& calls = c.reached_calls(t.function);
    auto beside = std::ranges::find_if(calls, [&](const WarpCall* w) { return w->meaning != Meaning::port && !w->has_width && w->kind != WarpCall::Kind::sync; });
    if (beside == calls.end()) continue;
    c.find(t.place, t.function, fmt::format("a tile of 32 lanes stands beside {} in line {}, which has the whole wave's lanes", (*beside)->name, (*beside)->place.line), "tiled_partition");
  }
}

using enum Severity;

constexpr Check checks[] = {
    {{1253, info, "Active lanes taken for the lanes that take part"}, lanes_that_happen},
    {{1257, warning, "Tile of 32 lanes beside intrinsics of the wave"}, tiles_and_waves},
};

}  // namespace

std::span<const Check> group_checks() { return checks; }

}  // namespace wavelift::lint
