// Masks of lanes, which have 64 bits on a 64-lane wave (group B of the hazards).
#include "lint/check.h"
#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace wavelift::lint {
using namespace analysis;

namespace {

// Whether a mask of the function's is as wide as the wave, or will be.
bool matters(const Context& c, uint32_t function) {
  const WarpUse& u = c.use(function);
  return c.facts.cuda ? u.cuda : u.hip;
}

// 64 bits are right where the whole wave works together; groups of 32 lanes want their half of the mask.
const Rewrite* widened(const Context& c, Rewrite::Kind kind, const Place& place, uint32_t function) { return c.whole_waves(place, function) ? c.rewrite(kind, place) : nullptr; }

void uses(Context& c, MaskUse::Kind kind, const char* message, std::optional<Rewrite::Kind> fix = {}) {
  for (const MaskUse& m : c.facts.mask_uses)
    if (m.kind == kind && matters(c, m.function)) c.find(m.place, m.function, fmt::format(fmt::runtime(message), m.text), m.text, fix ? widened(c, *fix, m.place, m.function) : nullptr);
}

void narrow_argument(Context& c) {
  for (const WarpCall& w : c.facts.warp_calls)
    if (w.meaning == Meaning::hip && w.has_mask && w.mask_bits == 32 && w.kind != WarpCall::Kind::sync)
      c.find_always(w.place, fmt::format("{} takes a mask of 64 bits in HIP and gets one of 32", w.name), w.name, widened(c, Rewrite::Kind::wide_variable, w.place, w.function));
}

void half_mask(Context& c) {
  for (const WarpCall& w : c.facts.warp_calls)
    if (w.meaning == Meaning::hip && w.mask_bits == 64 && w.mask == 0xffffffff && !w.guarded)
      c.find_always(w.place, fmt::format("the mask of {} leaves out lanes 32 to 63, which execute it on a 64-lane wave", w.name), w.name);
}

void stored(Context& c) { uses(c, MaskUse::Kind::narrowed, "'{}' keeps a mask of lanes in 32 bits", Rewrite::Kind::wide_variable); }
void counted(Context& c) { uses(c, MaskUse::Kind::counted, "'{}' looks at 32 bits of a mask of lanes", Rewrite::Kind::wide_count); }
void lane_bit(Context& c) { uses(c, MaskUse::Kind::lane_bit, "'{}' shifts a 32-bit value by a lane's number", Rewrite::Kind::wide_bit); }
void compared(Context& c) { uses(c, MaskUse::Kind::compared, "'{}' compares a mask of lanes with 32 ones"); }
void escaped(Context& c) { uses(c, MaskUse::Kind::escaped, "'{}' keeps a mask of lanes in memory, as 32 bits"); }

// Whether a launch of that many threads or fewer runs the call.
bool launched_small(const Context& c, const WarpCall& w, int64_t most) {
  return std::ranges::any_of(c.facts.launches, [&](const Launch& l) {
    if (l.function == UINT32_MAX || !l.block[0].value || !l.block[1].value || !l.block[2].value) return false;
    return *l.block[0].value * *l.block[1].value * *l.block[2].value <= most && std::ranges::find(c.reached_calls(l.function), &w) != c.reached_calls(l.function).end();
  });
}

void group_mask(Context& c) {
  for (const WarpCall& w : c.facts.warp_calls) {
    if (w.meaning == Meaning::port || w.kind == WarpCall::Kind::sync || !w.mask || w.lanes_chosen || w.mask_from_lanes) continue;
    auto bits = static_cast<uint64_t>(*w.mask);
    const int ones = std::popcount(bits);
    // Low ones only: the mask of a half or a quarter of a warp, ...
    if (ones < 4 || ones >= 32 || !std::has_single_bit(bits + 1)) continue;
    // ... given with a width that says that there are more such groups, or for lanes that are computed.
    if (w.width != ones && (w.distance.flow == 0 || w.guarded)) continue;
    if (launched_small(c, w, ones)) continue;
    c.find(w.place, w.function, fmt::format("{} is given the mask 0x{:x}, which is that of the first lanes, by every group of lanes", w.name, bits), w.name);
  }
}

using enum Severity;

constexpr Check checks[] = {
    {{1231, error, "32-bit mask for a function that takes 64 bits", "makes the local variable that holds the mask unsigned long long"}, narrow_argument},
    {{1232, warning, "Mask that leaves out the upper half of the wave"}, half_mask},
    {{1233, warning, "Mask of lanes kept in 32 bits", "makes the local variable unsigned long long"}, stored},
    {{1234, warning, "Bits of a lane mask counted in 32 bits", "calls the function that counts in 64 bits"}, counted},
    {{1235, warning, "Lane's bit made in 32 bits", "shifts 1ull, and makes the local variables that keep the result unsigned long long"}, lane_bit},
    {{1236, warning, "Lane mask compared with 32 ones"}, compared},
    {{1237, warning, "Lane mask in memory"}, escaped},
    {{1239, warning, "Mask of the first lanes given by all groups"}, group_mask},
};

}  // namespace

std::span<const Check> mask_checks() { return checks; }

}  // namespace wavelift::lint
