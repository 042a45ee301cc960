// Vector memory loads and stores: global_*, flat_*, scratch_*, buffer_* (MUBUF), the forms that load straight
// to LDS, and the cache instructions. Every data type times every address space is one template each way.
#include "soft/isa/vmem_address.h"

namespace wavelift::soft::WAVE {
namespace {

// Loads to LDS: lane i's element goes to M0 + imm + i * bytes of the workgroup's LDS.
template <class E> struct LoadToLds {
  using Element = E;
  static constexpr bool writes = false, kRowMover = false;
  uint32_t start;

  void lane(Wave& w, int i, const uint8_t* p) const {
    const uint64_t at =
        static_cast<uint64_t>(start) + static_cast<uint64_t>(i) * (E::bytes < 4 ? 4 : E::bytes);
    alignas(64) Row r[E::rows];
    E::get(r, i, p);
    if (at + 4 * E::rows > w.lds_size) return;
    for (int k = 0; k < E::rows; ++k) host_store(w.lds + at + 4 * k, r[k].lane[i]);
  }
  void run(Wave& w, const uint8_t* p) const {
    for_active(w, [&](int i) { lane(w, i, p + i * E::bytes); });
  }
  void same(Wave& w, const uint8_t* p) const {
    for_active(w, [&](int i) { lane(w, i, p); });
  }
  template <class A> void lanes(Wave& w, A at) const {
    for_active(w, [&](int i) { lane(w, i, at(i)); });
  }
};

enum class Space : uint8_t { global, flat, scratch, buffer };

// Goes on unless the access faulted.
#define WL_NEXT_AFTER(access)        \
  {                                  \
    if (!(access)) return nullptr;   \
    WL_NEXT(w, op);                  \
  }

template <Space S, class E> const Op* load_any(Wave& w, const Op* op) {
  const Load<E> m{w.v + op->dst};
  if constexpr (S == Space::global) WL_NEXT_AFTER(global_access(w, op, op->a, op->b, m));
  if constexpr (S == Space::flat) WL_NEXT_AFTER(flat_access(w, op, op->a, m));
  if constexpr (S == Space::scratch) WL_NEXT_AFTER(scratch_access(w, op, op->a, op->b, m));
  if constexpr (S == Space::buffer) WL_NEXT_AFTER(buffer_access(w, op, op->a, op->b, load_soffset(w, op), m));
}

template <Space S, class E> const Op* store_any(Wave& w, const Op* op) {
  if constexpr (S == Space::buffer)
    WL_NEXT_AFTER(buffer_access(w, op, op->b, op->c, store_soffset(w, op), Store<E>{w.v + op->a.index}));
  const Store<E> m{w.v + op->b.index};
  if constexpr (S == Space::global) WL_NEXT_AFTER(global_access(w, op, op->a, op->c, m));
  if constexpr (S == Space::flat) WL_NEXT_AFTER(flat_access(w, op, op->a, m));
  if constexpr (S == Space::scratch) WL_NEXT_AFTER(scratch_access(w, op, op->a, op->c, m));
}

// A wave that walks through memory in strides longer than a page, as grids smaller than their data do: the host's own
// prefetchers don't follow it, where a GPU has other waves to run meanwhile.
template <int Bytes> [[gnu::always_inline]] inline void prefetch_stride(Wave& w, const Op* op, const uint8_t* p) {
  constexpr intptr_t kPage = 4096, kLine = 64, kAhead = 2;
  Wave::Stream& s = w.streams[op->ordinal % std::size(w.streams)];
  const intptr_t step = static_cast<intptr_t>(reinterpret_cast<uintptr_t>(p) - s.last);
  s.last = reinterpret_cast<uintptr_t>(p);
  if (step < kPage && step > -kPage) return;
  if (step == s.step)
    for (intptr_t i = 0; i < kLanes * Bytes; i += kLine) __builtin_prefetch(p + kAhead * step + i);
  s.step = step;
}

// What coalesces is most of all accesses: it needs no stack.
template <Space S, class E> const Op* load(Wave& w, const Op* op) {
  if constexpr (S == Space::global) {
    begin_access(w, op);
    if (uint8_t* p = run_of_all<E::bytes>(w, op, op->a, op->b)) {
      prefetch_stride<E::bytes>(w, op, p);
      Load<E>{w.v + op->dst}.run(w, p);
      WL_NEXT(w, op);
    }
  }
  WL_BECOME(load_any<S, E>(w, op));
}
template <Space S, class E> const Op* store(Wave& w, const Op* op) {
  if constexpr (S == Space::global) {
    begin_access(w, op);
    if (uint8_t* p = run_of_all<E::bytes>(w, op, op->a, op->c)) {
      Store<E>{w.v + op->b.index}.run(w, p);
      WL_NEXT(w, op);
    }
  }
  WL_BECOME(store_any<S, E>(w, op));
}

template <Space S, class E> const Op* load_lds(Wave& w, const Op* op) {
  const LoadToLds<E> m{(w.s[kM0] & 0xffff) + static_cast<uint32_t>(op->imm)};
  if constexpr (S == Space::global) WL_NEXT_AFTER(global_access(w, op, op->a, op->b, m));
  if constexpr (S == Space::scratch) WL_NEXT_AFTER(scratch_access(w, op, op->a, op->b, m));
  if constexpr (S == Space::buffer) WL_NEXT_AFTER(buffer_access(w, op, op->a, op->b, load_soffset(w, op), m));
}

// Host memory is coherent: the cache instructions only order.
const Op* fence(Wave& w, const Op* op) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  WL_NEXT(w, op);
}

using U8 = Narrow<uint8_t>;
using I8 = Narrow<int8_t>;
using U16 = Narrow<uint16_t>;
using I16 = Narrow<int16_t>;

// clang-format off
#define LOADS_AND_STORES(space)                                                      \
  {#space "_load_ubyte", load<Space::space, U8>},                                    \
  {#space "_load_sbyte", load<Space::space, I8>},                                    \
  {#space "_load_ushort", load<Space::space, U16>},                                  \
  {#space "_load_sshort", load<Space::space, I16>},                                  \
  {#space "_load_dword", load<Space::space, Dwords<1>>},                             \
  {#space "_load_dwordx2", load<Space::space, Dwords<2>>},                           \
  {#space "_load_dwordx3", load<Space::space, Dwords<3>>},                           \
  {#space "_load_dwordx4", load<Space::space, Dwords<4>>},                           \
  {#space "_load_ubyte_d16", load<Space::space, Narrow<uint8_t, Part::low>>},        \
  {#space "_load_ubyte_d16_hi", load<Space::space, Narrow<uint8_t, Part::high>>},    \
  {#space "_load_sbyte_d16", load<Space::space, Narrow<int8_t, Part::low>>},         \
  {#space "_load_sbyte_d16_hi", load<Space::space, Narrow<int8_t, Part::high>>},     \
  {#space "_load_short_d16", load<Space::space, Narrow<uint16_t, Part::low>>},       \
  {#space "_load_short_d16_hi", load<Space::space, Narrow<uint16_t, Part::high>>},   \
  {#space "_store_byte", store<Space::space, U8>, 0},                                \
  {#space "_store_byte_d16_hi", store<Space::space, Narrow<uint8_t, Part::high>>, 0},   \
  {#space "_store_short", store<Space::space, U16>, 0},                              \
  {#space "_store_short_d16_hi", store<Space::space, Narrow<uint16_t, Part::high>>, 0}, \
  {#space "_store_dword", store<Space::space, Dwords<1>>, 0},                        \
  {#space "_store_dwordx2", store<Space::space, Dwords<2>>, 0},                      \
  {#space "_store_dwordx3", store<Space::space, Dwords<3>>, 0},                      \
  {#space "_store_dwordx4", store<Space::space, Dwords<4>>, 0}

#define LOADS_TO_LDS(space, prefix, suffix)                                          \
  {prefix "ubyte" suffix, load_lds<Space::space, U8>, 0},                            \
  {prefix "sbyte" suffix, load_lds<Space::space, I8>, 0},                            \
  {prefix "ushort" suffix, load_lds<Space::space, U16>, 0},                          \
  {prefix "sshort" suffix, load_lds<Space::space, I16>, 0},                          \
  {prefix "dword" suffix, load_lds<Space::space, Dwords<1>>, 0},                     \
  {prefix "dwordx3" suffix, load_lds<Space::space, Dwords<3>>, 0},                   \
  {prefix "dwordx4" suffix, load_lds<Space::space, Dwords<4>>, 0}

constexpr Semantics kTable[] = {
  LOADS_AND_STORES(global),
  LOADS_AND_STORES(flat),
  LOADS_AND_STORES(scratch),
  LOADS_AND_STORES(buffer),
  LOADS_TO_LDS(global, "global_load_lds_", ""),
  LOADS_TO_LDS(scratch, "scratch_load_lds_", ""),
  LOADS_TO_LDS(buffer, "buffer_load_", "_lds"),   // the "lds" modifier, appended to the mnemonic
  {"buffer_wbl2", fence, 0},
  {"buffer_invl2", fence, 0},
  {"buffer_inv", fence, 0},
  {"buffer_wbinvl1", fence, 0},
  {"buffer_wbinvl1_vol", fence, 0},
  {"buffer_gl0_inv", fence, 0},
  {"buffer_gl1_inv", fence, 0},
};
// clang-format on

} // namespace

std::span<const Semantics> vmem_table() { return kTable; }

} // namespace wavelift::soft::WAVE
