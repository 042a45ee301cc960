// Building blocks of vector semantics: an operation is a scalar function of a lane; these templates run it over the
// wave, written so that the compiler vectorises them. All lanes are computed, EXEC selects which are kept.
//
//   {"v_add_f32", binary<float, [](float a, float b) { return a + b; }>, 1, Mod::f32}
//
// Lane types: uint32_t, int32_t, float for one register; uint64_t, int64_t, double for a pair; uint16_t, int16_t and
// _Float16 for the low half of one register (the result is zero-extended).
#pragma once
#include "soft/isa/op.h"
#include <bit>
#include <immintrin.h>
#include <type_traits>

namespace wavelift::soft {

template <class T> inline constexpr bool is_wide = sizeof(T) == 8;

// A source's lanes: pointers to the rows of its low and high dwords.
struct LanePtr {
  const uint32_t* lo;
  const uint32_t* hi;
};

inline void broadcast(Row& row, uint32_t x) {
  __m256i v = _mm256_set1_epi32(static_cast<int>(x));
  for (int i = 0; i < kLanes; i += 8) _mm256_store_si256(reinterpret_cast<__m256i*>(row.lane + i), v);
}

// Rows of a source; scalars are broadcast into w.tmp[slot * 2].
template <bool Wide> inline LanePtr rows_of(Wave& w, const Src& s, int slot) {
  if (s.kind == Src::Kind::vector) return {w.v[s.index].lane, w.v[s.index + 1].lane};
  if (s.kind == Src::Kind::constant) return {w.k[s.index].lane, w.k[s.index + 1].lane};
  Row* t = w.tmp + slot * 2;
  broadcast(t[0], w.s[s.index]);
  if constexpr (Wide) broadcast(t[1], s.dwords == 1 ? 0u : w.s[s.index + 1]);
  return {t[0].lane, t[1].lane};
}

template <class T> inline T lane_of(LanePtr p, int i) {
  if constexpr (is_wide<T>) return std::bit_cast<T>(p.lo[i] | static_cast<uint64_t>(p.hi[i]) << 32);
  else if constexpr (sizeof(T) == 2) return std::bit_cast<T>(static_cast<uint16_t>(p.lo[i]));
  else return std::bit_cast<T>(p.lo[i]);
}

template <class T> inline uint32_t low_bits(T x) {
  if constexpr (is_wide<T>) return static_cast<uint32_t>(std::bit_cast<uint64_t>(x));
  else if constexpr (sizeof(T) == 2) return std::bit_cast<uint16_t>(x);
  else return std::bit_cast<uint32_t>(x);
}

// Stores f(i) into row dst (and dst + 1 when the result is 64 bits wide) for the lanes in EXEC. `f` is called for every
// lane. The destination may be one of the sources; a wide destination may overlap a source only exactly.
template <class F> inline void store_lanes(Wave& w, int dst, F f) {
  using R = decltype(f(0));
  uint32_t* __restrict lo = w.v[dst].lane;
  if constexpr (is_wide<R>) {
    // Sources may overlap the destination by one row (v[0:1] from v[1:2]): computed apart, then stored.
    alignas(64) uint64_t r[kLanes];
    for (int i = 0; i < kLanes; ++i) r[i] = std::bit_cast<uint64_t>(f(i));
    uint32_t* __restrict hi = w.v[dst + 1].lane;
    if (w.exec_full) {
      for (int i = 0; i < kLanes; ++i) lo[i] = static_cast<uint32_t>(r[i]), hi[i] = static_cast<uint32_t>(r[i] >> 32);
    } else {
      const uint32_t* m = w.exec_rows.lane;
      for (int i = 0; i < kLanes; ++i) {
        lo[i] = (static_cast<uint32_t>(r[i]) & m[i]) | (lo[i] & ~m[i]);
        hi[i] = (static_cast<uint32_t>(r[i] >> 32) & m[i]) | (hi[i] & ~m[i]);
      }
    }
  } else if (w.exec_full) {
#pragma clang loop vectorize(assume_safety)
    for (int i = 0; i < kLanes; ++i) lo[i] = low_bits(f(i));
  } else {
    const uint32_t* m = w.exec_rows.lane;
#pragma clang loop vectorize(assume_safety)
    for (int i = 0; i < kLanes; ++i) lo[i] = (low_bits(f(i)) & m[i]) | (lo[i] & ~m[i]);
  }
}

template <class T, auto F> const Op* unary(Wave& w, const Op* op) {
  LanePtr a = rows_of<is_wide<T>>(w, op->a, 0);
  store_lanes(w, op->dst, [&](int i) { return F(lane_of<T>(a, i)); });
  return op + 1;
}

// Two sources, of types T and U (the same unless said).
template <class T, auto F, class U = T> const Op* binary(Wave& w, const Op* op) {
  LanePtr a = rows_of<is_wide<T>>(w, op->a, 0), b = rows_of<is_wide<U>>(w, op->b, 1);
  store_lanes(w, op->dst, [&](int i) { return F(lane_of<T>(a, i), lane_of<U>(b, i)); });
  return op + 1;
}

template <class T, auto F, class U = T, class V = U> const Op* ternary(Wave& w, const Op* op) {
  LanePtr a = rows_of<is_wide<T>>(w, op->a, 0), b = rows_of<is_wide<U>>(w, op->b, 1), c = rows_of<is_wide<V>>(w, op->c, 2);
  store_lanes(w, op->dst, [&](int i) { return F(lane_of<T>(a, i), lane_of<U>(b, i), lane_of<V>(c, i)); });
  return op + 1;
}

// Bit i of the result is f(i), not masked by EXEC.
template <class F> inline uint64_t lanes_where(F f) {
  alignas(64) uint32_t m[kLanes];
#pragma clang loop vectorize(assume_safety)
  for (int i = 0; i < kLanes; ++i) m[i] = f(i) ? 0xffffffffu : 0u;
  uint64_t r = 0;
  for (int i = 0; i < kLanes; i += 8)
    r |= static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_ps(
             _mm256_load_ps(reinterpret_cast<const float*>(m + i))))) << i;
  return r;
}

// v_cmp_*: SGPR pair sdst = lanes of EXEC where F(a, b); lanes that are off get 0.
template <class T, auto F, class U = T> const Op* compare(Wave& w, const Op* op) {
  LanePtr a = rows_of<is_wide<T>>(w, op->a, 0), b = rows_of<is_wide<U>>(w, op->b, 1);
  w.set_s64(op->sdst, lanes_where([&](int i) { return F(lane_of<T>(a, i), lane_of<U>(b, i)); }) & w.exec());
  return op + 1;
}

// Value of a scalar source.
inline uint32_t scalar32(const Wave& w, const Src& s) {
  return s.kind == Src::Kind::scalar ? w.s[s.index] : s.kind == Src::Kind::constant ? w.k[s.index].lane[0] : w.v[s.index].lane[0];
}
inline uint64_t scalar64(const Wave& w, const Src& s) {
  if (s.kind == Src::Kind::scalar) return s.dwords == 1 ? w.s[s.index] : w.s64(s.index);
  return w.k[s.index].lane[0] | static_cast<uint64_t>(w.k[s.index + 1].lane[0]) << 32;
}

}  // namespace wavelift::soft
