// What the memory families (smem, vmem, vmem_atomic, ds) share: how their micro-ops name operands, single
// host accesses, the pattern of a wave's addresses, and moving registers to and from memory.
//
// Operands of a memory Op, after lowering (always in the order of the assembly text):
// clang-format off
//   s_load, s_buffer_load    sdst = first data slot, a = base pair or descriptor, b = offset SGPR if scalar, imm
//   s_store                  a = data, b = base pair, c = offset SGPR if scalar, imm
//   global, scratch load     dst, a = vaddr or none, b = saddr or none, imm
//   global, scratch store    a = vaddr or none, b = data, c = saddr or none, imm
//   flat load, store         dst, a = vaddr, imm; a = vaddr, b = data, imm
//   global, flat atomic      (dst with kGlc), a = vaddr, b = data, c = saddr or none, imm
//   buffer load              dst, a = vaddr or none, b = descriptor, c = soffset, imm; kOffen, kIdxen
//   buffer store, atomic     (dst with kGlc), a = data, b = vaddr or none, c = descriptor,
//                            sdst = soffset slot or kNoSlot, imm
//   *_load_lds_*             as the load without dst
//   ds                       dst, a = address, b = data, c = second data; imm = offset or offset0, imm1 = offset1
// clang-format on
//
// A handler records w.pc first (begin_access), so that a SIGSEGV on a wild address can be reported. Host
// memory is read and written in accesses of the element's size up to 8 bytes, or in vectors of such elements:
// aligned ones never tear.
#pragma once
#include "soft/isa/op.h"
#include <array>
#include <atomic>
#include <bit>
#include <immintrin.h>
#include <type_traits>

namespace wavelift::soft::WAVE {

inline constexpr uint16_t kNoSlot = 0xffff;

// The compiler must not move the store of w.pc past an access that may trap.
inline void begin_access(Wave& w, const Op* op) {
  w.pc = op;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

// One host access, unaligned or not, that the compiler neither splits nor repeats.
template <class T> struct [[gnu::packed, gnu::may_alias]] HostCell {
  T value;
};
template <class T> inline T host_load(const void* p) {
  return static_cast<const volatile HostCell<T>*>(p)->value;
}
template <class T> inline void host_store(void* p, T x) { static_cast<volatile HostCell<T>*>(p)->value = x; }

// f(lane) for the lanes in EXEC, ascending.
template <class F> inline void for_active(const Wave& w, F f) {
  if (w.exec_full) {
#pragma clang loop unroll_count(4)
    for (int i = 0; i < kLanes; ++i) f(i);
  } else {
    for (uint64_t e = w.exec(); e; e &= e - 1) f(std::countr_zero(e));
  }
}

// --- 1. Addresses of a wave ---

inline __m256i load8(const uint32_t* p) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(p)); }
inline void store8(uint32_t* p, __m256i x) { _mm256_store_si256(reinterpret_cast<__m256i*>(p), x); }
inline bool all_ones(__m256i x) { return _mm256_movemask_epi8(x) == -1; }

// start, start + Stride, ...
template <int Stride> inline __m256i eight_from(uint32_t start) {
  return _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(start)),
                          _mm256_setr_epi32(0, Stride, 2 * Stride, 3 * Stride, 4 * Stride, 5 * Stride, 6 * Stride, 7 * Stride));
}

// The addresses of all lanes. They are written as vectors, all before the first is read back: quicker than taking vectors
// apart, as the compiler would do without the empty asm, and than eight at a time in one place.
struct Addresses {
  alignas(64) uint8_t* p[kLanes];
  // eight(i) gives those of lanes i..i+7, four in a vector.
  template <class F> explicit Addresses(F eight) {
    for (int i = 0; i < kLanes; i += 8) {
      const std::array<__m256i, 2> x = eight(i);
      _mm256_store_si256(reinterpret_cast<__m256i*>(p + i), x[0]);
      _mm256_store_si256(reinterpret_cast<__m256i*>(p + i + 4), x[1]);
    }
    asm("" : "+m"(p));
  }
  // Of lanes i..i+7 those that are not in `on`, which is not 0, take the address of the first that is.
  void fill(int i, uint32_t on) {
    uint8_t* const first = p[i + std::countr_zero(on)];
    for (int j = 0; j < 8; ++j)
      if (!(on >> j & 1)) p[i + j] = first;
  }
};

// A 64-bit base plus a zero-extended 32-bit row.
struct BasedAddress {
  uint8_t* base;
  const uint32_t* offset;
  uint8_t* operator()(int i) const { return base + offset[i]; }
  // Whether the addresses of lanes i..i+7 are Stride bytes apart.
  template <int Stride> bool eight_in_a_row(int i) const {
    return offset[i] <= 0u - 8u * Stride && all_ones(_mm256_cmpeq_epi32(load8(offset + i), eight_from<Stride>(offset[i])));
  }
  Addresses all() const {
    const __m256i add = _mm256_set1_epi64x(reinterpret_cast<int64_t>(base));
    return Addresses([&](int i) {
      const __m256i x = load8(offset + i);
      return std::array{_mm256_add_epi64(_mm256_cvtepu32_epi64(_mm256_castsi256_si128(x)), add),
                        _mm256_add_epi64(_mm256_cvtepu32_epi64(_mm256_extracti128_si256(x, 1)), add)};
    });
  }
};
// A 64-bit address in a row and its next, plus an immediate. (Two words, so that it is passed in registers.)
struct WideAddress {
  const uint32_t* lo;
  int64_t imm;
  const uint32_t* hi() const { return lo + kLanes; }
  uint8_t* operator()(int i) const {
    uint64_t a = lo[i] | static_cast<uint64_t>(hi()[i]) << 32;
    return reinterpret_cast<uint8_t*>(a + static_cast<uint64_t>(imm));
  }
  template <int Stride> bool eight_in_a_row(int i) const {
    const __m256i same = _mm256_cmpeq_epi32(load8(hi() + i), _mm256_set1_epi32(static_cast<int>(hi()[i])));
    return lo[i] <= 0u - 8u * Stride &&
           all_ones(_mm256_and_si256(same, _mm256_cmpeq_epi32(load8(lo + i), eight_from<Stride>(lo[i]))));
  }
  Addresses all() const {
    const __m256i add = _mm256_set1_epi64x(imm);
    return Addresses([&](int i) {
      const __m256i l = load8(lo + i), h = load8(hi() + i);
      const __m256i x = _mm256_add_epi64(_mm256_unpacklo_epi32(l, h), add), y = _mm256_add_epi64(_mm256_unpackhi_epi32(l, h), add);
      return std::array{_mm256_permute2x128_si256(x, y, 0x20), _mm256_permute2x128_si256(x, y, 0x31)};
    });
  }
};

inline int first_active(const Wave& w) { return w.exec_full ? 0 : std::countr_zero(w.exec()); }
// Whether so few lanes are on that one after the other is quickest.
inline bool few_active(const Wave& w) { return !w.exec_full && std::popcount(w.exec()) <= 8; }
inline int last_active(const Wave& w) { return w.exec_full ? kLanes - 1 : 63 - std::countl_zero(w.exec()); }

// Whether row[i] == start + i * Stride for the active lanes, none of which wraps; `lane` is the first active
// one.
template <int Stride> inline bool is_sequence(const Wave& w, const uint32_t* row, int lane) {
  const uint32_t start = row[lane] - static_cast<uint32_t>(lane * Stride);
  if constexpr (Stride != 0)
    if (start > 0u - 64u * Stride) return false;
  __m256i want = eight_from<Stride>(start);
  const __m256i step = _mm256_set1_epi32(8 * Stride);
  if (w.exec_full) {
    __m256i ok = _mm256_cmpeq_epi32(load8(row), want);
    if (!all_ones(ok)) return false; // a gather is known after the first block
    for (int i = 8; i < kLanes; i += 8) {
      want = _mm256_add_epi32(want, step);
      ok = _mm256_and_si256(ok, _mm256_cmpeq_epi32(load8(row + i), want));
    }
    return all_ones(ok);
  }
  __m256i bad = _mm256_setzero_si256();
  for (int i = 0; i < kLanes; i += 8) {
    bad = _mm256_or_si256(
        bad, _mm256_andnot_si256(_mm256_cmpeq_epi32(load8(row + i), want), load8(w.exec_rows.lane + i)));
    want = _mm256_add_epi32(want, step);
  }
  return _mm256_testz_si256(bad, bad);
}

// Whether the addresses of all lanes, of which none is off, are Stride bytes apart.
template <int Stride> inline bool all_in_a_row(const WideAddress& at) {
  const uint32_t start = at.lo[0];
  if (start > 0u - 64u * Stride) return false;
  const __m256i step = _mm256_set1_epi32(8 * Stride), high = _mm256_set1_epi32(static_cast<int>(at.hi()[0]));
  __m256i want = eight_from<Stride>(start);
  __m256i ok = _mm256_cmpeq_epi32(load8(at.lo), want);
  if (!all_ones(ok)) return false; // a gather is known after the first block
  ok = _mm256_and_si256(ok, _mm256_cmpeq_epi32(load8(at.hi()), high));
  for (int i = 8; i < kLanes; i += 8) {
    want = _mm256_add_epi32(want, step);
    ok = _mm256_and_si256(ok, _mm256_cmpeq_epi32(load8(at.lo + i), want));
    ok = _mm256_and_si256(ok, _mm256_cmpeq_epi32(load8(at.hi() + i), high));
  }
  return all_ones(ok);
}

// Whether lanes 0..7 are on and their elements follow each other, as in tiles: then the next eights are worth a look, too.
template <int Bytes, class A> inline bool begins_with_run(const Wave& w, const A& at) {
  return (w.exec() & 0xff) == 0xff && at.template eight_in_a_row<Bytes>(0);
}

// Whether an active lane's element of `row` equals x.
inline bool any_active_equals(const Wave& w, const uint32_t* row, uint32_t x) {
  __m256i hit = _mm256_setzero_si256(), want = _mm256_set1_epi32(static_cast<int>(x));
  for (int i = 0; i < kLanes; i += 8)
    hit = _mm256_or_si256(
        hit, _mm256_and_si256(_mm256_cmpeq_epi32(load8(row + i), want), load8(w.exec_rows.lane + i)));
  return !_mm256_testz_si256(hit, hit);
}

// The greatest element of `row` over the active lanes (0 when there is none).
inline uint32_t max_active(const Wave& w, const uint32_t* row) {
  __m256i m = _mm256_setzero_si256();
  for (int i = 0; i < kLanes; i += 8)
    m = _mm256_max_epu32(m, _mm256_and_si256(load8(row + i), load8(w.exec_rows.lane + i)));
  __m128i x = _mm_max_epu32(_mm256_castsi256_si128(m), _mm256_extracti128_si256(m, 1));
  x = _mm_max_epu32(x, _mm_shuffle_epi32(x, 0x4e));
  x = _mm_max_epu32(x, _mm_shuffle_epi32(x, 0xb1));
  return static_cast<uint32_t>(_mm_cvtsi128_si32(x));
}

// --- 2. Eight lanes at a time ---

// Between four rows of eight lanes and eight lanes of four dwords; r[j] holds lanes j and j + 4. Its own
// inverse.
inline void transpose4(__m256i r[4]) {
  __m256i a = _mm256_unpacklo_epi32(r[0], r[1]), b = _mm256_unpacklo_epi32(r[2], r[3]);
  __m256i c = _mm256_unpackhi_epi32(r[0], r[1]), d = _mm256_unpackhi_epi32(r[2], r[3]);
  r[0] = _mm256_unpacklo_epi64(a, b);
  r[1] = _mm256_unpackhi_epi64(a, b);
  r[2] = _mm256_unpacklo_epi64(c, d);
  r[3] = _mm256_unpackhi_epi64(c, d);
}

inline __m256i join(__m128i lo, __m128i hi) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(lo), hi, 1);
}

// Eight elements of at most a dword at eight places, extended to dwords.
template <class T> inline __m256i gather8(const uint8_t* const p[8]) {
  auto four = [&](int j) {
    auto at = [&](int k) { return static_cast<int>(host_load<T>(p[j + k])); };
    return _mm_insert_epi32(_mm_insert_epi32(_mm_insert_epi32(_mm_cvtsi32_si128(at(0)), at(1), 1), at(2), 2), at(3), 3);
  };
  return join(four(0), four(4));
}

// Lane i of a value in one row or two, and back.
template <class T> inline T get_lane(const Row* r, int i) {
  if constexpr (sizeof(T) == 8)
    return std::bit_cast<T>(r[0].lane[i] | static_cast<uint64_t>(r[1].lane[i]) << 32);
  else
    return std::bit_cast<T>(r[0].lane[i]);
}
template <class T> inline void put_lane(Row* r, int i, T x) {
  if constexpr (sizeof(T) == 8) {
    auto u = std::bit_cast<uint64_t>(x);
    r[0].lane[i] = static_cast<uint32_t>(u);
    r[1].lane[i] = static_cast<uint32_t>(u >> 32);
  } else {
    r[0].lane[i] = std::bit_cast<uint32_t>(x);
  }
}

// --- 3. Elements: what one lane moves ---

// `bytes` in memory, `rows` registers. get8/put8 move eight lanes given each one's pointer, get8_run/put8_run
// eight that are consecutive in memory; get/put move one lane.
template <int N> struct Dwords {
  static constexpr int bytes = 4 * N, rows = N;

  static void get(Row* r, int i, const uint8_t* p) {
    each(p, [&](int k, uint32_t x) { r[k].lane[i] = x; });
  }
  static void put(const Row* r, int i, uint8_t* p) {
    if constexpr (N == 1) {
      host_store(p, r[0].lane[i]);
    } else {
      host_store(p, r[0].lane[i] | static_cast<uint64_t>(r[1].lane[i]) << 32);
      if constexpr (N == 3) host_store(p + 8, r[2].lane[i]);
      if constexpr (N == 4) host_store(p + 8, r[2].lane[i] | static_cast<uint64_t>(r[3].lane[i]) << 32);
    }
  }
  static void get_same(const uint8_t* p, __m256i r[N]) {
    each(p, [&](int k, uint32_t x) { r[k] = _mm256_set1_epi32(static_cast<int>(x)); });
  }
  static __m128i lane_value(const uint8_t* p) {
    if constexpr (N == 3)
      return _mm_insert_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)),
                              static_cast<int>(host_load<uint32_t>(p + 8)), 2);
    else
      return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  }
  static void get8(const uint8_t* const p[8], __m256i r[N]) {
    if constexpr (N == 1) {
      r[0] = gather8<uint32_t>(p);
    } else if constexpr (N == 2) {
      auto two = [&](int j) {
        return _mm_castpd_si128(_mm_loadh_pd(_mm_load_sd(reinterpret_cast<const double*>(p[j])),
                                             reinterpret_cast<const double*>(p[j + 1])));
      };
      split2(join(two(0), two(4)), join(two(2), two(6)), r);
    } else if constexpr (N > 2) {
      __m256i t[4];
      for (int j = 0; j < 4; ++j) t[j] = join(lane_value(p[j]), lane_value(p[j + 4]));
      transpose4(t);
      for (int k = 0; k < N; ++k) r[k] = t[k];
    }
  }
  static void get8_run(const uint8_t* p, __m256i r[N]) {
    auto* v = reinterpret_cast<const __m256i*>(p);
    if constexpr (N == 1) {
      r[0] = _mm256_loadu_si256(v);
    } else if constexpr (N == 2) {
      __m256i a = _mm256_loadu_si256(v), b = _mm256_loadu_si256(v + 1);
      split2(_mm256_permute2x128_si256(a, b, 0x20), _mm256_permute2x128_si256(a, b, 0x31), r);
    } else {
      const uint8_t* lane[8];
      for (int j = 0; j < 8; ++j) lane[j] = p + j * bytes;
      get8(lane, r);
    }
  }
  static void put8_run(const Row* r, int i, uint8_t* p) {
    auto* v = reinterpret_cast<__m256i*>(p);
    if constexpr (N == 1) {
      _mm256_storeu_si256(v, load8(r[0].lane + i));
    } else if constexpr (N == 2) {
      __m256i lo = load8(r[0].lane + i), hi = load8(r[1].lane + i);
      __m256i a = _mm256_unpacklo_epi32(lo, hi), b = _mm256_unpackhi_epi32(lo, hi);
      _mm256_storeu_si256(v, _mm256_permute2x128_si256(a, b, 0x20));
      _mm256_storeu_si256(v + 1, _mm256_permute2x128_si256(a, b, 0x31));
    } else {
      uint8_t* lane[8];
      for (int j = 0; j < 8; ++j) lane[j] = p + j * bytes;
      put8(r, i, lane);
    }
  }
  static void put8(const Row* r, int i, uint8_t* const p[8]) {
    if constexpr (N == 2) {
      __m256i lo = load8(r[0].lane + i), hi = load8(r[1].lane + i);
      auto two = [&](__m128i x, int j) {
        _mm_store_sd(reinterpret_cast<double*>(p[j]), _mm_castsi128_pd(x));
        _mm_storeh_pd(reinterpret_cast<double*>(p[j + 1]), _mm_castsi128_pd(x));
      };
      __m256i a = _mm256_unpacklo_epi32(lo, hi), b = _mm256_unpackhi_epi32(lo, hi);
      two(_mm256_castsi256_si128(a), 0);
      two(_mm256_castsi256_si128(b), 2);
      two(_mm256_extracti128_si256(a, 1), 4);
      two(_mm256_extracti128_si256(b, 1), 6);
    } else if constexpr (N > 2) {
      __m256i t[4];
      for (int k = 0; k < 4; ++k) t[k] = k < N ? load8(r[k].lane + i) : _mm256_setzero_si256();
      transpose4(t);
      auto one = [&](__m128i x, uint8_t* q) {
        if constexpr (N == 3) {
          _mm_storel_epi64(reinterpret_cast<__m128i*>(q), x);
          host_store(q + 8, static_cast<uint32_t>(_mm_extract_epi32(x, 2)));
        } else {
          _mm_storeu_si128(reinterpret_cast<__m128i*>(q), x);
        }
      };
      for (int j = 0; j < 4; ++j) one(_mm256_castsi256_si128(t[j]), p[j]);
      for (int j = 0; j < 4; ++j) one(_mm256_extracti128_si256(t[j], 1), p[j + 4]);
    }
  }
  static __m256i merge(__m256i, __m256i x) { return x; }

private:
  // f(k, dword k at p).
  template <class F> static void each(const uint8_t* p, F f) {
    if constexpr (N == 1) {
      f(0, host_load<uint32_t>(p));
    } else {
      uint64_t x = host_load<uint64_t>(p), y = 0;
      if constexpr (N == 3) y = host_load<uint32_t>(p + 8);
      if constexpr (N == 4) y = host_load<uint64_t>(p + 8);
      f(0, static_cast<uint32_t>(x));
      f(1, static_cast<uint32_t>(x >> 32));
      if constexpr (N > 2) f(2, static_cast<uint32_t>(y));
      if constexpr (N > 3) f(3, static_cast<uint32_t>(y >> 32));
    }
  }
  // x = lanes 0 1 | 4 5, y = lanes 2 3 | 6 7 as qwords; to the rows of low and high dwords.
  static void split2(__m256i x, __m256i y, __m256i r[2]) {
    __m256 a = _mm256_castsi256_ps(x), b = _mm256_castsi256_ps(y);
    r[0] = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88));
    r[1] = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0xdd));
  }
};

// A byte or a short. Loads extend it to the dword; the D16 forms extend to 16 bits and replace one half of
// the register. Stores take the low bits of the register, or of its high half.
enum class Part : uint8_t { dword, low, high };

template <class T, Part P = Part::dword> struct Narrow {
  static constexpr int bytes = sizeof(T), rows = 1;

  static void get(Row* r, int i, const uint8_t* p) {
    uint32_t x = static_cast<uint32_t>(static_cast<int32_t>(host_load<T>(p)));
    uint32_t& d = r[0].lane[i];
    if constexpr (P == Part::dword) d = x;
    if constexpr (P == Part::low) d = (d & 0xffff0000u) | (x & 0xffffu);
    if constexpr (P == Part::high) d = (d & 0xffffu) | x << 16;
  }
  static void get_same(const uint8_t* p, __m256i r[1]) { r[0] = _mm256_set1_epi32(host_load<T>(p)); }
  static void put(const Row* r, int i, uint8_t* p) {
    host_store(p, static_cast<T>(P == Part::high ? r[0].lane[i] >> 16 : r[0].lane[i]));
  }
  static void get8(const uint8_t* const p[8], __m256i r[1]) { r[0] = gather8<T>(p); }
  static void get8_run(const uint8_t* p, __m256i r[1]) {
    if constexpr (sizeof(T) == 1) {
      __m128i x = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
      r[0] = std::is_signed_v<T> ? _mm256_cvtepi8_epi32(x) : _mm256_cvtepu8_epi32(x);
    } else {
      __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
      r[0] = std::is_signed_v<T> ? _mm256_cvtepi16_epi32(x) : _mm256_cvtepu16_epi32(x);
    }
  }
  static void put8_run(const Row* r, int i, uint8_t* p) {
    __m256i x = load8(r[0].lane + i);
    if constexpr (P == Part::high) x = _mm256_srli_epi32(x, 16);
    // The wanted bytes of each 128-bit half to its front, then the two fronts together.
    if constexpr (sizeof(T) == 1) {
      x = _mm256_shuffle_epi8(x, _mm256_set1_epi32(0x0c080400));
      x = _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(0, 4, 0, 0, 0, 0, 0, 0));
      _mm_storel_epi64(reinterpret_cast<__m128i*>(p), _mm256_castsi256_si128(x));
    } else {
      x = _mm256_shuffle_epi8(x, _mm256_set1_epi64x(0x0d0c090805040100));
      x = _mm256_permute4x64_epi64(x, 0x08);
      _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_castsi256_si128(x));
    }
  }
  // Eight elements at byte `at` of eight dwords, out of them and into them.
  static __m256i take(__m256i dwords, int at) {
    constexpr int bits = 8 * sizeof(T);
    const __m256i x = _mm256_sll_epi32(dwords, _mm_cvtsi32_si128(32 - bits - 8 * at));
    return std::is_signed_v<T> ? _mm256_srai_epi32(x, 32 - bits) : _mm256_srli_epi32(x, 32 - bits);
  }
  static __m256i field(int at) {
    return _mm256_sll_epi32(_mm256_set1_epi32(sizeof(T) == 1 ? 0xff : 0xffff), _mm_cvtsi32_si128(8 * at));
  }
  static __m256i insert(__m256i dwords, __m256i x, int at, __m256i field) {
    if constexpr (P == Part::high) x = _mm256_srli_epi32(x, 16);
    return _mm256_blendv_epi8(dwords, _mm256_sll_epi32(x, _mm_cvtsi32_si128(8 * at)), field);
  }
  static __m256i merge(__m256i old, __m256i x) {
    if constexpr (P == Part::low) return _mm256_blend_epi16(old, x, 0x55);
    if constexpr (P == Part::high) return _mm256_blend_epi16(old, _mm256_slli_epi32(x, 16), 0xaa);
    return x;
  }
};

// --- 4. Movers: a wave's registers to or from memory ---

// Moves elements of Bytes bytes where one(lane, address) for a lane and eight(first lane, address) for a run of eight are quick:
// few lanes, and tiles. False, and nothing is done, where addresses are better gathered.
template <int Bytes, class A, class One, class Eight>
[[gnu::always_inline]] inline bool move_few_or_runs(const Wave& w, const A& at, One one, Eight eight) {
  uint64_t e = w.exec();
  if (few_active(w)) {
    for (; e; e &= e - 1) one(std::countr_zero(e), at(std::countr_zero(e)));
    return true;
  }
  if (!begins_with_run<Bytes>(w, at)) return false;
  for (int i = 0; e; i += 8, e >>= 8) {
    uint32_t m = e & 0xff;
    if (m == 0xff && at.template eight_in_a_row<Bytes>(i))
      eight(i, at(i));
    else
      for (; m; m &= m - 1) one(i + std::countr_zero(m), at(i + std::countr_zero(m)));
  }
  return true;
}

// A mover has run (lane i at start + i * bytes), same (every lane at p), lanes (each at its own address) and
// lane (one). Only active lanes touch memory. Rows that hold addresses may be among the destination's.
// kRowMover: it moves whole registers, whose single dwords part(k) moves. writes: it writes memory. Members
// are copied to locals before loops that store: the stores might alias them.
template <class E> struct Load {
  using Element = E;
  static constexpr bool writes = false, kRowMover = true;
  Row* dst;

  auto part(int k) const { return Load<Dwords<1>>{dst + k}; }
  void lane(Wave&, int i, uint8_t* p) const { E::get(dst, i, p); }
  // Lanes i..i+7, all of them on, from consecutive elements at p.
  [[gnu::always_inline]] static void load_run(Row* d, int i, const uint8_t* p) {
    __m256i x[E::rows];
    E::get8_run(p, x);
    for (int k = 0; k < E::rows; ++k) store8(d[k].lane + i, E::merge(load8(d[k].lane + i), x[k]));
  }

  void run(Wave& w, const uint8_t* start) const {
    Row* const d = dst;
    auto block = [=](int i) { load_run(d, i, start + i * E::bytes); };
    if (w.exec_full) {
      for (int i = 0; i < kLanes; i += 8) block(i);
      return;
    }
    uint64_t e = w.exec();
    for (int i = 0; e; i += 8, e >>= 8) {
      uint32_t m = e & 0xff;
      if (m == 0xff) {
        block(i);
      } else {
        for (; m; m &= m - 1) {
          const int lane = i + std::countr_zero(m);
          E::get(d, lane, start + lane * E::bytes);
        }
      }
    }
  }

  void same(Wave& w, const uint8_t* p) const {
    Row* const d = dst;
    __m256i x[E::rows];
    E::get_same(p, x);
    for (int i = 0; i < kLanes; i += 8) {
      const __m256i on = load8(w.exec_rows.lane + i);
      for (int k = 0; k < E::rows; ++k) {
        __m256i old = load8(d[k].lane + i);
        store8(d[k].lane + i, _mm256_blendv_epi8(old, E::merge(old, x[k]), on));
      }
    }
  }

  template <class A> [[gnu::noinline]] void lanes(Wave& w, A at) const {
    Row* const d = dst;
    if (move_few_or_runs<E::bytes>(w, at, [=](int i, const uint8_t* p) { E::get(d, i, p); }, [=](int i, const uint8_t* p) { load_run(d, i, p); }))
      return;
    uint64_t e = w.exec();
    Addresses from = at.all();
    for (int i = 0; e; i += 8, e >>= 8) {
      const uint32_t m = e & 0xff;
      if (m == 0) continue;
      if (m != 0xff) from.fill(i, m);   // what they read is not kept
      __m256i x[E::rows];
      E::get8(from.p + i, x);
      const __m256i on = load8(w.exec_rows.lane + i);
      for (int k = 0; k < E::rows; ++k) {
        const __m256i old = load8(d[k].lane + i);
        store8(d[k].lane + i, _mm256_blendv_epi8(old, E::merge(old, x[k]), on));
      }
    }
  }
};

template <class E> struct Store {
  using Element = E;
  static constexpr bool writes = true, kRowMover = true;
  const Row* src;

  auto part(int k) const { return Store<Dwords<1>>{src + k}; }
  void lane(Wave&, int i, uint8_t* p) const { E::put(src, i, p); }

  void run(Wave& w, uint8_t* start) const {
    const Row* const s = src;
    if (w.exec_full) {
      for (int i = 0; i < kLanes; i += 8) E::put8_run(s, i, start + i * E::bytes);
      return;
    }
    uint64_t e = w.exec();
    for (int i = 0; e; i += 8, e >>= 8) {
      uint32_t m = e & 0xff;
      if (m == 0xff) {
        E::put8_run(s, i, start + i * E::bytes);
      } else {
        for (; m; m &= m - 1) {
          const int lane = i + std::countr_zero(m);
          E::put(s, lane, start + lane * E::bytes);
        }
      }
    }
  }

  // The last lane's value stays.
  void same(Wave& w, uint8_t* p) const { E::put(src, last_active(w), p); }

  template <class A> [[gnu::noinline]] void lanes(Wave& w, A at) const {
    const Row* const s = src;
    if (move_few_or_runs<E::bytes>(w, at, [=](int i, uint8_t* p) { E::put(s, i, p); }, [=](int i, uint8_t* p) { E::put8_run(s, i, p); }))
      return;
    uint64_t e = w.exec();
    const Addresses to = at.all();
    for (int i = 0; e; i += 8, e >>= 8) {
      uint32_t m = e & 0xff;
      if constexpr (E::rows > 1)
        if (m == 0xff) {
          E::put8(s, i, to.p + i);
          continue;
        }
      for (; m; m &= m - 1) E::put(s, i + std::countr_zero(m), to.p[i + std::countr_zero(m)]);
    }
  }
};

// Chooses the mover's path for addresses base + row[i]. At least one lane is active.
template <class M> inline void move_based(Wave& w, M m, uint8_t* base, const uint32_t* row) {
  constexpr int kBytes = M::Element::bytes;
  if (few_active(w)) {
    m.lanes(w, BasedAddress{base, row});
    return;
  }
  const int first = first_active(w);
  if (is_sequence<kBytes>(w, row, first)) {
    m.run(w, base + row[first] - first * kBytes);
  } else if (is_sequence<0>(w, row, first)) {
    m.same(w, base + row[first]);
  } else {
    m.lanes(w, BasedAddress{base, row});
  }
}

} // namespace wavelift::soft::WAVE
