// What a compute unit of a target can hold at once, and its caches: the numbers that occupancy and cache models need
// beyond targets.h.
#pragma once
#include "hardware/targets.h"

namespace wavelift::hardware {

struct Limits {
  std::string_view name;        // as Target::name
  bool unified_agprs;           // AGPRs come out of the same file as VGPRs
  bool sgprs_limit;             // a SIMD's waves share 800 scalar registers; else each has its own
  int max_groups_per_cu;        // workgroups of more than one wave
  bool small_groups_count;      // those of one wave, too (NVIDIA's)
  int lds_per_unit;             // bytes that the workgroups of one unit share: a CU's, a WGP's on RDNA
  int lds_reserved;             // bytes that the system takes for each workgroup
  int cus_per_unit;             // 1, or 2 where a workgroup may spread over both CUs of a WGP
  int l1_kib;                   // vector L1 of a CU (L0 on RDNA)
  int l1_line;                  // bytes
  int l1_ways;
  int scalar_kib;               // scalar data cache, as one wave sees it
  int scalar_line;
  int l2_ways;
  int dies;                     // L2 caches that do not share lines; Target::l2_kib is of one
};

// Of any card.
Limits limits_of(const Spec& spec);
// Of a target such as "gfx90a"; null when there is none.
const Limits* find_limits(std::string_view name);

struct KernelNeeds {
  int vgprs = 0;                // a lane, without AGPRs unless unified
  int agprs = 0;                // a lane, where they are a file of their own
  int sgprs = 0;                // a wave, with VCC and the like
  int lds = 0;                  // bytes a workgroup
  int threads = 1;              // a workgroup
  int wave_size = 64;
};

struct Occupancy {
  int waves_per_simd = 0;       // that are resident at once when there is work enough
  int groups_per_unit = 0;
  // What each resource alone would allow, in waves a SIMD.
  int by_slots = 0, by_vgprs = 0, by_sgprs = 0, by_lds = 0, by_groups = 0;
  std::string_view limiter;     // "waves", "VGPRs", "SGPRs", "LDS", "workgroups"; the first of equals in that order
};

// Formulas: hardware/limits.cpp. What does not limit gives by_slots. waves_per_simd is of whole workgroups, and may be less
// than each of the others.
Occupancy occupancy(const Target& target, const Limits& limits, const KernelNeeds& needs);

}  // namespace wavelift::hardware
