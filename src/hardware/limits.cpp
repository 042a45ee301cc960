#include "hardware/limits.h"
#include <algorithm>
#include <vector>

namespace wavelift::hardware {

namespace {

// 800 registers a SIMD, in LLVM's steps.
int waves_by_sgprs(int sgprs) { return sgprs <= 80 ? 10 : sgprs <= 88 ? 9 : sgprs <= 100 ? 8 : 7; }

int round_up(int x, int to) { return (x + to - 1) / to * to; }

}  // namespace

Limits limits_of(const Spec& s) {
  return {.name = s.name,
          .unified_agprs = s.whole(Key::unified_agprs) != 0,
          .sgprs_limit = s.whole(Key::sgprs_per_simd) != 0,
          .max_groups_per_cu = s.whole(Key::max_groups_per_cu),
          .small_groups_count = s.vendor == Vendor::nvidia,
          .lds_per_unit = s.whole(Key::lds_per_unit),
          .lds_reserved = s.whole(Key::lds_reserved),
          .cus_per_unit = s.whole(Key::cus_per_unit),
          .l1_kib = s.whole(Key::l1_kib),
          .l1_line = s.whole(Key::l1_line),
          .l1_ways = s.whole(Key::l1_ways),
          .scalar_kib = s.whole(Key::scalar_kib),
          .scalar_line = s.whole(Key::scalar_line),
          .l2_ways = s.whole(Key::l2_ways),
          .dies = s.whole(Key::dies)};
}

const Limits* find_limits(std::string_view name) {
  static const std::vector<Limits>& all = *[] {   // as in targets()
    auto* executed = new std::vector<Limits>;
    for (const Target& t : targets()) executed->push_back(limits_of(*find_spec(t.name)));
    return executed;
  }();
  name = name.substr(0, name.find(':'));
  for (const Limits& l : all)
    if (l.name == name) return &l;
  return nullptr;
}

Occupancy occupancy(const Target& t, const Limits& l, const KernelNeeds& k) {
  Occupancy o;
  const int waves_of_group = std::max(1, (k.threads + k.wave_size - 1) / k.wave_size);
  const int simds = t.simds_per_cu * l.cus_per_unit;
  o.by_slots = t.max_waves_per_simd;
  // A wave64 of RDNA takes two registers of the wave32 file for each of its own.
  const int file = t.wave_size == 32 && k.wave_size == 64 ? t.vgprs_per_simd_lane / 2 : t.vgprs_per_simd_lane;
  const int granule = t.wave_size == 32 && k.wave_size == 64 ? std::max(1, t.vgpr_granule / 2) : t.vgpr_granule;
  const int vgprs = l.unified_agprs ? k.vgprs : std::max(k.vgprs, k.agprs);
  o.by_vgprs = vgprs > 0 ? std::min(o.by_slots, file / round_up(vgprs, granule)) : o.by_slots;
  o.by_sgprs = l.sgprs_limit ? std::min(o.by_slots, waves_by_sgprs(k.sgprs)) : o.by_slots;
  // Whole workgroups only, spread evenly over the SIMDs of the unit.
  auto waves_for = [&](int groups) { return std::min(o.by_slots, (groups * waves_of_group + simds - 1) / simds); };
  const int lds_groups = k.lds > 0 ? l.lds_per_unit / round_up(k.lds + l.lds_reserved, t.lds_granule) : 1 << 20;
  const bool counted = waves_of_group > 1 || l.small_groups_count;
  const int slot_groups = counted ? l.max_groups_per_cu * l.cus_per_unit : 1 << 20;
  const int wave_slots = std::min({o.by_slots, o.by_vgprs, o.by_sgprs}) * simds;
  o.by_lds = k.lds > 0 ? waves_for(lds_groups) : o.by_slots;
  o.by_groups = counted ? waves_for(slot_groups) : o.by_slots;
  o.groups_per_unit = std::min({wave_slots / waves_of_group, lds_groups, slot_groups});
  o.waves_per_simd = waves_for(o.groups_per_unit);
  const int least = std::min({o.by_slots, o.by_vgprs, o.by_sgprs, o.by_lds, o.by_groups});
  o.limiter = least == o.by_slots    ? "waves"
              : least == o.by_vgprs  ? "VGPRs"
              : least == o.by_sgprs  ? "SGPRs"
              : least == o.by_lds    ? "LDS"
                                     : "workgroups";
  return o;
}

}  // namespace wavelift::hardware
