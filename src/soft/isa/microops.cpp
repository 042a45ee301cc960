// The micro-ops that lowering puts around an operation: source modifiers, SDWA selects, DPP, clamp, omod,
// merges. Source preparation fills all lanes of a temporary row; destination steps work under EXEC.
#include "soft/isa/lanes.h"
#include <array>

namespace wavelift::soft::WAVE {
namespace {

using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;

template <class F> void fill(Row& dst, F f) {
  Row r;
  for (int i = 0; i < kLanes; ++i) r.lane[i] = f(i);
  dst = r;
}

// abs, then neg, on the row that holds the sign.
void modify(Row& dst, const u32* a, u32 sign, int imm) {
  const u32 keep = imm & 1 ? ~sign : ~0u, flip = imm & 2 ? sign : 0u;
  fill(dst, [&](int i) { return (a[i] & keep) ^ flip; });
}

// Where the lanes of a DPP control read from, and which of them read inside the wave or row.
struct Permutation {
  std::array<uint8_t, kLanes> from{};
  u64 valid = kAllLanes;
};

// The lane that `lane` reads, or -1.
int dpp_source(int ctrl, int lane) {
  const int row = lane & ~15, at = lane & 15, n = ctrl & 15;
  if (ctrl <= 0xff) return (lane & ~3) | (ctrl >> (2 * (lane & 3)) & 3);
  switch (ctrl) {
  case 0x130:
    return lane == kLanes - 1 ? -1 : lane + 1;
  case 0x134:
    return (lane + 1) & (kLanes - 1);
  case 0x138:
    return lane - 1;
  case 0x13c:
    return (lane - 1) & (kLanes - 1);
  case 0x140:
    return row | (15 - at);
  case 0x141:
    return lane ^ 7;
  case 0x142:
    return row - 1;
  case 0x143:
    return lane < 32 ? -1 : 31;
  default:
    break;
  }
  switch (ctrl >> 4) {
  case 0x10:
    return at + n > 15 ? -1 : lane + n;
  case 0x11:
    return at - n < 0 ? -1 : lane - n;
  case 0x12:
    return row | ((at - n) & 15);
  case 0x15:
    return row | n;
  case 0x16:
    return row | (at ^ n);
  default:
    return lane;
  }
}

const Permutation& permutation(u32 ctrl) {
  static const std::array<Permutation, 0x200> table = [] {
    std::array<Permutation, 0x200> t;
    for (int ctrl = 0; ctrl < 0x200; ++ctrl)
      for (int lane = 0; lane < kLanes; ++lane) {
        const int from = dpp_source(ctrl, lane);
        auto& p = t[static_cast<size_t>(ctrl)];
        if (from < 0) p.valid &= ~(1ull << lane);
        p.from[static_cast<size_t>(lane)] = static_cast<uint8_t>(from < 0 ? lane : from);
      }
    return t;
  }();
  return table[ctrl & 0x1ff];
}

// Lanes that row_mask and bank_mask let through: bit r is row r, bit b is lanes 4b to 4b + 3 of each row.
u64 enabled_lanes(u32 row_mask, u32 bank_mask) {
  u64 banks = 0, r = 0;
  for (unsigned b = 0; b < 4; ++b)
    if (bank_mask >> b & 1) banks |= 0xfull << (4 * b);
  for (unsigned row = 0; row < 4; ++row)
    if (row_mask >> row & 1) r |= banks << (16 * row);
  return r;
}

// Lanes that are not in `valid` get 0.
void permute(Row& dst, const u32* a, const Permutation& p, u64 valid) {
  Row r;
  for (size_t i = 0; i < kLanes; ++i) r.lane[i] = a[p.from[i]];
  if (valid != kAllLanes)
    for (int i = 0; i < kLanes; ++i) r.lane[i] &= 0u - static_cast<u32>(valid >> i & 1);
  dst = r;
}

// The lanes whose source is on.
u64 active_sources(const Permutation& p, u64 exec) {
  u64 r = 0;
  for (size_t i = 0; i < kLanes; ++i) r |= (exec >> p.from[i] & 1) << i;
  return r;
}

// To [0, 1]; NaN and zeros of either sign give +0.
template <class T> const Op* clamp(Wave& w, const Op* op) {
  Lanes<T> a(w, {Src::Kind::vector, sizeof(T) / 4, op->dst}, 0);
  store_lanes(w, op->dst, [&](int i) {
    const T x = a[i];
    return x > T{0} ? (x < T{1} ? x : T{1}) : T{0};
  });
  WL_NEXT(w, op);
}

// Scales by imm: 1 *2, 2 *4, 3 /2. The hardware does it only where MODE flushes denormal results; zeros lose
// their sign.
template <class T> const Op* omod(Wave& w, const Op* op) {
  const u32 denormal_results = sizeof(T) == 4 ? 1u << 5 : 1u << 7;
  if (w.mode & denormal_results) WL_NEXT(w, op);
  static constexpr float kScale[] = {1.0f, 2.0f, 4.0f, 0.5f};
  const T scale = static_cast<T>(kScale[op->imm & 3]);
  const T smallest = sizeof(T) == 8   ? static_cast<T>(0x1p-1022)
                     : sizeof(T) == 4 ? static_cast<T>(0x1p-126)
                                      : static_cast<T>(0x1p-14);
  Lanes<T> a(w, {Src::Kind::vector, sizeof(T) / 4, op->dst}, 0);
  store_lanes(w, op->dst, [&](int i) {
    const T x = static_cast<T>(a[i] * scale);
    return ((x < smallest) & (x > -smallest)) ? T{0} : x;
  });
  WL_NEXT(w, op);
}

} // namespace

const Op* MicroOps::modify_f16(Wave& w, const Op* op) {
  modify(w.v[op->dst], rows_of<false>(w, op->a, 0).lo, 0x8000u, op->imm);
  WL_NEXT(w, op);
}
const Op* MicroOps::modify_f32(Wave& w, const Op* op) {
  modify(w.v[op->dst], rows_of<false>(w, op->a, 0).lo, 0x80000000u, op->imm);
  WL_NEXT(w, op);
}
const Op* MicroOps::modify_f64(Wave& w, const Op* op) {
  const LanePtr a = rows_of<true>(w, op->a, 0);
  Row high;
  modify(high, a.hi, 0x80000000u, op->imm);
  fill(w.v[op->dst], [&](int i) { return a.lo[i]; });
  w.v[op->dst + 1] = high;
  WL_NEXT(w, op);
}

const Op* MicroOps::select(Wave& w, const Op* op) {
  const u32* a = rows_of<false>(w, op->a, 0).lo;
  const int sel = op->imm & 7;
  const bool sign = op->imm & 8;
  // Shift the field to the top, then down again with or without its sign.
  const int bits = sel < 4 ? 8 : sel < 6 ? 16 : 32;
  const int low = sel < 4 ? sel * 8 : sel < 6 ? (sel - 4) * 16 : 0;
  const int up = 32 - bits - low, down = 32 - bits;
  if (sign)
    fill(w.v[op->dst], [&](int i) { return static_cast<u32>(static_cast<int32_t>(a[i] << up) >> down); });
  else
    fill(w.v[op->dst], [&](int i) { return a[i] << up >> down; });
  WL_NEXT(w, op);
}

const Op* MicroOps::dpp_begin(Wave& w, const Op* op) {
  const u32 control = static_cast<u32>(op->imm);
  const Permutation& p = permutation(control & 0xffff);
  const bool bound = control >> 24 & 1, active_only = control >> 25 & 1, wide = op->a.dwords == 2;
  w.saved_exec = w.exec();
  u64 valid = p.valid;
  if (active_only && !w.exec_full) valid &= active_sources(p, w.saved_exec);
  const LanePtr a = wide ? rows_of<true>(w, op->a, 0) : rows_of<false>(w, op->a, 0);
  permute(w.v[op->dst], a.lo, p, bound ? valid : kAllLanes);
  if (wide) permute(w.v[op->dst + 1], a.hi, p, bound ? valid : kAllLanes);
  const u64 on = w.saved_exec & enabled_lanes(control >> 16 & 0xf, control >> 20 & 0xf) & (bound ? kAllLanes : valid);
  if (on != w.saved_exec) {
    w.set_mask(kExec, on);
    WAVE::refresh_exec(w);
  }
  WL_NEXT(w, op);
}
const Op* MicroOps::dpp8(Wave& w, const Op* op) {
  const u32 control = static_cast<u32>(op->imm);
  Permutation p;
  for (int i = 0; i < kLanes; ++i)
    p.from[static_cast<size_t>(i)] = static_cast<uint8_t>((i & ~7) | static_cast<int>(control >> (3 * (i & 7)) & 7));
  const u32* a = rows_of<false>(w, op->a, 0).lo;
  permute(w.v[op->dst], a, p, control >> 24 & 1 || w.exec_full ? kAllLanes : active_sources(p, w.exec()));
  return op + 1;
}
const Op* MicroOps::dpp_end(Wave& w, const Op* op) {
  if (w.exec() != w.saved_exec) {
    w.set_mask(kExec, w.saved_exec);
    WAVE::refresh_exec(w);
  }
  WL_NEXT(w, op);
}

const Op* MicroOps::clamp_f16(Wave& w, const Op* op) { WL_BECOME(clamp<_Float16>(w, op)); }
const Op* MicroOps::clamp_f32(Wave& w, const Op* op) { WL_BECOME(clamp<float>(w, op)); }
const Op* MicroOps::clamp_f64(Wave& w, const Op* op) { WL_BECOME(clamp<double>(w, op)); }
const Op* MicroOps::omod_f16(Wave& w, const Op* op) { WL_BECOME(omod<_Float16>(w, op)); }
const Op* MicroOps::omod_f32(Wave& w, const Op* op) { WL_BECOME(omod<float>(w, op)); }
const Op* MicroOps::omod_f64(Wave& w, const Op* op) { WL_BECOME(omod<double>(w, op)); }

const Op* MicroOps::merge(Wave& w, const Op* op) {
  const u32* a = rows_of<false>(w, op->a, 0).lo;
  const u32* old = w.v[op->dst].lane;
  const int sel = op->imm & 7, unused = op->imm >> 3 & 3;
  const int bits = sel < 4 ? 8 : sel < 6 ? 16 : 32;
  const int low = sel < 4 ? sel * 8 : sel < 6 ? (sel - 4) * 16 : 0;
  const u32 mask = (bits == 32 ? ~0u : (1u << bits) - 1) << low;
  const int up = 32 - bits, down = 32 - bits - low;
  if (unused == 2) store_lanes(w, op->dst, [&](int i) { return (a[i] << low & mask) | (old[i] & ~mask); });
  // Above the field its sign, below zeros.
  else if (unused == 1)
    store_lanes(w, op->dst,
                [&](int i) { return static_cast<u32>(static_cast<int32_t>(a[i] << up) >> down); });
  else
    store_lanes(w, op->dst, [&](int i) { return a[i] << low & mask; });
  WL_NEXT(w, op);
}
const Op* MicroOps::polled(Wave& w, const Op* op) {
  ++w.polls;
  WL_NEXT(w, op);
}

const Op* MicroOps::refresh_exec(Wave& w, const Op* op) {
  WAVE::refresh_exec(w);
  WL_NEXT(w, op);
}

} // namespace wavelift::soft::WAVE
