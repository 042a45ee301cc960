// Scalar memory: loads of 1 to 16 dwords from an address or through a buffer descriptor, scalar stores,
// clocks, and the scalar cache instructions.
#include "soft/isa/lanes.h"
#include "soft/isa/memory.h"
#include <chrono>

namespace wavelift::soft::WAVE {
namespace {

// The byte offset: an SGPR (unsigned) or none, plus imm (signed), where lowering also puts an immediate
// operand.
int64_t scalar_offset(const Wave& w, const Op* op, const Src& s) {
  return op->imm + (s.kind == Src::Kind::scalar ? static_cast<int64_t>(w.s[s.index]) : 0);
}

uint32_t* scalar_address(const Wave& w, const Op* op, const Src& base, const Src& offset) {
  return reinterpret_cast<uint32_t*>(
      (scalar64(w, base) + static_cast<uint64_t>(scalar_offset(w, op, offset))) & ~3ull);
}

template <int N> const Op* load(Wave& w, const Op* op) {
  begin_access(w, op);
  const auto* p = reinterpret_cast<const uint8_t*>(scalar_address(w, op, op->a, op->b));
  uint32_t x[N]; // the base may be among the destination
  if constexpr (N == 1) {
    x[0] = host_load<uint32_t>(p);
  } else {
    for (int i = 0; i < N; i += 2) {
      uint64_t two = host_load<uint64_t>(p + 4 * i);
      x[i] = static_cast<uint32_t>(two);
      x[i + 1] = static_cast<uint32_t>(two >> 32);
    }
  }
  for (int i = 0; i < N; ++i) w.s[op->sdst + i] = x[i];
  WL_NEXT(w, op);
}

// Dwords outside of the descriptor's records are 0. Records are bytes, or elements of the descriptor's
// stride.
template <int N> const Op* buffer_load(Wave& w, const Op* op) {
  begin_access(w, op);
  const uint32_t* d = w.s + op->a.index;
  const uint64_t base = d[0] | static_cast<uint64_t>(d[1] & 0xffff) << 32;
  const uint64_t stride = d[1] >> 16 & 0x3fff, size = d[2] * (stride ? stride : 1);
  const uint64_t offset = static_cast<uint64_t>(scalar_offset(w, op, op->b)) & ~3ull;
  uint32_t x[N];
  for (int i = 0; i < N; ++i) {
    const uint64_t at = offset + 4 * static_cast<uint64_t>(i);
    x[i] = at < size && size - at >= 4
               ? host_load<uint32_t>(reinterpret_cast<const void*>((base + at) & ~3ull))
               : 0;
  }
  for (int i = 0; i < N; ++i) w.s[op->sdst + i] = x[i];
  WL_NEXT(w, op);
}

template <int N> const Op* store(Wave& w, const Op* op) {
  begin_access(w, op);
  uint32_t* p = scalar_address(w, op, op->b, op->c);
  for (int i = 0; i < N; ++i) host_store(p + i, w.s[op->a.index + i]);
  WL_NEXT(w, op);
}

// The core clock: the host's time stamp counter.
const Op* memtime(Wave& w, const Op* op) {
  w.set_s64(op->sdst, __rdtsc());
  WL_NEXT(w, op);
}

// The constant clock of 100 MHz.
const Op* memrealtime(Wave& w, const Op* op) {
  auto t = std::chrono::steady_clock::now().time_since_epoch();
  w.set_s64(op->sdst,
            static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(t).count()) / 10);
  WL_NEXT(w, op);
}

const Op* fence(Wave& w, const Op* op) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  WL_NEXT(w, op);
}

constexpr Semantics kTable[] = {
    {"s_load_dword", load<1>},
    {"s_load_dwordx2", load<2>},
    {"s_load_dwordx4", load<4>},
    {"s_load_dwordx8", load<8>},
    {"s_load_dwordx16", load<16>},
    {"s_buffer_load_dword", buffer_load<1>},
    {"s_buffer_load_dwordx2", buffer_load<2>},
    {"s_buffer_load_dwordx4", buffer_load<4>},
    {"s_buffer_load_dwordx8", buffer_load<8>},
    {"s_buffer_load_dwordx16", buffer_load<16>},
    {"s_store_dword", store<1>, 0},
    {"s_store_dwordx2", store<2>, 0},
    {"s_store_dwordx4", store<4>, 0},
    {"s_memtime", memtime},
    {"s_memrealtime", memrealtime},
    {"s_dcache_inv", fence, 0},
    {"s_dcache_inv_vol", fence, 0},
    {"s_dcache_wb", fence, 0},
    {"s_dcache_wb_vol", fence, 0},
    {"s_dcache_discard", fence, 0},
    {"s_dcache_discard_x2", fence, 0},
    {"s_gl1_inv", fence, 0},
};

} // namespace

std::span<const Semantics> smem_table() { return kTable; }

} // namespace wavelift::soft::WAVE
