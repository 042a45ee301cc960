// Operations written as functions of a block of eight lanes, in the compiler's vector types: what is written
// is what is executed, with no need for the loop vectoriser, and sources and result stay in host registers
// from load to store.
//
//   {"v_fma_f64", blockwise<[](F64 a, F64 b, F64 c) { return fma(a, b, c); }>, 1, Mod::f64}
//
// The lane types of sources and result are those of the lambda: 32-bit lanes are a register; 64-bit lanes a
// pair; 16-bit lanes the low half of one, whose upper half a result leaves zero. Comparisons give masks (0 or
// -1, in integers of the lanes' width), `mask ? x : y` selects by lane.
//
// 64-bit lanes: low and high dwords are interleaved by two unpacks, which leaves a block's lanes in the order
// 0 1 4 5 2 3 6 7; an operation on single lanes does not care, and the two shuffles of the store undo it.
// 32-bit sources and results beside 64-bit ones are brought to that order by one permutation.
//
// A block is read whole before it is written, so the destination may overlap the sources in any way.
#pragma once
#include "soft/isa/lanes.h"
#include <array>
#include <tuple>
#include <utility>

// Eight 64-bit lanes are two registers; every function that passes them is inlined, so no calling convention
// is at stake.
#pragma clang diagnostic ignored "-Wpsabi"

namespace wavelift::soft::WAVE {

inline constexpr int kBlock = 8;

template <class T> using Vec = T __attribute__((ext_vector_type(kBlock)));
using F16 = Vec<_Float16>;
using F32 = Vec<float>;
using F64 = Vec<double>;
using I16 = Vec<int16_t>;
using I32 = Vec<int32_t>;
using I64 = Vec<int64_t>;
using U16 = Vec<uint16_t>;
using U32 = Vec<uint32_t>;
using U64 = Vec<uint64_t>;

template <class V> using LaneOf = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;

// Value conversion lane by lane, and the same bits as another type.
template <class To, class From> [[gnu::always_inline]] inline To convert(From x) {
  return __builtin_convertvector(x, To);
}
template <class To, class From> [[gnu::always_inline]] inline To as(From x) { return std::bit_cast<To>(x); }

inline const Src& source_of(const Op* op, size_t i) { return i == 0 ? op->a : i == 1 ? op->b : op->c; }

inline __m256i load8(const uint32_t* p) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(p)); }
inline void store8(uint32_t* p, __m256i x) { _mm256_store_si256(reinterpret_cast<__m256i*>(p), x); }

// Between the order of lanes and that of 64-bit blocks, either way.
template <bool Interleaved> inline __m256i reorder(__m256i x) {
  return Interleaved ? _mm256_permute4x64_epi64(x, 0xd8) : x;
}

// Lanes i..i+7 of a source. Interleaved: in the order of 64-bit blocks.
template <class V, bool Interleaved> [[gnu::always_inline]] inline V load_block(LanePtr p, int i) {
  constexpr size_t size = sizeof(LaneOf<V>);
  if constexpr (size == 8) {
    __m256i lo = load8(p.lo + i), hi = load8(p.hi + i);
    return as<V>(std::array{_mm256_unpacklo_epi32(lo, hi), _mm256_unpackhi_epi32(lo, hi)});
  } else {
    __m256i x = reorder<Interleaved>(load8(p.lo + i));
    if constexpr (size == 4)
      return as<V>(x);
    else
      return as<V>(convert<U16>(as<U32>(x)));
  }
}

// Where a result goes: rows and mask in locals, since for all the compiler knows a store through `lo` changes
// anything.
struct Destination {
  uint32_t* lo;
  uint32_t* hi;
  const uint32_t* mask;
  Destination(Wave& w, int row) : lo(w.v[row].lane), hi(w.v[row + 1].lane), mask(w.exec_rows.lane) {}
};

template <bool Masked>
[[gnu::always_inline]] inline void keep8(uint32_t* p, __m256i x, const uint32_t* mask) {
  if constexpr (Masked) x = _mm256_blendv_epi8(load8(p), x, load8(mask));
  store8(p, x);
}

template <bool Interleaved, bool Masked, class V>
[[gnu::always_inline]] inline void store_block(const Destination& d, int i, V r) {
  constexpr size_t size = sizeof(LaneOf<V>);
  if constexpr (size == 8) {
    auto x = as<std::array<__m256, 2>>(r);
    keep8<Masked>(d.lo + i, _mm256_castps_si256(_mm256_shuffle_ps(x[0], x[1], 0x88)), d.mask + i);
    keep8<Masked>(d.hi + i, _mm256_castps_si256(_mm256_shuffle_ps(x[0], x[1], 0xdd)), d.mask + i);
  } else {
    __m256i x;
    if constexpr (size == 4)
      x = as<__m256i>(r);
    else
      x = as<__m256i>(convert<U32>(as<U16>(r)));
    keep8<Masked>(d.lo + i, reorder<Interleaved>(x), d.mask + i);
  }
}

// Eight bits, one a lane, of a mask.
template <bool Interleaved, class M> [[gnu::always_inline]] inline uint64_t mask_bits(M m) {
  auto x = reorder<Interleaved>(as<__m256i>(convert<I32>(m)));
  return static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(x)));
}

// The argument types and result of a lambda.
template <class M> struct CallTraits;
template <class C, class R, class... V> struct CallTraits<R (C::*)(V...) const> {
  using Result = R;
  static constexpr size_t arity = sizeof...(V);
  static constexpr bool interleaved = sizeof(LaneOf<R>) == 8 || ((sizeof(LaneOf<V>) == 8) || ...);
  template <size_t K> using Arg = std::tuple_element_t<K, std::tuple<V...>>;
};
template <auto F> using Calls = CallTraits<decltype(&decltype(F)::operator())>;

// A source, block by block: of a vector register or another row, or of the one value that all lanes share.
template <class V, bool Interleaved> struct RowBlocks {
  LanePtr p;
  [[gnu::always_inline]] V operator()(int i) const { return load_block<V, Interleaved>(p, i); }
};
template <class V> struct SharedBlocks {
  V x;
  [[gnu::always_inline]] V operator()(int) const { return x; }
};

// A source in an operation of the given form (see with_forms), where At is 1 for a, 2 for b, 3 for c.
template <class V, bool Interleaved, int Form, int At> [[gnu::always_inline]] inline auto blocks_of(Wave& w, const Src& s) {
  using Rows = RowBlocks<V, Interleaved>;
  if constexpr (Form < 0) return Rows{rows_of<sizeof(LaneOf<V>) == 8>(w, s, At - 1)};
  else if constexpr (Form == At) return SharedBlocks<V>{V(shared_value<LaneOf<V>>(w, s))};
  else return Rows{{w.v[s.index].lane, w.v[s.index + 1].lane}};
}

// The sources of F. Accumulates: the last argument is the destination's own value.
template <auto F, bool Accumulates, int Form> [[gnu::always_inline]] inline auto blocks_for(Wave& w, const Op* op) {
  using C = Calls<F>;
  return [&]<size_t... K>(std::index_sequence<K...>) {
    auto blocks = [&]<size_t I>() {
      using V = typename C::template Arg<I>;
      if constexpr (Accumulates && I == C::arity - 1)
        return RowBlocks<V, C::interleaved>{{w.v[op->dst].lane, w.v[op->dst + 1].lane}};
      else
        return blocks_of<V, C::interleaved, Form, static_cast<int>(I) + 1>(w, source_of(op, I));
    };
    return std::tuple{blocks.template operator()<K>()...};
  }(std::make_index_sequence<C::arity>{});
}

template <auto F, class Blocks> [[gnu::always_inline]] inline void run_over(Wave& w, const Op* op, const Blocks& sources) {
  using C = Calls<F>;
  const Destination d(w, op->dst);
  auto loop = [&]<bool Masked, size_t... K>(std::bool_constant<Masked>, std::index_sequence<K...>) {
    for (int i = 0; i < kLanes; i += kBlock) store_block<C::interleaved, Masked>(d, i, F(std::get<K>(sources)(i)...));
  };
  constexpr auto indices = std::make_index_sequence<C::arity>{};
  if (w.exec_full)
    loop(std::false_type{}, indices);
  else
    loop(std::true_type{}, indices);
}

template <auto F, bool Accumulates, int Form> const Op* blockwise_form(Wave& w, const Op* op) {
  run_over<F>(w, op, blocks_for<F, Accumulates, Form>(w, op));
  WL_NEXT(w, op);
}

// As that, with a form of F that is quicker and holds when no lane of any source is a NaN.
template <auto Ordered, auto F, int Form> const Op* blockwise_by_nan_form(Wave& w, const Op* op) {
  using C = Calls<F>;
  const auto sources = blocks_for<F, false, Form>(w, op);
  const bool nan = [&]<size_t... K>(std::index_sequence<K...>) {
    auto unordered = [](auto x) { return x != x; };
    decltype(unordered(typename C::template Arg<0>{})) any{};
    for (int i = 0; i < kLanes; i += kBlock) ((any |= unordered(std::get<K>(sources)(i))), ...);
    return __builtin_reduce_or(any) != 0;
  }(std::make_index_sequence<C::arity>{});
  if (nan)
    run_over<F>(w, op, sources);
  else
    run_over<Ordered>(w, op, sources);
  WL_NEXT(w, op);
}

template <auto F, bool Accumulates> struct BlockwiseForms {
  template <int Form> static constexpr Handler handler = blockwise_form<F, Accumulates, Form>;
};
template <auto Ordered, auto F> struct BlockwiseByNanForms {
  template <int Form> static constexpr Handler handler = blockwise_by_nan_form<Ordered, F, Form>;
};

// dst = F(a, b, ...) for the lanes in EXEC.
template <auto F> inline constexpr Operation blockwise = with_forms<BlockwiseForms<F, false>>(Calls<F>::arity);
// dst = F(a, b, ..., dst).
template <auto F> inline constexpr Operation accumulate = with_forms<BlockwiseForms<F, true>>(Calls<F>::arity - 1);
template <auto Ordered, auto F>
inline constexpr Operation blockwise_by_nan = with_forms<BlockwiseByNanForms<Ordered, F>>(Calls<F>::arity);

} // namespace wavelift::soft::WAVE
