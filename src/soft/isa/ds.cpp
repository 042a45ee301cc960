// LDS instructions: reads, writes, two-address forms, atomics, and the lane permutations that borrow the LDS
// crossbar. A workgroup's waves run on one thread, so its LDS atomics are plain. What lies outside of the
// workgroup's LDS reads 0 and is not written.
#include "soft/isa/atomic_ops.h"
#include "soft/isa/lanes.h"
#include "soft/isa/memory.h"
#include <cstring>

namespace wavelift::soft::WAVE {
namespace {

// --- Reads and writes ---

// Runs a mover at LDS address row[i] + offset (which wraps at 32 bits).
template <class M> inline void move_lds(Wave& w, const M& m, const uint32_t* row, uint32_t offset) {
  constexpr int kBytes = M::Element::bytes;
  const int first = first_active(w);
  uint8_t* base = w.lds + offset;
  const uint64_t room =
      static_cast<uint64_t>(w.lds_size) - offset - kBytes; // the last start that fits; huge when none does
  const bool fits = offset + static_cast<uint64_t>(kBytes) <= w.lds_size;
  if (fits && !few_active(w)) {
    if (is_sequence<kBytes>(w, row, first)) {
      if (row[last_active(w)] <= room) {
        m.run(w, base + row[first] - first * kBytes);
        return;
      }
    } else if (is_sequence<0>(w, row, first)) {
      if (row[first] <= room) {
        m.same(w, base + row[first]);
        return;
      }
    } else if (max_active(w, row) <= room) {
      m.lanes(w, BasedAddress{base, row});
      return;
    }
  }
  for_active(w, [&](int i) {
    const uint32_t at = row[i] + offset;
    alignas(16) uint8_t zero[16] = {};
    m.lane(w, i, static_cast<uint64_t>(at) + kBytes <= w.lds_size ? w.lds + at : zero);
  });
}

template <class E> const Op* read_any(Wave& w, const Op* op) {
  if (w.exec() != 0)
    move_lds(w, Load<E>{w.v + op->dst}, w.v[op->a.index].lane, static_cast<uint32_t>(op->imm));
  WL_NEXT(w, op);
}
template <class E> const Op* write_any(Wave& w, const Op* op) {
  if (w.exec() != 0)
    move_lds(w, Store<E>{w.v + op->b.index}, w.v[op->a.index].lane, static_cast<uint32_t>(op->imm));
  WL_NEXT(w, op);
}

// Where lane 0's element lies when all lanes are on and their elements of Bytes bytes follow each other inside; null otherwise.
template <int Bytes> [[gnu::always_inline]] inline uint8_t* run_of_all(const Wave& w, const Op* op) {
  const uint32_t* row = w.v[op->a.index].lane;
  const uint64_t start = uint64_t{row[0]} + static_cast<uint32_t>(op->imm);
  if (!w.exec_full || start + Bytes * kLanes > w.lds_size || !is_sequence<Bytes>(w, row, 0)) return nullptr;
  return w.lds + start;
}
template <class E> const Op* read(Wave& w, const Op* op) {
  begin_access(w, op);
  if (uint8_t* p = run_of_all<E::bytes>(w, op)) {
    Load<E>{w.v + op->dst}.run(w, p);
    WL_NEXT(w, op);
  }
  WL_BECOME(read_any<E>(w, op));
}
template <class E> const Op* write(Wave& w, const Op* op) {
  begin_access(w, op);
  if (uint8_t* p = run_of_all<E::bytes>(w, op)) {
    Store<E>{w.v + op->b.index}.run(w, p);
    WL_NEXT(w, op);
  }
  WL_BECOME(write_any<E>(w, op));
}

// Two elements of N dwords at offset0 and offset1, in units of Unit elements. Neighbours are one element of
// twice the size.
template <int N, int Unit> const Op* read2(Wave& w, const Op* op) {
  begin_access(w, op);
  if (w.exec() == 0) WL_NEXT(w, op);
  constexpr uint32_t kScale = 4 * N * Unit;
  const uint32_t at0 = static_cast<uint32_t>(op->imm) * kScale,
                 at1 = static_cast<uint32_t>(op->imm1) * kScale;
  const Row* row = w.v + op->a.index;
  if (at1 == at0 + 4 * N && max_active(w, row->lane) + static_cast<uint64_t>(at1) + 4 * N <= w.lds_size) {
    move_lds(w, Load<Dwords<2 * N>>{w.v + op->dst}, row->lane, at0);
    WL_NEXT(w, op);
  }
  if (op->a.index >= op->dst && op->a.index < op->dst + N) { // the first element overwrites the address
    w.tmp[0] = *row;
    row = w.tmp;
  }
  move_lds(w, Load<Dwords<N>>{w.v + op->dst}, row->lane, at0);
  move_lds(w, Load<Dwords<N>>{w.v + op->dst + N}, row->lane, at1);
  WL_NEXT(w, op);
}

template <int N, int Unit> const Op* write2(Wave& w, const Op* op) {
  begin_access(w, op);
  if (w.exec() == 0) WL_NEXT(w, op);
  constexpr uint32_t kScale = 4 * N * Unit;
  const uint32_t at0 = static_cast<uint32_t>(op->imm) * kScale,
                 at1 = static_cast<uint32_t>(op->imm1) * kScale;
  const uint32_t* row = w.v[op->a.index].lane;
  if (at1 == at0 + 4 * N && op->c.index == op->b.index + N &&
      max_active(w, row) + static_cast<uint64_t>(at1) + 4 * N <= w.lds_size) {
    move_lds(w, Store<Dwords<2 * N>>{w.v + op->b.index}, row, at0);
    WL_NEXT(w, op);
  }
  move_lds(w, Store<Dwords<N>>{w.v + op->b.index}, row, at0);
  move_lds(w, Store<Dwords<N>>{w.v + op->c.index}, row, at1);
  WL_NEXT(w, op);
}

// Lane i at M0 + imm + 4 * i.
template <bool Write> const Op* addtid(Wave& w, const Op* op) {
  begin_access(w, op);
  if (w.exec() == 0) WL_NEXT(w, op);
  uint32_t* row = w.tmp[0].lane;
  for (int i = 0; i < kLanes; ++i) row[i] = (w.s[kM0] & 0xffff) + 4 * static_cast<uint32_t>(i);
  if constexpr (Write)
    move_lds(w, Store<Dwords<1>>{w.v + op->a.index}, row, static_cast<uint32_t>(op->imm));
  else
    move_lds(w, Load<Dwords<1>>{w.v + op->dst}, row, static_cast<uint32_t>(op->imm));
  WL_NEXT(w, op);
}

// --- Atomics ---

// The LDS element of one lane, or null outside.
inline uint8_t* lds_element(const Wave& w, uint32_t address, uint32_t bytes) {
  return static_cast<uint64_t>(address) + bytes <= w.lds_size ? w.lds + address : nullptr;
}

// new value = F(memory, data) or F(memory, data, second data).
template <class F, class T, bool Return> const Op* atomic_op(Wave& w, const Op* op) {
  begin_access(w, op);
  if (w.exec() == 0) WL_NEXT(w, op);
  constexpr uint32_t kBytes = sizeof(T);
  const uint32_t *row = w.v[op->a.index].lane, offset = static_cast<uint32_t>(op->imm);
  const Row *x = w.v + op->b.index, *y = w.v + op->c.index;
  Row* dst = w.v + op->dst;
  auto update = [=](uint8_t* p, int i) {
    const T old = host_load<T>(p);
    if constexpr (requires { F{}(old, old, old); })
      host_store<T>(p, F{}(old, get_lane<T>(x, i), get_lane<T>(y, i)));
    else
      host_store<T>(p, F{}(old, get_lane<T>(x, i)));
    if constexpr (Return) put_lane<T>(dst, i, old);
  };
  if (static_cast<uint64_t>(max_active(w, row)) + offset + kBytes <= w.lds_size) {
    uint8_t* base = w.lds + offset;
    if (const int first = first_active(w);
        is_sequence<0>(w, row, first)) { // one cell: its value stays in a register
      uint8_t* p = base + row[first];
      T m = host_load<T>(p);
      for_active(w, [&](int i) {
        const T old = m;
        if constexpr (requires { F{}(old, old, old); })
          m = F{}(old, get_lane<T>(x, i), get_lane<T>(y, i));
        else
          m = F{}(old, get_lane<T>(x, i));
        if constexpr (Return) put_lane<T>(dst, i, old);
      });
      host_store<T>(p, m);
      WL_NEXT(w, op);
    }
    for_active(w, [=](int i) { update(base + row[i], i); });
    WL_NEXT(w, op);
  }
  for_active(w, [&](int i) {
    if (uint8_t* p = lds_element(w, row[i] + offset, kBytes))
      update(p, i);
    else if constexpr (Return)
      put_lane<T>(dst, i, T{});
  });
  WL_NEXT(w, op);
}

// Data are the value to compare with, then the new one.
struct CmpStore {
  template <class T> T operator()(T m, T compare, T x) const { return m == compare ? x : m; }
};
// gfx11 has them the other way round.
struct CmpStoreNew {
  template <class T> T operator()(T m, T x, T compare) const { return m == compare ? x : m; }
};
struct MaskedOr {
  template <class T> T operator()(T m, T mask, T x) const { return (m & ~mask) | x; }
};

// Exchanges two elements; the old ones are returned side by side.
template <class T, int Unit> const Op* exchange2(Wave& w, const Op* op) {
  begin_access(w, op);
  constexpr uint32_t kBytes = sizeof(T), kScale = kBytes * Unit;
  const uint32_t* row = w.v[op->a.index].lane;
  for (uint64_t e = w.exec(); e; e &= e - 1) {
    const int i = std::countr_zero(e);
    const uint32_t address = row[i];
    const T x[2] = {get_lane<T>(w.v + op->b.index, i), get_lane<T>(w.v + op->c.index, i)};
    const uint32_t offset[2] = {static_cast<uint32_t>(op->imm) * kScale,
                                static_cast<uint32_t>(op->imm1) * kScale};
    T old[2] = {};
    uint8_t* p[2];
    for (int k = 0; k < 2; ++k)
      if ((p[k] = lds_element(w, address + offset[k], kBytes))) old[k] = host_load<T>(p[k]);
    for (int k = 0; k < 2; ++k) {
      if (p[k]) host_store<T>(p[k], x[k]);
      put_lane<T>(w.v + op->dst + k * kBytes / 4, i, old[k]);
    }
  }
  WL_NEXT(w, op);
}

// A counter at M0 + imm that grows or shrinks by the number of active lanes; every lane gets the value
// before.
template <int Sign> const Op* count_lanes(Wave& w, const Op* op) {
  begin_access(w, op);
  if (w.exec() == 0) WL_NEXT(w, op);
  uint32_t old = 0;
  if (uint8_t* p = lds_element(w, (w.s[kM0] & 0xffff) + static_cast<uint32_t>(op->imm), 4)) {
    old = host_load<uint32_t>(p);
    host_store<uint32_t>(p, old + static_cast<uint32_t>(Sign * std::popcount(w.exec())));
  }
  store_lanes(w, op->dst, [&](int) { return old; });
  WL_NEXT(w, op);
}

// --- Permutations ---

// Lane i gets row `data` of lane from[i]; lanes that are off give 0. Where eight lanes take from one aligned eight or from two,
// as they do in reductions, scans and exchanges, two permutations do it: gathers are slow on AMD's processors.
inline void pull(Wave& w, int dst, const uint32_t* data, const uint32_t* from) {
  alignas(64) uint32_t x[kLanes];
  for (int i = 0; i < kLanes; i += 8)
    store8(x + i, _mm256_and_si256(load8(data + i), load8(w.exec_rows.lane + i)));
  uint32_t* const d = w.v[dst].lane;
  for (int i = 0; i < kLanes; i += 8) {
    const __m256i lane = load8(from + i), block = _mm256_srli_epi32(lane, 3);
    const auto is = [&](uint32_t source) { return _mm256_cmpeq_epi32(block, _mm256_set1_epi32(static_cast<int>(source >> 3))); };
    const auto permuted = [&](uint32_t source) { return _mm256_permutevar8x32_epi32(load8(x + (source & ~7u)), lane); };
    const uint32_t first = from[i], last = from[i + 7];
    const __m256i of_first = is(first);
    const bool two = all_ones(_mm256_or_si256(of_first, is(last)));
    const __m256i r = two ? _mm256_blendv_epi8(permuted(last), permuted(first), of_first)
                          : _mm256_i32gather_epi32(reinterpret_cast<const int*>(x), lane, 4);
    store8(d + i, _mm256_blendv_epi8(load8(d + i), r, load8(w.exec_rows.lane + i)));
  }
}
template <class F> inline void pull_by(Wave& w, int dst, const uint32_t* data, F from) {
  alignas(32) uint32_t lane[kLanes];
  for (int i = 0; i < kLanes; ++i) lane[i] = static_cast<uint32_t>(from(i));
  pull(w, dst, data, lane);
}

// Reach: a wave, or each 32 lanes by themselves, as gfx10 has it for waves of 64 too.
template <int Reach> const Op* bpermute(Wave& w, const Op* op) {
  const uint32_t* address = w.v[op->a.index].lane;
  const __m256i offset = _mm256_set1_epi32(op->imm), last = _mm256_set1_epi32(Reach - 1);
  alignas(32) uint32_t from[kLanes];
  for (int i = 0; i < kLanes; i += 8) {
    const __m256i lane = _mm256_and_si256(_mm256_srli_epi32(_mm256_add_epi32(load8(address + i), offset), 2), last);
    store8(from + i, _mm256_or_si256(lane, _mm256_set1_epi32(i & (kLanes - Reach))));
  }
  pull(w, op->dst, w.v[op->b.index].lane, from);
  WL_NEXT(w, op);
}

// Active lane i sends its data to lane address / 4; of several the last stays, who gets none has 0.
template <int Reach> const Op* permute(Wave& w, const Op* op) {
  const uint32_t *address = w.v[op->a.index].lane, *data = w.v[op->b.index].lane;
  alignas(64) uint32_t x[kLanes] = {};
  for_active(w, [&](int i) {
    const uint32_t to = (address[i] + static_cast<uint32_t>(op->imm)) >> 2 & (Reach - 1);
    x[to | (static_cast<uint32_t>(i) & (kLanes - Reach))] = data[i];
  });
  store_lanes(w, op->dst, [&](int i) { return x[i]; });
  WL_NEXT(w, op);
}

// imm: 0xE000.. FFT order, 0xC000.. rotation within a mask, 0x8000.. quad permutation, else and / or / xor
// masks on the lane number within 32.
const Op* swizzle(Wave& w, const Op* op) {
  const uint32_t c = static_cast<uint32_t>(op->imm) & 0xffff, low = c & 0x1f;
  const uint32_t* data = w.v[op->a.index].lane;
  if (c >= 0xe000) {
    const int shift = std::popcount(low);
    pull_by(w, op->dst, data, [=](int lane) {
      uint32_t i = static_cast<uint32_t>(lane), r = 0;
      for (int b = 0; b < 5; ++b) r |= (i >> b & 1) << (4 - b);
      return r >> shift | (i & low) | (i & 0x20);
    });
  } else if (c >= 0xc000) {
    const uint32_t by = c & 0x400 ? 0u - (c >> 5 & 0x1f) : c >> 5 & 0x1f;
    pull_by(w, op->dst, data, [=](int lane) {
      uint32_t i = static_cast<uint32_t>(lane);
      return (i & low) | ((i + by) & ~low & 0x1f) | (i & 0x20);
    });
  } else if (c >= 0x8000) {
    pull_by(w, op->dst, data,
            [=](int i) { return (static_cast<uint32_t>(i) & ~3u) | (c >> (2 * (i & 3)) & 3); });
  } else {
    const uint32_t orm = c >> 5 & 0x1f, xorm = c >> 10 & 0x1f;
    pull_by(w, op->dst, data, [=](int lane) {
      uint32_t i = static_cast<uint32_t>(lane);
      return (((i & low) | orm) ^ xorm) | (i & 0x20);
    });
  }
  WL_NEXT(w, op);
}

const Op* global_data_share(Wave& w, const Op* op) {
  return stop_with_fault(
      w, op, "the global data share (ds_gws_*, ds_ordered_count) is not part of the software GPU");
}

// clang-format off
#define ATOMIC(name, type, F, T)                                   \
  {"ds_" name "_" type, atomic_op<F, T, false>, 0},                \
  {"ds_" name "_rtn_" type, atomic_op<F, T, true>}
#define ATOMIC_EXCHANGE(type, T)                                   \
  {"ds_wrxchg_rtn_" type, atomic_op<atomic::Swap, T, true>},       \
  {"ds_wrxchg2_rtn_" type, exchange2<T, 1>},                       \
  {"ds_wrxchg2st64_rtn_" type, exchange2<T, 64>}

constexpr Semantics kTable[] = {
  {"ds_read_b32", read<Dwords<1>>},
  {"ds_read_b64", read<Dwords<2>>},
  {"ds_read_b96", read<Dwords<3>>},
  {"ds_read_b128", read<Dwords<4>>},
  {"ds_read_u8", read<Narrow<uint8_t>>},
  {"ds_read_i8", read<Narrow<int8_t>>},
  {"ds_read_u16", read<Narrow<uint16_t>>},
  {"ds_read_i16", read<Narrow<int16_t>>},
  {"ds_read_u8_d16", read<Narrow<uint8_t, Part::low>>},
  {"ds_read_u8_d16_hi", read<Narrow<uint8_t, Part::high>>},
  {"ds_read_i8_d16", read<Narrow<int8_t, Part::low>>},
  {"ds_read_i8_d16_hi", read<Narrow<int8_t, Part::high>>},
  {"ds_read_u16_d16", read<Narrow<uint16_t, Part::low>>},
  {"ds_read_u16_d16_hi", read<Narrow<uint16_t, Part::high>>},
  {"ds_read2_b32", read2<1, 1>},
  {"ds_read2st64_b32", read2<1, 64>},
  {"ds_read2_b64", read2<2, 1>},
  {"ds_read2st64_b64", read2<2, 64>},
  {"ds_read_addtid_b32", addtid<false>},
  {"ds_write_b8", write<Narrow<uint8_t>>, 0},
  {"ds_write_b8_d16_hi", write<Narrow<uint8_t, Part::high>>, 0},
  {"ds_write_b16", write<Narrow<uint16_t>>, 0},
  {"ds_write_b16_d16_hi", write<Narrow<uint16_t, Part::high>>, 0},
  {"ds_write_b32", write<Dwords<1>>, 0},
  {"ds_write_b64", write<Dwords<2>>, 0},
  {"ds_write_b96", write<Dwords<3>>, 0},
  {"ds_write_b128", write<Dwords<4>>, 0},
  {"ds_write2_b32", write2<1, 1>, 0},
  {"ds_write2st64_b32", write2<1, 64>, 0},
  {"ds_write2_b64", write2<2, 1>, 0},
  {"ds_write2st64_b64", write2<2, 64>, 0},
  {"ds_write_addtid_b32", addtid<true>, 0},
  ATOMIC("add", "u32", atomic::Add, uint32_t),
  ATOMIC("sub", "u32", atomic::Sub, uint32_t),
  ATOMIC("rsub", "u32", atomic::Rsub, uint32_t),
  ATOMIC("inc", "u32", atomic::Inc, uint32_t),
  ATOMIC("dec", "u32", atomic::Dec, uint32_t),
  ATOMIC("min", "i32", atomic::Min, int32_t),
  ATOMIC("max", "i32", atomic::Max, int32_t),
  ATOMIC("min", "u32", atomic::Min, uint32_t),
  ATOMIC("max", "u32", atomic::Max, uint32_t),
  ATOMIC("and", "b32", atomic::And, uint32_t),
  ATOMIC("or", "b32", atomic::Or, uint32_t),
  ATOMIC("xor", "b32", atomic::Xor, uint32_t),
  ATOMIC("mskor", "b32", MaskedOr, uint32_t),
  ATOMIC("cmpst", "b32", CmpStore, uint32_t),
  ATOMIC("cmpst", "f32", CmpStore, float),
  ATOMIC("cmpstore", "b32", CmpStoreNew, uint32_t),
  ATOMIC("cmpstore", "f32", CmpStoreNew, float),
  ATOMIC("cmpstore", "b64", CmpStoreNew, uint64_t),
  ATOMIC("cmpstore", "f64", CmpStoreNew, double),
  ATOMIC("min", "f32", atomic::Min, float),
  ATOMIC("max", "f32", atomic::Max, float),
  ATOMIC("add", "f32", atomic::Add, float),
  ATOMIC("pk_add", "f16", atomic::PkAddF16, uint32_t),
  ATOMIC("pk_add", "bf16", atomic::PkAddBf16, uint32_t),
  ATOMIC_EXCHANGE("b32", uint32_t),
  ATOMIC("add", "u64", atomic::Add, uint64_t),
  ATOMIC("sub", "u64", atomic::Sub, uint64_t),
  ATOMIC("rsub", "u64", atomic::Rsub, uint64_t),
  ATOMIC("inc", "u64", atomic::Inc, uint64_t),
  ATOMIC("dec", "u64", atomic::Dec, uint64_t),
  ATOMIC("min", "i64", atomic::Min, int64_t),
  ATOMIC("max", "i64", atomic::Max, int64_t),
  ATOMIC("min", "u64", atomic::Min, uint64_t),
  ATOMIC("max", "u64", atomic::Max, uint64_t),
  ATOMIC("and", "b64", atomic::And, uint64_t),
  ATOMIC("or", "b64", atomic::Or, uint64_t),
  ATOMIC("xor", "b64", atomic::Xor, uint64_t),
  ATOMIC("mskor", "b64", MaskedOr, uint64_t),
  ATOMIC("cmpst", "b64", CmpStore, uint64_t),
  ATOMIC("cmpst", "f64", CmpStore, double),
  ATOMIC("min", "f64", atomic::Min, double),
  ATOMIC("max", "f64", atomic::Max, double),
  ATOMIC("add", "f64", atomic::Add, double),
  ATOMIC_EXCHANGE("b64", uint64_t),
  {"ds_append", count_lanes<1>},
  {"ds_consume", count_lanes<-1>},
  {"ds_bpermute_b32", bpermute<kLanes>},
  {"ds_permute_b32", permute<kLanes>},
  {"ds_bpermute_b32", bpermute<32>, 1, Mod::none, false, false, Generation::gfx10},
  {"ds_permute_b32", permute<32>, 1, Mod::none, false, false, Generation::gfx10},
  {"ds_swizzle_b32", swizzle},
  {"ds_nop", nothing, 0},
  {"ds_gws_init", global_data_share, 0},
  {"ds_gws_barrier", global_data_share, 0},
  {"ds_gws_sema_v", global_data_share, 0},
  {"ds_gws_sema_br", global_data_share, 0},
  {"ds_gws_sema_p", global_data_share, 0},
  {"ds_gws_sema_release_all", global_data_share, 0},
  {"ds_ordered_count", global_data_share},
};
// clang-format on

} // namespace

std::span<const Semantics> ds_table() { return kTable; }

} // namespace wavelift::soft::WAVE
