// Matrix instructions, v_mfma_* and v_smfmac_*: D = A * B + C for one or more blocks of small matrices that lie over the
// lanes of a wave. EXEC does not matter to them.
//
// A is M x K a block. Lane l holds row l % M; the lanes' groups l / M count the blocks first and then groups
// of K, of which each lane has as many neighbouring values as its registers hold. B is the same with columns
// for rows. The accumulators C and D are described at `layout`.
//
// Sums run over k in order, with a fused multiply-add a step; how the hardware orders and rounds them is not
// documented. The forms of gfx908 and gfx90a on halves (names without an underscore before the type) take and
// give denormals as zeros.
//
// Op::imm holds the modifiers: bits 2:0 cbsz, 7:4 abid, 10:8 blgp.
#include "soft/isa/float8.h"
#include "soft/isa/op.h"
#include <bit>
#include <cstring>
#include <type_traits>

namespace wavelift::soft::WAVE {
namespace {

// Input types: how many lie in a lane's registers follows from the shape; `get` is number j of lane l from
// row `row`.
struct F64In {
  using Value = double;
  static Value get(const Wave& w, int row, int l, int j) {
    const int r = row + 2 * j;
    return std::bit_cast<double>(w.v[r].lane[l] | static_cast<uint64_t>(w.v[r + 1].lane[l]) << 32);
  }
};
struct F32In {
  using Value = float;
  static Value get(const Wave& w, int row, int l, int j) {
    return std::bit_cast<float>(w.v[row + j].lane[l]);
  }
};
// xf32: a float of 10 bits of mantissa, to which inputs are rounded (to nearest even).
struct Xf32In {
  using Value = float;
  static Value get(const Wave& w, int row, int l, int j) {
    const float x = F32In::get(w, row, l, j);
    const auto u = std::bit_cast<uint32_t>(x);
    return x - x != 0 ? x : std::bit_cast<float>((u + 0xfffu + (u >> 13 & 1)) & ~0x1fffu);
  }
};
inline uint32_t half_word(const Wave& w, int row, int l, int j) {
  return w.v[row + j / 2].lane[l] >> (j % 2 * 16) & 0xffff;
}
inline uint8_t byte_of(const Wave& w, int row, int l, int j) {
  return static_cast<uint8_t>(w.v[row + j / 4].lane[l] >> (j % 4 * 8));
}
struct F16In {
  using Value = float;
  static Value get(const Wave& w, int row, int l, int j) {
    return static_cast<float>(std::bit_cast<_Float16>(static_cast<uint16_t>(half_word(w, row, l, j))));
  }
};
struct Bf16In {
  using Value = float;
  static Value get(const Wave& w, int row, int l, int j) {
    return std::bit_cast<float>(half_word(w, row, l, j) << 16);
  }
};
// gfx908 and gfx90a: an input denormal counts as zero.
template <class In, uint32_t Smallest> struct Flushed {
  using Value = float;
  static constexpr bool flushes = true;
  static Value get(const Wave& w, int row, int l, int j) {
    const float x = In::get(w, row, l, j);
    return __builtin_fabsf(x) < std::bit_cast<float>(Smallest) ? 0.0f : x;
  }
};
using F16Flushed = Flushed<F16In, 0x38800000>;   // 2^-14
using Bf16Flushed = Flushed<Bf16In, 0x00800000>; // 2^-126
struct I8In {
  using Value = int32_t;
  static Value get(const Wave& w, int row, int l, int j) {
    return static_cast<int8_t>(byte_of(w, row, l, j));
  }
};
template <class Format> struct Float8In {
  using Value = float;
  static Value get(const Wave& w, int row, int l, int j) { return Format::kValues[byte_of(w, row, l, j)]; }
};

inline float multiply_add(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double multiply_add(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline int32_t multiply_add(int32_t a, int32_t b, int32_t c) {
  return static_cast<int32_t>(static_cast<uint32_t>(a * b) + static_cast<uint32_t>(c));
}

// Known at run time inside, so that there is one copy of the code for a pair of input types.
struct Shape {
  int m, k, blocks;
};
constexpr int kMostInputs = 1024, kMostOutputs = 2048;

// Where register v (pair, for doubles) of lane l lies in the accumulator [block][i][j]. The column j is l %
// M.
//   32-bit, 16 x 16 and 32 x 32: four rows of a column follow each other in four registers, then the next
//   group of lanes has its four; blocks follow in the registers. 32-bit, 4 x 4: the four registers are the
//   rows; blocks follow in the lanes. 64-bit: the groups of lanes have a row each, then the next register; 4
//   x 4: blocks, then rows in the lanes.
int layout(Shape s, bool wide, int v, int l) {
  const int groups = 64 / s.m, j = l % s.m, g = l / s.m;
  int block = 0, i = 0;
  if (s.m == 4) {
    block = g % s.blocks;
    i = wide ? g / s.blocks : v;
  } else if (wide) {
    i = groups * v + g;
  } else {
    const int registers = s.m * s.m / 64, u = v % registers;
    block = v / registers;
    i = 4 * groups * (u / 4) + 4 * g + u % 4;
  }
  return (block * s.m + i) * s.m + j;
}

// The lane whose B a lane uses.
int b_lane(int blgp, int l) {
  switch (blgp) {
  case 1:
    return l % 32;
  case 2:
    return l % 32 + 32;
  case 3:
    return (l + 16) % 64;
  case 4:
  case 5:
  case 6:
  case 7:
    return l % 16 + 16 * (blgp - 4);
  default:
    return l;
  }
}

template <class V> V accumulator(const Wave& w, const Src& s, int v, int l) {
  constexpr int dwords = sizeof(V) / 4;
  uint32_t x[2] = {};
  for (int d = 0; d < dwords; ++d) {
    if (s.kind == Src::Kind::vector)
      x[d] = w.v[s.index + v * dwords + d].lane[l];
    else if (s.kind == Src::Kind::constant)
      x[d] = w.k[s.index + d].lane[l];
    else
      x[d] = w.s[s.index + d];
  }
  V r;
  std::memcpy(&r, x, sizeof r);
  return r;
}

// c[M][M] += a[M][K] * b[K][M]
template <class V> void multiply(int m, int depth, const V* a, const V* b, V* c) {
  for (int i = 0; i < m; ++i)
    for (int k = 0; k < depth; ++k) {
      const V x = a[i * depth + k];
      for (int j = 0; j < m; ++j) c[i * m + j] = multiply_add(x, b[k * m + j], c[i * m + j]);
    }
}

template <class InA, class InB> const Op* run(Wave& w, const Op* op, Shape s) {
  using V = typename InA::Value;
  constexpr bool wide = sizeof(V) == 8;
  constexpr int dwords = sizeof(V) / 4;
  const int per_lane = s.k * s.m * s.blocks / 64, registers = s.m * s.m * s.blocks / 64;
  const int cbsz = op->imm & 7, abid = op->imm >> 4 & 15, blgp = op->imm >> 8 & 7;

  alignas(32) V a[kMostInputs], b[kMostInputs], c[kMostOutputs];
  for (int l = 0; l < kLanes; ++l) {
    const int g = l / s.m, block = g % s.blocks, i = l % s.m;
    for (int j = 0; j < per_lane; ++j) {
      const int k = g / s.blocks * per_lane + j;
      a[(block * s.m + i) * s.k + k] = InA::get(w, op->a.index, l, j);
      b[(block * s.k + k) * s.m + i] = InB::get(w, op->b.index, wide ? l : b_lane(blgp, l), j);
    }
  }
  for (int v = 0; v < registers; ++v)
    for (int l = 0; l < kLanes; ++l) c[layout(s, wide, v, l)] = accumulator<V>(w, op->c, v, l);
  if constexpr (wide) { // here blgp negates A, B and C
    for (int n = 0; n < s.blocks * s.m * s.k; ++n) a[n] = (blgp ^ blgp >> 1) & 1 ? -a[n] : a[n];
    for (int n = 0; n < s.blocks * s.m * s.m; ++n) c[n] = blgp & 4 ? -c[n] : c[n];
  }
  for (int n = 0; n < s.blocks; ++n) {
    // A of one block serves a group of 2^cbsz.
    const int from = cbsz ? ((n >> cbsz << cbsz) + abid) % s.blocks : n;
    multiply(s.m, s.k, a + from * s.m * s.k, b + n * s.m * s.k, c + n * s.m * s.m);
  }
  for (int v = 0; v < registers; ++v)
    for (int l = 0; l < kLanes; ++l) {
      V r = c[layout(s, wide, v, l)];
      if constexpr (requires { InA::flushes; })
        if (__builtin_fabsf(r) < 0x1p-126f) r = __builtin_copysignf(0, r);
      uint32_t x[dwords];
      std::memcpy(x, &r, sizeof r);
      for (int d = 0; d < dwords; ++d) w.v[op->dst + v * dwords + d].lane[l] = x[d];
    }
  return op + 1;
}
template <class InA, int M, int K, int Blocks = 1, class InB = InA> const Op* mfma(Wave& w, const Op* op) {
  static_assert(M * K * Blocks <= kMostInputs && M * M * Blocks <= kMostOutputs);
  return run<InA, InB>(w, op, {M, K, Blocks});
}

// Sparse: of every four neighbouring values of a row of A two are there, and a third source tells by two bits each which.
// The destination is the accumulator. A lane's values of B, twice as many as of A, are neighbours along K, and its values of
// A belong to the same range. cbsz 0: abid names the field of the index register; else it is the lowest one.
template <class InA, class InB, int M, int K> const Op* smfmac(Wave& w, const Op* op) {
  using V = typename InA::Value;
  constexpr int kGroups = 64 / M, kB = K / kGroups, kA = kB / 2, kRegisters = M * M / 64;
  const int cbsz = op->imm & 7, field = cbsz ? 0 : op->imm >> 4 & (16 / kA - 1);
  V a[M][K / 2], b[K][M], c[M * M];
  int place[M][K / 2];   // along K
  for (int l = 0; l < kLanes; ++l) {
    const int g = l / M, i = l % M;
    const uint32_t index = w.v[op->c.index].lane[l] >> (field * 2 * kA);
    for (int j = 0; j < kA; ++j) {
      a[i][g * kA + j] = InA::get(w, op->a.index, l, j);
      place[i][g * kA + j] = g * kB + 4 * (j / 2) + static_cast<int>(index >> (2 * j) & 3);
    }
    for (int j = 0; j < kB; ++j) b[g * kB + j][i] = InB::get(w, op->b.index, l, j);
  }
  const Src d{Src::Kind::vector, 1, op->dst};
  for (int v = 0; v < kRegisters; ++v)
    for (int l = 0; l < kLanes; ++l) c[layout({M, K, 1}, false, v, l)] = accumulator<V>(w, d, v, l);
  for (int i = 0; i < M; ++i)
    for (int n = 0; n < K / 2; ++n)
      for (int j = 0; j < M; ++j) c[i * M + j] = multiply_add(a[i][n], b[place[i][n]][j], c[i * M + j]);
  for (int v = 0; v < kRegisters; ++v)
    for (int l = 0; l < kLanes; ++l)
      w.v[op->dst + v].lane[l] = std::bit_cast<uint32_t>(c[layout({M, K, 1}, false, v, l)]);
  return op + 1;
}

constexpr Semantics kTable[] = {
    // gfx908, gfx90a
    {"v_mfma_f32_32x32x1f32", mfma<F32In, 32, 1, 2>},
    {"v_mfma_f32_16x16x1f32", mfma<F32In, 16, 1, 4>},
    {"v_mfma_f32_4x4x1f32", mfma<F32In, 4, 1, 16>},
    {"v_mfma_f32_32x32x2f32", mfma<F32In, 32, 2>},
    {"v_mfma_f32_16x16x4f32", mfma<F32In, 16, 4>},
    {"v_mfma_f32_32x32x4f16", mfma<F16Flushed, 32, 4, 2>},
    {"v_mfma_f32_16x16x4f16", mfma<F16Flushed, 16, 4, 4>},
    {"v_mfma_f32_4x4x4f16", mfma<F16Flushed, 4, 4, 16>},
    {"v_mfma_f32_32x32x8f16", mfma<F16Flushed, 32, 8>},
    {"v_mfma_f32_16x16x16f16", mfma<F16Flushed, 16, 16>},
    {"v_mfma_f32_32x32x2bf16", mfma<Bf16Flushed, 32, 2, 2>},
    {"v_mfma_f32_16x16x2bf16", mfma<Bf16Flushed, 16, 2, 4>},
    {"v_mfma_f32_4x4x2bf16", mfma<Bf16Flushed, 4, 2, 16>},
    {"v_mfma_f32_32x32x4bf16", mfma<Bf16Flushed, 32, 4>},
    {"v_mfma_f32_16x16x8bf16", mfma<Bf16Flushed, 16, 8>},
    {"v_mfma_f32_32x32x4bf16_1k", mfma<Bf16Flushed, 32, 4, 2>},
    {"v_mfma_f32_16x16x4bf16_1k", mfma<Bf16Flushed, 16, 4, 4>},
    {"v_mfma_f32_4x4x4bf16_1k", mfma<Bf16Flushed, 4, 4, 16>},
    {"v_mfma_f32_32x32x8bf16_1k", mfma<Bf16Flushed, 32, 8>},
    {"v_mfma_f32_16x16x16bf16_1k", mfma<Bf16Flushed, 16, 16>},
    {"v_mfma_i32_32x32x4i8", mfma<I8In, 32, 4, 2>},
    {"v_mfma_i32_16x16x4i8", mfma<I8In, 16, 4, 4>},
    {"v_mfma_i32_4x4x4i8", mfma<I8In, 4, 4, 16>},
    {"v_mfma_i32_32x32x8i8", mfma<I8In, 32, 8>},
    {"v_mfma_i32_16x16x16i8", mfma<I8In, 16, 16>},
    {"v_mfma_f64_16x16x4f64", mfma<F64In, 16, 4>},
    {"v_mfma_f64_4x4x4f64", mfma<F64In, 4, 4, 4>},
    // gfx940
    {"v_mfma_f32_32x32x1_2b_f32", mfma<F32In, 32, 1, 2>},
    {"v_mfma_f32_16x16x1_4b_f32", mfma<F32In, 16, 1, 4>},
    {"v_mfma_f32_4x4x1_16b_f32", mfma<F32In, 4, 1, 16>},
    {"v_mfma_f32_32x32x2_f32", mfma<F32In, 32, 2>},
    {"v_mfma_f32_16x16x4_f32", mfma<F32In, 16, 4>},
    {"v_mfma_f32_32x32x4_2b_f16", mfma<F16In, 32, 4, 2>},
    {"v_mfma_f32_16x16x4_4b_f16", mfma<F16In, 16, 4, 4>},
    {"v_mfma_f32_4x4x4_16b_f16", mfma<F16In, 4, 4, 16>},
    {"v_mfma_f32_32x32x8_f16", mfma<F16In, 32, 8>},
    {"v_mfma_f32_16x16x16_f16", mfma<F16In, 16, 16>},
    {"v_mfma_f32_32x32x4_2b_bf16", mfma<Bf16In, 32, 4, 2>},
    {"v_mfma_f32_16x16x4_4b_bf16", mfma<Bf16In, 16, 4, 4>},
    {"v_mfma_f32_4x4x4_16b_bf16", mfma<Bf16In, 4, 4, 16>},
    {"v_mfma_f32_32x32x8_bf16", mfma<Bf16In, 32, 8>},
    {"v_mfma_f32_16x16x16_bf16", mfma<Bf16In, 16, 16>},
    {"v_mfma_i32_32x32x4_2b_i8", mfma<I8In, 32, 4, 2>},
    {"v_mfma_i32_16x16x4_4b_i8", mfma<I8In, 16, 4, 4>},
    {"v_mfma_i32_4x4x4_16b_i8", mfma<I8In, 4, 4, 16>},
    {"v_mfma_i32_32x32x16_i8", mfma<I8In, 32, 16>},
    {"v_mfma_i32_16x16x32_i8", mfma<I8In, 16, 32>},
    {"v_mfma_f64_16x16x4_f64", mfma<F64In, 16, 4>},
    {"v_mfma_f64_4x4x4_4b_f64", mfma<F64In, 4, 4, 4>},
    {"v_mfma_f32_32x32x16_fp8_fp8", mfma<Float8In<Fp8>, 32, 16, 1, Float8In<Fp8>>},
    {"v_mfma_f32_32x32x16_fp8_bf8", mfma<Float8In<Fp8>, 32, 16, 1, Float8In<Bf8>>},
    {"v_mfma_f32_32x32x16_bf8_fp8", mfma<Float8In<Bf8>, 32, 16, 1, Float8In<Fp8>>},
    {"v_mfma_f32_32x32x16_bf8_bf8", mfma<Float8In<Bf8>, 32, 16, 1, Float8In<Bf8>>},
    {"v_mfma_f32_16x16x32_fp8_fp8", mfma<Float8In<Fp8>, 16, 32, 1, Float8In<Fp8>>},
    {"v_mfma_f32_16x16x32_fp8_bf8", mfma<Float8In<Fp8>, 16, 32, 1, Float8In<Bf8>>},
    {"v_mfma_f32_16x16x32_bf8_fp8", mfma<Float8In<Bf8>, 16, 32, 1, Float8In<Fp8>>},
    {"v_mfma_f32_16x16x32_bf8_bf8", mfma<Float8In<Bf8>, 16, 32, 1, Float8In<Bf8>>},
    {"v_mfma_f32_32x32x4_xf32", mfma<Xf32In, 32, 4>},
    {"v_mfma_f32_16x16x8_xf32", mfma<Xf32In, 16, 8>},
    {"v_smfmac_f32_32x32x16_f16", smfmac<F16In, F16In, 32, 16>},
    {"v_smfmac_f32_16x16x32_f16", smfmac<F16In, F16In, 16, 32>},
    {"v_smfmac_f32_32x32x16_bf16", smfmac<Bf16In, Bf16In, 32, 16>},
    {"v_smfmac_f32_16x16x32_bf16", smfmac<Bf16In, Bf16In, 16, 32>},
    {"v_smfmac_i32_32x32x32_i8", smfmac<I8In, I8In, 32, 32>},
    {"v_smfmac_i32_16x16x64_i8", smfmac<I8In, I8In, 16, 64>},
    {"v_smfmac_f32_32x32x32_fp8_fp8", smfmac<Float8In<Fp8>, Float8In<Fp8>, 32, 32>},
    {"v_smfmac_f32_32x32x32_fp8_bf8", smfmac<Float8In<Fp8>, Float8In<Bf8>, 32, 32>},
    {"v_smfmac_f32_32x32x32_bf8_fp8", smfmac<Float8In<Bf8>, Float8In<Fp8>, 32, 32>},
    {"v_smfmac_f32_32x32x32_bf8_bf8", smfmac<Float8In<Bf8>, Float8In<Bf8>, 32, 32>},
    {"v_smfmac_f32_16x16x64_fp8_fp8", smfmac<Float8In<Fp8>, Float8In<Fp8>, 16, 64>},
    {"v_smfmac_f32_16x16x64_fp8_bf8", smfmac<Float8In<Fp8>, Float8In<Bf8>, 16, 64>},
    {"v_smfmac_f32_16x16x64_bf8_fp8", smfmac<Float8In<Bf8>, Float8In<Fp8>, 16, 64>},
    {"v_smfmac_f32_16x16x64_bf8_bf8", smfmac<Float8In<Bf8>, Float8In<Bf8>, 16, 64>},
    // gfx950
    {"v_mfma_f32_32x32x16_f16", mfma<F16In, 32, 16>},
    {"v_mfma_f32_16x16x32_f16", mfma<F16In, 16, 32>},
    {"v_mfma_f32_32x32x16_bf16", mfma<Bf16In, 32, 16>},
    {"v_mfma_f32_16x16x32_bf16", mfma<Bf16In, 16, 32>},
    {"v_mfma_i32_32x32x32_i8", mfma<I8In, 32, 32>},
    {"v_mfma_i32_16x16x64_i8", mfma<I8In, 16, 64>},
};

} // namespace

std::span<const Semantics> mfma_table() { return kTable; }

} // namespace wavelift::soft::WAVE
