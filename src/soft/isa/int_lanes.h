// What the integer instruction families share beyond lanes.h.
#pragma once
#include "soft/isa/lanes.h"
#include <algorithm>

namespace wavelift::soft::WAVE {

// Saturates when the instruction carries the clamp modifier; such an instruction has no forms.
template <Handler Wrap, Handler Saturate> const Op* clampable_any(Wave& w, const Op* op) {
  if (op->flags & kClamp) WL_BECOME(Saturate(w, op));
  WL_BECOME(Wrap(w, op));
}
template <Operation Wrap, Operation Saturate>
inline constexpr Operation clampable{clampable_any<Wrap.any, Saturate.any>, Wrap.lane_sources, Wrap.form};

// A lane mask, eight lanes at a time from lane i: each lane's bit as the sign of its dword; and as 0 or ~0.
struct MaskLanes {
  __m256i low, high;
  explicit MaskLanes(uint64_t mask)
      : low(_mm256_set1_epi32(static_cast<int>(mask))), high(_mm256_set1_epi32(static_cast<int>(mask >> 32))) {}
  __m256i signs(int i) const {
    const __m256i to_sign = _mm256_sub_epi32(_mm256_set1_epi32(31 - i % 32), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    return _mm256_sllv_epi32(i < 32 ? low : high, to_sign);
  }
  __m256i all(int i) const { return _mm256_srai_epi32(signs(i), 31); }
};

// Host vectors for the operations that the loops of lanes.h leave slow: eight dwords, or four qwords, of
// which two (the even and the odd lanes) make a block of eight lanes without moving anything between lanes.
using Dwords = uint32_t __attribute__((vector_size(32)));
using Qwords = uint64_t __attribute__((vector_size(32)));

inline Dwords load(const uint32_t* p) { return *reinterpret_cast<const Dwords*>(p); }
// A destination row under EXEC, written eight lanes at a time from lane i. Holds what the loop does not
// change, since the compiler cannot know that the stores leave the wave alone.
struct RowWriter {
  uint32_t* row;
  const uint32_t* exec;
  bool full;
  RowWriter(const Wave& w, int dst) : row(w.v[dst].lane), exec(w.exec_rows.lane), full(w.exec_full) {}
  void operator()(int i, Dwords x) const {
    if (!full)
      x = reinterpret_cast<Dwords>(_mm256_blendv_epi8(reinterpret_cast<__m256i>(load(row + i)), reinterpret_cast<__m256i>(x),
                                                      reinterpret_cast<__m256i>(load(exec + i))));
    *reinterpret_cast<Dwords*>(row + i) = x;
  }
};
// A 32-bit source in an operation of the given form (see with_forms), eight lanes from lane i.
template <int Form, int At> struct DwordSource {
  const uint32_t* row;
  DwordSource(Wave& w, const Src& s) : row(Form < 0 ? rows_of<false>(w, s, At - 1).lo : w.v[s.index].lane) {}
  Dwords operator()(int i) const { return load(row + i); }
};
template <int At> struct DwordSource<At, At> {
  Dwords x;
  DwordSource(Wave& w, const Src& s) : x(Dwords{} + *shared_dword(w, s)) {}
  Dwords operator()(int) const { return x; }
};

// Carry arithmetic on whole vectors. `c` is the carry-in as 0 or ~0 (all bits); the carry out is the sign of
// `carry`, by the full adder's majority of the addends' and the missing sum's top bits.
struct AddCarry {
  static Dwords sum(Dwords a, Dwords b, Dwords c) { return a + b - c; }
  static Dwords carry(Dwords a, Dwords b, Dwords r) { return (a & b) | ((a | b) & ~r); }
  static constexpr uint32_t kLimit = ~0u;
};
struct SubBorrow {
  static Dwords sum(Dwords a, Dwords b, Dwords c) { return a - b + c; }
  static Dwords carry(Dwords a, Dwords b, Dwords r) { return (~a & b) | ((~a | b) & r); }
  static constexpr uint32_t kLimit = 0;
};
struct SubrevBorrow {
  static Dwords sum(Dwords a, Dwords b, Dwords c) { return SubBorrow::sum(b, a, c); }
  static Dwords carry(Dwords a, Dwords b, Dwords r) { return SubBorrow::carry(b, a, r); }
  static constexpr uint32_t kLimit = 0;
};

// Low dwords of `even` in the even lanes, low dwords of `odd` in the odd ones; and the same of the high
// dwords.
inline Dwords low_dwords(Qwords even, Qwords odd) {
  return reinterpret_cast<Dwords>((even & 0xffffffffull) | odd << 32);
}
inline Dwords high_dwords(Qwords even, Qwords odd) {
  return reinterpret_cast<Dwords>(even >> 32 | (odd & 0xffffffff00000000ull));
}

// A source as even and odd qwords; a 32-bit source is zero-extended.
template <bool Wide> struct QwordSource {
  LanePtr p;
  QwordSource(Wave& w, const Src& s, int slot) : p(rows_of<Wide>(w, s, slot)) {}
  Qwords even(int i) const {
    const Qwords low = reinterpret_cast<Qwords>(load(p.lo + i)) & 0xffffffffull;
    return Wide ? low | reinterpret_cast<Qwords>(load(p.hi + i)) << 32 : low;
  }
  Qwords odd(int i) const {
    const Qwords low = reinterpret_cast<Qwords>(load(p.lo + i)) >> 32;
    return Wide ? low | (reinterpret_cast<Qwords>(load(p.hi + i)) & 0xffffffff00000000ull) : low;
  }
};
struct QwordWriter {
  RowWriter low, high;
  QwordWriter(const Wave& w, int dst) : low(w, dst), high(w, dst + 1) {}
  void operator()(int i, Qwords even, Qwords odd) const {
    low(i, low_dwords(even, odd));
    high(i, high_dwords(even, odd));
  }
};

template <class T> T least_of_three(T a, T b, T c) { return std::min(std::min(a, b), c); }
template <class T> T greatest_of_three(T a, T b, T c) { return std::max(std::max(a, b), c); }
template <class T> T middle_of_three(T a, T b, T c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

} // namespace wavelift::soft::WAVE
