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

namespace wavelift::soft::WAVE {

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

template <class T> inline uint32_t low_bits(T x) {
  if constexpr (sizeof(T) == 2) return std::bit_cast<uint16_t>(x);
  else return std::bit_cast<uint32_t>(x);
}

// 64 qwords from the rows of their low and high dwords, and back.
inline void gather_wide(LanePtr p, uint64_t* out) {
  for (int i = 0; i < kLanes; i += 8) {
    __m256i lo = _mm256_load_si256(reinterpret_cast<const __m256i*>(p.lo + i));
    __m256i hi = _mm256_load_si256(reinterpret_cast<const __m256i*>(p.hi + i));
    __m256i x = _mm256_unpacklo_epi32(lo, hi), y = _mm256_unpackhi_epi32(lo, hi);
    _mm256_store_si256(reinterpret_cast<__m256i*>(out + i), _mm256_permute2x128_si256(x, y, 0x20));
    _mm256_store_si256(reinterpret_cast<__m256i*>(out + i + 4), _mm256_permute2x128_si256(x, y, 0x31));
  }
}
inline void scatter_wide(const uint64_t* in, uint32_t* lo, uint32_t* hi, const uint32_t* mask) {
  for (int i = 0; i < kLanes; i += 8) {
    __m256 a = _mm256_load_ps(reinterpret_cast<const float*>(in + i));
    __m256 b = _mm256_load_ps(reinterpret_cast<const float*>(in + i + 4));
    __m256 x = _mm256_permute2f128_ps(a, b, 0x20), y = _mm256_permute2f128_ps(a, b, 0x31);
    __m256i l = _mm256_castps_si256(_mm256_shuffle_ps(x, y, 0x88)), h = _mm256_castps_si256(_mm256_shuffle_ps(x, y, 0xdd));
    auto* pl = reinterpret_cast<__m256i*>(lo + i);
    auto* ph = reinterpret_cast<__m256i*>(hi + i);
    if (mask) {
      __m256i m = _mm256_load_si256(reinterpret_cast<const __m256i*>(mask + i));
      l = _mm256_blendv_epi8(_mm256_load_si256(pl), l, m);
      h = _mm256_blendv_epi8(_mm256_load_si256(ph), h, m);
    }
    _mm256_store_si256(pl, l);
    _mm256_store_si256(ph, h);
  }
}

// The lanes of one source as values of type T. Wide types are gathered into an array of their own.
template <class T> struct Lanes {
  LanePtr p;
  Lanes(Wave& w, const Src& s, int slot) : p(rows_of<false>(w, s, slot)) {}
  T operator[](int i) const {
    if constexpr (sizeof(T) == 2) return std::bit_cast<T>(static_cast<uint16_t>(p.lo[i]));
    else return std::bit_cast<T>(p.lo[i]);
  }
};
template <class T> requires is_wide<T> struct Lanes<T> {
  alignas(64) uint64_t x[kLanes];
  Lanes(Wave& w, const Src& s, int slot) { gather_wide(rows_of<true>(w, s, slot), x); }
  T operator[](int i) const { return std::bit_cast<T>(x[i]); }
};

// The low dword of a constant.
inline const uint32_t* constant_dword(const Wave& w, const Src& s) { return reinterpret_cast<const uint32_t*>(w.k_values + s.index / 2); }

// Value of a scalar source.
inline uint32_t scalar32(const Wave& w, const Src& s) {
  return s.kind == Src::Kind::scalar ? w.s[s.index] : s.kind == Src::Kind::constant ? *constant_dword(w, s) : w.v[s.index].lane[0];
}
inline uint64_t scalar64(const Wave& w, const Src& s) {
  if (s.kind == Src::Kind::scalar) return s.dwords == 1 ? w.s[s.index] : w.s64(s.index);
  return w.k_values[s.index / 2];
}
// Value of a source that is a lane mask.
inline uint64_t scalar_mask(const Wave& w, const Src& s) {
  if constexpr (kLanes == 32) return scalar32(w, s);
  else return scalar64(w, s);
}

// Lanes where lowering has made sure of what the source is: a vector register's lanes, or one value that all lanes share.
inline const uint32_t* shared_dword(const Wave& w, const Src& s) {
  return s.kind == Src::Kind::scalar ? w.s + s.index : constant_dword(w, s);
}
template <class T> inline T shared_value(const Wave& w, const Src& s) {
  if constexpr (is_wide<T>) return std::bit_cast<T>(scalar64(w, s));
  else if constexpr (sizeof(T) == 2) return std::bit_cast<T>(static_cast<uint16_t>(*shared_dword(w, s)));
  else return std::bit_cast<T>(*shared_dword(w, s));
}
template <class T> struct SharedLanes {
  T x;
  SharedLanes(Wave& w, const Src& s) : x(shared_value<T>(w, s)) {}
  T operator[](int) const { return x; }
};
template <class T> struct RegisterLanes {
  const uint32_t* row;
  RegisterLanes(Wave& w, const Src& s) : row(w.v[s.index].lane) {}
  T operator[](int i) const {
    if constexpr (sizeof(T) == 2) return std::bit_cast<T>(static_cast<uint16_t>(row[i]));
    else return std::bit_cast<T>(row[i]);
  }
};
template <class T> requires is_wide<T> struct RegisterLanes<T> {
  alignas(64) uint64_t x[kLanes];
  RegisterLanes(Wave& w, const Src& s) { gather_wide({w.v[s.index].lane, w.v[s.index + 1].lane}, x); }
  T operator[](int i) const { return std::bit_cast<T>(x[i]); }
};
template <class T, bool Shared> using FormLanes = std::conditional_t<Shared, SharedLanes<T>, RegisterLanes<T>>;

// Stores f(i) into row dst (and dst + 1 when the result is 64 bits wide) for the lanes in EXEC. `f` is called for every
// lane. The destination may overlap the sources in any way when the result is wide, and may equal one when it is not;
// a narrow result whose wide sources include dst is fine too, they were gathered before.
template <class F> inline void store_lanes(Wave& w, int dst, F f) {
  using R = decltype(f(0));
  uint32_t* lo = w.v[dst].lane;
  const uint32_t* m = w.exec_rows.lane;
  if constexpr (is_wide<R>) {
    alignas(64) uint64_t r[kLanes];
    for (int i = 0; i < kLanes; ++i) r[i] = std::bit_cast<uint64_t>(f(i));
    scatter_wide(r, lo, w.v[dst + 1].lane, w.exec_full ? nullptr : m);
  } else {
    // A block at a time through a local array, so that no aliasing between dst and the sources is in the way.
    constexpr int kBlock = 16;
    const bool full = w.exec_full;
    for (int i = 0; i < kLanes; i += kBlock) {
      alignas(32) uint32_t r[kBlock];
      for (int j = 0; j < kBlock; ++j) r[j] = low_bits(f(i + j));
      for (int j = 0; j < kBlock; j += 8) {
        __m256i x = _mm256_load_si256(reinterpret_cast<const __m256i*>(r + j));
        auto* p = reinterpret_cast<__m256i*>(lo + i + j);
        if (!full)
          x = _mm256_blendv_epi8(_mm256_load_si256(p), x, _mm256_load_si256(reinterpret_cast<const __m256i*>(m + i + j)));
        _mm256_store_si256(p, x);
      }
    }
  }
}

// dst = F of one source, of two, of three, of types T, U and V (the same unless said). Form: which source all lanes share
// (see with_forms).
template <class T, int Form, int At> inline auto lanes_of(Wave& w, const Src& s) {
  if constexpr (Form < 0) return Lanes<T>(w, s, At - 1);
  else return FormLanes<T, Form == At>(w, s);
}
template <class T, auto F, int Form> const Op* unary_form(Wave& w, const Op* op) {
  const auto a = lanes_of<T, Form, 1>(w, op->a);
  store_lanes(w, op->dst, [&](int i) { return F(a[i]); });
  WL_NEXT(w, op);
}
template <class T, auto F, class U, int Form> const Op* binary_form(Wave& w, const Op* op) {
  const auto a = lanes_of<T, Form, 1>(w, op->a);
  const auto b = lanes_of<U, Form, 2>(w, op->b);
  store_lanes(w, op->dst, [&](int i) { return F(a[i], b[i]); });
  WL_NEXT(w, op);
}
template <class T, auto F, class U, class V, int Form> const Op* ternary_form(Wave& w, const Op* op) {
  const auto a = lanes_of<T, Form, 1>(w, op->a);
  const auto b = lanes_of<U, Form, 2>(w, op->b);
  const auto c = lanes_of<V, Form, 3>(w, op->c);
  store_lanes(w, op->dst, [&](int i) { return F(a[i], b[i], c[i]); });
  WL_NEXT(w, op);
}
template <class T, auto F> struct UnaryForms {
  template <int Form> static constexpr Handler handler = unary_form<T, F, Form>;
};
template <class T, auto F, class U> struct BinaryForms {
  template <int Form> static constexpr Handler handler = binary_form<T, F, U, Form>;
};
template <class T, auto F, class U, class V> struct TernaryForms {
  template <int Form> static constexpr Handler handler = ternary_form<T, F, U, V, Form>;
};
template <class T, auto F> inline constexpr Operation unary = with_forms<UnaryForms<T, F>>(1);
template <class T, auto F, class U = T> inline constexpr Operation binary = with_forms<BinaryForms<T, F, U>>(2);
template <class T, auto F, class U = T, class V = U>
inline constexpr Operation ternary = with_forms<TernaryForms<T, F, U, V>>(3);

// Bit i of the result is the sign of lane i, where block(i) gives lanes i..i+7 as eight dwords. Packing works in 128-bit halves:
// groups of four lanes come out in the order 0 2 4 6 1 3 5 7.
template <class F> inline uint64_t signs_of_lanes(F block) {
  uint64_t r = 0;
  for (int i = 0; i < kLanes; i += 32) {
    auto at = [&](int k) { return std::bit_cast<__m256i>(block(i + k)); };
    const __m256i a = _mm256_packs_epi32(at(0), at(8)), b = _mm256_packs_epi32(at(16), at(24));
    const __m256i x = _mm256_permutevar8x32_epi32(_mm256_packs_epi16(a, b), _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    r |= static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(x))) << i;
  }
  return r;
}

// Bit i of the result is f(i), not masked by EXEC. Wide: f compares 64-bit values.
template <bool Wide = false, class F> inline uint64_t lanes_where(F f) {
  uint64_t r = 0;
  if constexpr (Wide) {
    alignas(64) uint64_t m[kLanes];
    for (int i = 0; i < kLanes; ++i) m[i] = f(i) ? ~0ull : 0ull;
    for (int i = 0; i < kLanes; i += 4)
      r |= static_cast<uint64_t>(_mm256_movemask_pd(_mm256_load_pd(reinterpret_cast<const double*>(m + i)))) << i;
  } else {
    alignas(64) uint32_t m[kLanes];
#pragma clang loop vectorize(assume_safety)
    for (int i = 0; i < kLanes; ++i) m[i] = f(i) ? 0xffffffffu : 0u;
    r = signs_of_lanes([&](int i) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(m + i)); });
  }
  return r;
}

// v_cmp_*: SGPR pair sdst = lanes of EXEC where F(a, b); lanes that are off get 0.
template <class T, auto F, class U, int Form> inline void compare_lanes(Wave& w, const Op* op) {
  const auto a = lanes_of<T, Form, 1>(w, op->a);
  const auto b = lanes_of<U, Form, 2>(w, op->b);
  w.set_mask(op->sdst, lanes_where<is_wide<T>>([&](int i) { return F(a[i], b[i]); }) & w.exec());
}

} // namespace wavelift::soft::WAVE
