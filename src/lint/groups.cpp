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

void reductions(Context& c) {
  for (const WarpCall& w : c.facts.warp_calls) {
    if (w.meaning != Meaning::hip || w.kind != WarpCall::Kind::reduce) continue;
    bool bits = w.name.find("and") != w.name.npos || w.name.find("or_") != w.name.npos;
    c.find_always(w.place, fmt::format("{} is there from ROCm 7.0 on{}", w.name, bits ? ", and its result for some masks was changed in 7.13" : ""), w.name);
  }
}

void lanes_one_by_one(Context& c) {
  for (const WarpCall& w : c.facts.warp_calls)
    if (w.meaning == Meaning::hip && w.mask_from_lanes && w.kind != WarpCall::Kind::sync)
      c.find_always(w.place, fmt::format("the mask of {} may differ between lanes or have holes: it is then worked off mask by mask; lanes from 0 on are fast", w.name), w.name);
}

// What HIP's shuffles take: whole numbers and floating point of 32 and 64 bits, and half's two types.
bool takes(std::string_view type) {
  for (std::string_view plain : {"int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "float", "double", "__half", "__half2", "short", "unsigned short", "char",
                                 "signed char", "unsigned char", "bool", ""})
    if (type == plain) return true;
  return false;
}

void shuffled_types(Context& c) {
  for (const WarpCall& w : c.facts.warp_calls)
    if (w.meaning == Meaning::hip && !takes(w.value_type))
      c.find_always(w.place, fmt::format("{} of {}: HIP has no such overload in all versions; shuffle its bits as unsigned int", w.name, w.value_type), w.value_type);
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

void mentions(Context& c, std::initializer_list<std::string_view> names, const char* message) {
  for (const Mention& m : c.facts.mentions)
    for (std::string_view n : names)
      if (m.name == n || m.name.ends_with(std::string("::") + std::string(n))) c.find_always(m.place, fmt::format(fmt::runtime(message), m.name), m.name);
}

void clusters(Context& c) {
  mentions(c, {"this_cluster", "cluster_group", "__cluster_dims__", "cudaLaunchAttributeClusterDimension", "map_shared_rank"},
           "{}: AMD GPUs have no clusters of blocks and no shared memory of another block; divide the work among blocks through global memory");
}

void group_algorithms(Context& c) {
  mentions(c, {"cg::reduce", "cooperative_groups::reduce"}, "{} is there from ROCm 7.13 on, and right for blocks of two or three dimensions from 10.0 on; shuffles do it everywhere");
  mentions(c, {"cg::inclusive_scan", "cooperative_groups::inclusive_scan", "cg::exclusive_scan", "cooperative_groups::exclusive_scan"}, "{} is there from ROCm 10.0 on; shuffles do it everywhere");
}

// The compiler has no way to make it for a wave of 64.
void narrow_ballot(Context& c) {
  auto is_wide = [](const std::string& t) { return t.starts_with("gfx9"); };
  if (c.facts.cuda || (!c.options.targets.empty() && std::ranges::none_of(c.options.targets, is_wide))) return;
  mentions(c, {"__builtin_amdgcn_ballot_w32"}, "{} is of waves of 32 lanes alone: take __builtin_amdgcn_ballot_w64 and cut it");
}

using enum Severity;

constexpr Check checks[] = {
    {{1253, info, "Active lanes taken for the lanes that take part"}, lanes_that_happen},
    {{1254, info, "Warp reduction of newer ROCm versions"}, reductions},
    {{1255, info, "Mask that is worked off lane by lane"}, lanes_one_by_one},
    {{1256, warning, "Shuffle of a type that HIP does not shuffle"}, shuffled_types},
    {{1257, warning, "Tile of 32 lanes beside intrinsics of the wave"}, tiles_and_waves},
    {{1265, error, "Clusters of blocks"}, clusters},
    {{1266, error, "Ballot of 32 lanes for a wave of 64"}, narrow_ballot},
    {{1267, info, "Group algorithm of newer ROCm versions"}, group_algorithms},
};

}  // namespace

std::span<const Check> group_checks() { return checks; }

}  // namespace wavelift::lint
