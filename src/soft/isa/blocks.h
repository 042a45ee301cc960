// Lane functions run over a wave eight lanes at a time, sources and result in host vector registers from load to store.
// For 64-bit lanes this is the fast form: low and high dwords are interleaved by two unpacks, which leaves the lanes of
// a block in the order 0 1 4 5 2 3 6 7; the operation does not care, and the two shuffles of the store undo it. 32-bit
// sources and results beside 64-bit ones are brought to that order by one permutation.
//
//   {"v_fma_f64", lanewise<[](double a, double b, double c) { return __builtin_fma(a, b, c); }>, 1, Mod::f64}
//
// Since a block is read whole before it is written, the destination may overlap the sources in any way.
#pragma once
#include "soft/isa/lanes.h"
#include <array>
#include <tuple>
#include <utility>

namespace wavelift::soft {

inline constexpr int kBlock = 8;

template <class T> using Block = std::array<T, kBlock>;

inline const Src& source_of(const Op* op, size_t i) { return i == 0 ? op->a : i == 1 ? op->b : op->c; }

inline __m256i load8(const uint32_t* p) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(p)); }
inline void store8(uint32_t* p, __m256i x) { _mm256_store_si256(reinterpret_cast<__m256i*>(p), x); }

// Lanes i..i+7 of a source. Interleaved: in the order of 64-bit blocks.
template <class T, bool Interleaved> inline Block<T> load_block(LanePtr p, int i) {
  if constexpr (is_wide<T>) {
    __m256i lo = load8(p.lo + i), hi = load8(p.hi + i);
    return std::bit_cast<Block<T>>(std::array{_mm256_unpacklo_epi32(lo, hi), _mm256_unpackhi_epi32(lo, hi)});
  } else {
    __m256i x = load8(p.lo + i);
    if constexpr (Interleaved) x = _mm256_permute4x64_epi64(x, 0xd8);
    auto words = std::bit_cast<Block<uint32_t>>(x);
    Block<T> r;
    for (size_t j = 0; j < kBlock; ++j) {
      if constexpr (sizeof(T) == 2) r[j] = std::bit_cast<T>(static_cast<uint16_t>(words[j]));
      else r[j] = std::bit_cast<T>(words[j]);
    }
    return r;
  }
}

// Where a result goes: rows and mask in locals, since a store through `lo` may change anything as far as the compiler
// can see.
struct Destination {
  uint32_t* lo;
  uint32_t* hi;
  const uint32_t* mask;
  Destination(Wave& w, int row) : lo(w.v[row].lane), hi(w.v[row + 1].lane), mask(w.exec_rows.lane) {}
};

template <bool Masked> inline void keep8(uint32_t* p, __m256i x, const uint32_t* mask) {
  if constexpr (Masked) x = _mm256_blendv_epi8(load8(p), x, load8(mask));
  store8(p, x);
}

template <class R, bool Interleaved, bool Masked>
inline void store_block(const Destination& d, int i, const Block<R>& r) {
  if constexpr (is_wide<R>) {
    auto x = std::bit_cast<std::array<__m256, 2>>(r);
    keep8<Masked>(d.lo + i, _mm256_castps_si256(_mm256_shuffle_ps(x[0], x[1], 0x88)), d.mask + i);
    keep8<Masked>(d.hi + i, _mm256_castps_si256(_mm256_shuffle_ps(x[0], x[1], 0xdd)), d.mask + i);
  } else {
    Block<uint32_t> words;
    for (size_t j = 0; j < kBlock; ++j) words[j] = low_bits(r[j]);
    auto x = std::bit_cast<__m256i>(words);
    if constexpr (Interleaved) x = _mm256_permute4x64_epi64(x, 0xd8);
    keep8<Masked>(d.lo + i, x, d.mask + i);
  }
}

// The argument types and result of a lambda.
template <class M> struct CallTraits;
template <class C, class R, class... T> struct CallTraits<R (C::*)(T...) const> {
  using Result = R;
  static constexpr size_t arity = sizeof...(T);
  static constexpr bool interleaved = is_wide<R> || (is_wide<T> || ...);
  using Sources = std::tuple<Block<T>...>;
  template <size_t K> using Arg = std::tuple_element_t<K, std::tuple<T...>>;
};
template <auto F> using Calls = CallTraits<decltype(&decltype(F)::operator())>;

// Rows of the sources of F. Accumulates: the last argument is the destination's own value.
template <auto F, bool Accumulates> inline auto rows_for(Wave& w, const Op* op) {
  using C = Calls<F>;
  return [&]<size_t... K>(std::index_sequence<K...>) {
    auto rows = [&]<size_t I>() -> LanePtr {
      if (Accumulates && I == C::arity - 1) return {w.v[op->dst].lane, w.v[op->dst + 1].lane};
      return rows_of<is_wide<typename C::template Arg<I>>>(w, source_of(op, I), static_cast<int>(I));
    };
    return std::array<LanePtr, C::arity>{rows.template operator()<K>()...};
  }(std::make_index_sequence<C::arity>{});
}

template <auto F, class Rows> inline void run_over(Wave& w, const Op* op, const Rows& p) {
  using C = Calls<F>;
  const Destination d(w, op->dst);
  auto loop = [&]<bool Masked, size_t... K>(std::bool_constant<Masked>, std::index_sequence<K...>) {
    for (int i = 0; i < kLanes; i += kBlock) {
      const typename C::Sources s{load_block<typename C::template Arg<K>, C::interleaved>(p[K], i)...};
      Block<typename C::Result> r;
      for (size_t j = 0; j < kBlock; ++j) r[j] = F(std::get<K>(s)[j]...);
      store_block<typename C::Result, C::interleaved, Masked>(d, i, r);
    }
  };
  constexpr auto indices = std::make_index_sequence<C::arity>{};
  if (w.exec_full) loop(std::false_type{}, indices);
  else loop(std::true_type{}, indices);
}

// dst = F(a, b, ...) for the lanes in EXEC; the lane types are those of F's arguments.
template <auto F> const Op* lanewise(Wave& w, const Op* op) {
  run_over<F>(w, op, rows_for<F, false>(w, op));
  return op + 1;
}
// dst = F(a, b, ..., dst).
template <auto F> const Op* accumulate(Wave& w, const Op* op) {
  run_over<F>(w, op, rows_for<F, true>(w, op));
  return op + 1;
}

// As lanewise, with a form of F that is quicker and holds when no lane of any source is a NaN.
template <auto Ordered, auto F> const Op* lanewise_by_nan(Wave& w, const Op* op) {
  using C = Calls<F>;
  const auto p = rows_for<F, false>(w, op);
  const bool nan = [&]<size_t... K>(std::index_sequence<K...>) {
    Block<typename C::template Arg<0>> any{};
    for (int i = 0; i < kLanes; i += kBlock) {
      const typename C::Sources s{load_block<typename C::template Arg<K>, false>(p[K], i)...};
      for (size_t j = 0; j < kBlock; ++j)
        if ((... || (std::get<K>(s)[j] != std::get<K>(s)[j]))) any[j] = 1;
    }
    int n = 0;
    for (size_t j = 0; j < kBlock; ++j) n |= any[j] != 0;
    return n != 0;
  }(std::make_index_sequence<C::arity>{});
  if (nan) run_over<F>(w, op, p);
  else run_over<Ordered>(w, op, p);
  return op + 1;
}

}  // namespace wavelift::soft
