// Matrix instructions of gfx11, v_wmma_*: D = A * B + C for 16 x 16 matrices over the lanes of a wave, whatever EXEC is.
//
// Lane l holds row l % 16 of A, all sixteen values of it, and column l % 16 of B; every sixteen lanes hold the same. Of C and
// D register v of lane l is row kGroups * v + l / 16, column l % 16, where kGroups is the number of sixteens in a wave.
// 16-bit results lie in one half of each register, by op_sel, and leave the other as it was; C comes from the same half.
//
// Sums run over k in order from C's value, with a fused multiply-add a step in float, and are rounded once to what D holds;
// how the hardware orders and rounds them is not documented. Integers are exact: they wrap, or saturate with clamp.
#include "soft/isa/lanes.h"
#include <algorithm>
#include <limits>

namespace wavelift::soft::WAVE {
namespace {

constexpr int kSize = 16, kGroups = kLanes / kSize, kRegisters = kSize / kGroups;

uint32_t register_of(const Wave& w, const Src& s, int k, int lane) {
  return s.kind == Src::Kind::vector ? w.v[s.index + k].lane[lane] : scalar32(w, s);
}

// Element k of the row or column of `lane`. neg_lo negates a source's low halves, neg_hi its high ones.
struct HalfIn {
  static float get(const Wave& w, const Src& s, uint32_t flags, int source, int lane, int k) {
    const auto bits = static_cast<uint16_t>(register_of(w, s, k / 2, lane) >> (k % 2 * 16));
    const float x = static_cast<float>(std::bit_cast<_Float16>(bits));
    return flags >> ((k % 2 ? 9 : 6) + source) & 1 ? -x : x;
  }
};
struct BfloatIn {
  static float get(const Wave& w, const Src& s, uint32_t flags, int source, int lane, int k) {
    const uint32_t bits = register_of(w, s, k / 2, lane) >> (k % 2 * 16) << 16;
    const float x = std::bit_cast<float>(bits);
    return flags >> ((k % 2 ? 9 : 6) + source) & 1 ? -x : x;
  }
};
// neg_lo says that the values are signed.
template <int Bits> struct IntegerIn {
  static int32_t get(const Wave& w, const Src& s, uint32_t flags, int source, int lane, int k) {
    constexpr int kFields = 32 / Bits;
    const uint32_t top = register_of(w, s, k / kFields, lane) << (32 - Bits - k % kFields * Bits);
    return flags >> (6 + source) & 1 ? static_cast<int32_t>(top) >> (32 - Bits) : static_cast<int32_t>(top >> (32 - Bits));
  }
};

// C and D.
struct FloatOut {
  static float get(uint32_t x, uint32_t flags) {
    float r = std::bit_cast<float>(x);
    if (flags >> 11 & 1) r = __builtin_fabsf(r);
    return flags >> 8 & 1 ? -r : r;
  }
  static uint32_t put(float x, uint32_t, uint32_t) { return std::bit_cast<uint32_t>(x); }
};
// The half that op_sel names, of the register's old value.
inline int half_shift(uint32_t flags) { return flags & 4 ? 16 : 0; }
inline uint32_t put_half(uint32_t half, uint32_t old, uint32_t flags) {
  return half << half_shift(flags) | (old & 0xffff0000u >> half_shift(flags));
}
struct HalfOut {
  static float get(uint32_t x, uint32_t flags) {
    const float r = static_cast<float>(std::bit_cast<_Float16>(static_cast<uint16_t>(x >> half_shift(flags))));
    return flags >> 8 & 1 ? -r : r;
  }
  static uint32_t put(float x, uint32_t old, uint32_t flags) {
    return put_half(std::bit_cast<uint16_t>(static_cast<_Float16>(x)), old, flags);
  }
};
struct BfloatOut {
  static float get(uint32_t x, uint32_t flags) {
    const float r = std::bit_cast<float>(x >> half_shift(flags) << 16);
    return flags >> 8 & 1 ? -r : r;
  }
  static uint32_t put(float x, uint32_t old, uint32_t flags) {
    const auto u = std::bit_cast<uint32_t>(x);
    return put_half((x != x ? u | 0x400000u : u + 0x7fffu + (u >> 16 & 1)) >> 16, old, flags);
  }
};
struct IntegerOut {
  static int64_t get(uint32_t x, uint32_t) { return static_cast<int32_t>(x); }
  static uint32_t put(int64_t x, uint32_t, uint32_t flags) {
    if (flags & kClamp)
      x = std::clamp<int64_t>(x, std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max());
    return static_cast<uint32_t>(x);
  }
};

inline float multiply_add(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline int64_t multiply_add(int32_t a, int32_t b, int64_t c) { return int64_t{a} * b + c; }

template <class In, class Out> const Op* wmma(Wave& w, const Op* op) {
  using Value = decltype(In::get(w, op->a, 0, 0, 0, 0));
  Value a[kSize][kSize], b[kSize][kSize];
  for (int lane = 0; lane < kSize; ++lane)
    for (int k = 0; k < kSize; ++k) {
      a[lane][k] = In::get(w, op->a, op->flags, 0, lane, k);
      b[lane][k] = In::get(w, op->b, op->flags, 1, lane, k);
    }
  decltype(Out::get(0, 0)) sum[kRegisters][kLanes];   // D may overlap the sources
  for (int v = 0; v < kRegisters; ++v)
    for (int lane = 0; lane < kLanes; ++lane) {
      auto s = Out::get(register_of(w, op->c, v, lane), op->flags);
      for (int k = 0; k < kSize; ++k) s = multiply_add(a[kGroups * v + lane / kSize][k], b[lane % kSize][k], s);
      sum[v][lane] = s;
    }
  for (int v = 0; v < kRegisters; ++v)
    for (int lane = 0; lane < kLanes; ++lane) {
      uint32_t& d = w.v[op->dst + v].lane[lane];
      d = Out::put(sum[v][lane], d, op->flags);
    }
  return op + 1;
}

constexpr auto kGfx11 = Generation::gfx11;
constexpr Semantics kTable[] = {
    {"v_wmma_f32_16x16x16_f16", wmma<HalfIn, FloatOut>, 1, Mod::packed, true, false, kGfx11},
    {"v_wmma_f32_16x16x16_bf16", wmma<BfloatIn, FloatOut>, 1, Mod::packed, true, false, kGfx11},
    {"v_wmma_f16_16x16x16_f16", wmma<HalfIn, HalfOut>, 1, Mod::packed, true, false, kGfx11},
    {"v_wmma_bf16_16x16x16_bf16", wmma<BfloatIn, BfloatOut>, 1, Mod::packed, true, false, kGfx11},
    {"v_wmma_i32_16x16x16_iu8", wmma<IntegerIn<8>, IntegerOut>, 1, Mod::packed, true, false, kGfx11},
    {"v_wmma_i32_16x16x16_iu4", wmma<IntegerIn<4>, IntegerOut>, 1, Mod::packed, true, false, kGfx11},
};

} // namespace

std::span<const Semantics> wmma_table() { return kTable; }

} // namespace wavelift::soft::WAVE
