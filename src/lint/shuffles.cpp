// Shuffles whose lanes are counted to 32 (group C of the hazards).
#include "lint/check.h"
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

bool counts(const Context& c, const WarpCall& w) {
  return w.meaning != Meaning::port && !w.has_width && (c.facts.cuda || w.meaning == Meaning::hip);
}

const Rewrite* with_width(const Context& c, const WarpCall& w) { return c.groups_of_32(w.place, w.function) ? c.rewrite(Rewrite::Kind::explicit_width, w.place) : nullptr; }

void crossing(Context& c) {
  for (const WarpCall& w : c.facts.warp_calls) {
    if (!counts(c, w) || w.kind != WarpCall::Kind::shuffle_up || w.guarded) continue;
    const WarpUse& u = c.use(w.function);
    if (!c.facts.cuda && (!u.groups_of_32 || u.waves)) continue;
    c.find(w.place, w.function, fmt::format("{} has no width: lane 32 of a 64-lane wave gets what lane 31 has, where CUDA leaves the value alone", w.name), w.name, with_width(c, w));
  }
}

void last_lane(Context& c) {
  for (const WarpCall& w : c.facts.warp_calls) {
    if (!counts(c, w)) continue;
    const WarpUse& u = c.use(w.function);
    const auto& d = w.distance;
    if (w.kind == WarpCall::Kind::shuffle && d.largest && d.largest == d.smallest) {
      bool wrong = c.facts.cuda ? *d.largest == 31 : u.waves ? *d.largest == 31 : u.groups_of_32;
      if (wrong) c.find(w.place, w.function, fmt::format("{} reads lane {} of the wave, {}", w.name, *d.largest, u.waves ? "which is not its last" : "whichever group of 32 asks"), w.name, with_width(c, w));
    } else if (w.kind == WarpCall::Kind::shuffle_up && d.loop && d.largest == 16 && (c.facts.cuda || u.waves)) {
      c.find(w.place, w.function, fmt::format("the scan with {} ends at distance 16", w.name), w.name);
    }
  }
}

using enum Severity;

constexpr Check checks[] = {
    {{1251, warning, "Shuffle that crosses into the other group of 32", "gives the shuffle its width, 32"}, crossing},
    {{1252, warning, "Lane 31 taken for the last", "gives a broadcast among 32 lanes its width, 32"}, last_lane},
};

}  // namespace

std::span<const Check> shuffle_checks() { return checks; }

}  // namespace wavelift::lint
