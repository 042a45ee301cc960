// Vector operations that cross lanes or depend on the lane's number.
#include "soft/isa/int_lanes.h"

namespace wavelift::soft::WAVE {
namespace {

using u32 = uint32_t;

// For each lane the bits below it, of the low and of the high half of the wave.
struct LanesBelow {
  alignas(64) u32 low[kLanes];
  alignas(64) u32 high[kLanes];
};
constexpr LanesBelow kBelow = [] {
  LanesBelow t{};
  for (int i = 0; i < kLanes; ++i) {
    t.low[i] = i >= 32 ? ~0u : (1u << i) - 1;
    t.high[i] = i < 32 ? 0u : (1u << (i - 32)) - 1;
  }
  return t;
}();

template <bool High> const Op* masked_count(Wave& w, const Op* op) {
  Lanes<u32> a(w, op->a, 0), b(w, op->b, 1);
  const u32* below = High ? kBelow.high : kBelow.low;
  store_lanes(w, op->dst, [&](int i) { return static_cast<u32>(std::popcount(a[i] & below[i])) + b[i]; });
  WL_NEXT(w, op);
}

u32 lane_of(const Wave& w, const Src& s, u32 lane) {
  return s.kind == Src::Kind::vector ? w.v[s.index].lane[lane] : scalar32(w, s);
}

// Both ignore EXEC.
const Op* readlane(Wave& w, const Op* op) {
  w.s[op->sdst] = lane_of(w, op->a, scalar32(w, op->b) & (kLanes - 1));
  WL_NEXT(w, op);
}
const Op* writelane(Wave& w, const Op* op) {
  w.v[op->dst].lane[scalar32(w, op->b) & (kLanes - 1)] = scalar32(w, op->a);
  WL_NEXT(w, op);
}
// Lane 0 when no lane is on.
const Op* readfirstlane(Wave& w, const Op* op) {
  const uint64_t e = w.exec();
  w.s[op->sdst] = lane_of(w, op->a, e == 0 ? 0 : static_cast<u32>(std::countr_zero(e)));
  WL_NEXT(w, op);
}

// Within a row of 16 lanes, or from the other row of a pair (Cross): lane i reads lane number i of the sixteen 4-bit
// fields in b and c. A source that is off: op_sel bit 0 reads it all the same, bit 1 gives 0, else nothing is written.
template <bool Cross> const Op* permlane16(Wave& w, const Op* op) {
  const uint64_t selectors = scalar32(w, op->b) | static_cast<uint64_t>(scalar32(w, op->c)) << 32;
  const bool fetch_inactive = op->flags & 1, zero = op->flags & 2;
  const uint64_t exec = w.exec();
  const Row source = w.v[op->a.index];
  Row& d = w.v[op->dst];
  for (int i = 0; i < kLanes; ++i) {
    if (!(exec >> i & 1)) continue;
    const int from = ((i & ~15) ^ (Cross ? 16 : 0)) | static_cast<int>(selectors >> (4 * (i & 15)) & 15);
    if (fetch_inactive || (exec >> from & 1))
      d.lane[i] = source.lane[from];
    else if (zero)
      d.lane[i] = 0;
  }
  return op + 1;
}
// The halves of a wave of 64 lanes change places.
const Op* permlane64(Wave& w, const Op* op) {
  const Row source = w.v[op->a.index];
  store_lanes(w, op->dst, [&](int i) { return source.lane[kLanes == 64 ? i ^ 32 : i]; });
  return op + 1;
}

constexpr Semantics kTable[] = {
    {"v_readlane_b32", readlane},
    {"v_writelane_b32", writelane},
    {"v_readfirstlane_b32", readfirstlane},
    {"v_permlane16_b32", permlane16<false>, 1, Mod::packed},
    {"v_permlanex16_b32", permlane16<true>, 1, Mod::packed},
    {"v_permlane64_b32", permlane64},
    {"v_mbcnt_lo_u32_b32", masked_count<false>},
    {"v_mbcnt_hi_u32_b32", masked_count<true>},
};

} // namespace

std::span<const Semantics> vop_lane_table() { return kTable; }

} // namespace wavelift::soft::WAVE
