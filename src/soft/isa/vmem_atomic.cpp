// Atomics on global, flat and buffer addresses. Memory is shared with other workgroups' threads, so each
// lane's operation is a host atomic, sequentially consistent, in ascending order of lanes. Denormals are kept
// by the floating-point ones.
#include "soft/isa/atomic_ops.h"
#include "soft/isa/vmem_address.h"

namespace wavelift::soft::WAVE {
namespace {

// One host atomic: returns the value before.
template <class F, class T> inline T host_atomic(T* p, T x) {
  if constexpr (std::is_integral_v<T>) {
    if constexpr (std::is_same_v<F, atomic::Add>) return __atomic_fetch_add(p, x, __ATOMIC_SEQ_CST);
    if constexpr (std::is_same_v<F, atomic::Sub>) return __atomic_fetch_sub(p, x, __ATOMIC_SEQ_CST);
    if constexpr (std::is_same_v<F, atomic::And>) return __atomic_fetch_and(p, x, __ATOMIC_SEQ_CST);
    if constexpr (std::is_same_v<F, atomic::Or>) return __atomic_fetch_or(p, x, __ATOMIC_SEQ_CST);
    if constexpr (std::is_same_v<F, atomic::Xor>) return __atomic_fetch_xor(p, x, __ATOMIC_SEQ_CST);
    if constexpr (std::is_same_v<F, atomic::Swap>) return __atomic_exchange_n(p, x, __ATOMIC_SEQ_CST);
  }
  using U = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  auto* q = reinterpret_cast<U*>(p);
  U old = __atomic_load_n(q, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(q, &old, std::bit_cast<U>(F{}(std::bit_cast<T>(old), x)), false,
                                      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
  }
  return std::bit_cast<T>(old);
}

// Compare and swap; its data are the new value, then the one to compare with.
struct CmpSwap {};
// The same by value: zeros of either sign are equal, a NaN equals nothing.
struct FloatCmpSwap {};

// The mover of an atomic (see memory.h). dst is null when the old value is not wanted.
template <class F, class T> struct Atomic {
  using Element = Dwords<sizeof(T) / 4>;
  static constexpr bool writes = true, kRowMover = false;
  Row* dst;
  const Row* data;

  // Operations of which those of several lanes on one cell are one: nobody can come between lanes that follow each other.
  static constexpr bool kFolds = std::is_integral_v<T> && (std::is_same_v<F, atomic::Add> || std::is_same_v<F, atomic::And> ||
                                                          std::is_same_v<F, atomic::Or> || std::is_same_v<F, atomic::Xor> ||
                                                          std::is_same_v<F, atomic::Min> || std::is_same_v<F, atomic::Max>);
  void fold(const Wave& w, T* q) const {
    uint64_t e = w.exec();
    T all = get_lane<T>(data, std::countr_zero(e));
    for (uint64_t rest = e & (e - 1); rest; rest &= rest - 1) all = F{}(all, get_lane<T>(data, std::countr_zero(rest)));
    T old = host_atomic<F, T>(q, all);
    if (!dst) return;
    for (; e; e &= e - 1) {
      const int i = std::countr_zero(e);
      const T x = get_lane<T>(data, i);
      put_lane<T>(dst, i, old);
      old = F{}(old, x);
    }
  }

  void lane(Wave&, int i, uint8_t* p) const {
    auto* q = reinterpret_cast<T*>(p);
    const T x = get_lane<T>(data, i);
    T old;
    if constexpr (std::is_same_v<F, CmpSwap>) {
      old = get_lane<T>(data + sizeof(T) / 4, i);
      __atomic_compare_exchange_n(q, &old, x, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    } else if constexpr (std::is_same_v<F, FloatCmpSwap>) {
      using U = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
      const T compare = get_lane<T>(data + sizeof(T) / 4, i);
      U seen = __atomic_load_n(reinterpret_cast<U*>(q), __ATOMIC_SEQ_CST);
      while (std::bit_cast<T>(seen) == compare &&
             !__atomic_compare_exchange_n(reinterpret_cast<U*>(q), &seen, std::bit_cast<U>(x), false, __ATOMIC_SEQ_CST,
                                          __ATOMIC_SEQ_CST)) {
      }
      old = std::bit_cast<T>(seen);
    } else {
      old = host_atomic<F, T>(q, x);
    }
    if (dst) put_lane<T>(dst, i, old);
  }
  void run(Wave& w, uint8_t* p) const {
    for (uint64_t e = w.exec(); e; e &= e - 1)
      lane(w, std::countr_zero(e), p + std::countr_zero(e) * Element::bytes);
  }
  void same(Wave& w, uint8_t* p) const {
    if constexpr (kFolds) {
      fold(w, reinterpret_cast<T*>(p));
    } else {
      for (uint64_t e = w.exec(); e; e &= e - 1) lane(w, std::countr_zero(e), p);
    }
  }
  template <class A> void lanes(Wave& w, A at) const {
    for (uint64_t e = w.exec(); e; e &= e - 1) lane(w, std::countr_zero(e), at(std::countr_zero(e)));
  }
};

enum class Space : uint8_t { global, flat, buffer };

template <Space S, class F, class T> const Op* atomic_op(Wave& w, const Op* op) {
  Row* dst = op->flags & kGlc ? w.v + op->dst : nullptr;
  if constexpr (S == Space::buffer) {
    const Atomic<F, T> m{dst, w.v + op->a.index};
    return buffer_access(w, op, op->b, op->c, store_soffset(w, op), m);
  } else {
    const Atomic<F, T> m{dst, w.v + op->b.index};
    if constexpr (S == Space::global)
      return global_access(w, op, op->a, op->c, m);
    else
      return flat_access(w, op, op->a, m);
  }
}

// clang-format off
#define ATOMICS(space)                                                                        \
  {#space "_atomic_swap", atomic_op<Space::space, atomic::Swap, uint32_t>, 0},                \
  {#space "_atomic_cmpswap", atomic_op<Space::space, CmpSwap, uint32_t>, 0},                  \
  {#space "_atomic_add", atomic_op<Space::space, atomic::Add, uint32_t>, 0},                  \
  {#space "_atomic_sub", atomic_op<Space::space, atomic::Sub, uint32_t>, 0},                  \
  {#space "_atomic_csub", atomic_op<Space::space, atomic::SubClamp, uint32_t>, 0},            \
  {#space "_atomic_smin", atomic_op<Space::space, atomic::Min, int32_t>, 0},                  \
  {#space "_atomic_umin", atomic_op<Space::space, atomic::Min, uint32_t>, 0},                 \
  {#space "_atomic_smax", atomic_op<Space::space, atomic::Max, int32_t>, 0},                  \
  {#space "_atomic_umax", atomic_op<Space::space, atomic::Max, uint32_t>, 0},                 \
  {#space "_atomic_and", atomic_op<Space::space, atomic::And, uint32_t>, 0},                  \
  {#space "_atomic_or", atomic_op<Space::space, atomic::Or, uint32_t>, 0},                    \
  {#space "_atomic_xor", atomic_op<Space::space, atomic::Xor, uint32_t>, 0},                  \
  {#space "_atomic_inc", atomic_op<Space::space, atomic::Inc, uint32_t>, 0},                  \
  {#space "_atomic_dec", atomic_op<Space::space, atomic::Dec, uint32_t>, 0},                  \
  {#space "_atomic_swap_x2", atomic_op<Space::space, atomic::Swap, uint64_t>, 0},             \
  {#space "_atomic_cmpswap_x2", atomic_op<Space::space, CmpSwap, uint64_t>, 0},               \
  {#space "_atomic_add_x2", atomic_op<Space::space, atomic::Add, uint64_t>, 0},               \
  {#space "_atomic_sub_x2", atomic_op<Space::space, atomic::Sub, uint64_t>, 0},               \
  {#space "_atomic_smin_x2", atomic_op<Space::space, atomic::Min, int64_t>, 0},               \
  {#space "_atomic_umin_x2", atomic_op<Space::space, atomic::Min, uint64_t>, 0},              \
  {#space "_atomic_smax_x2", atomic_op<Space::space, atomic::Max, int64_t>, 0},               \
  {#space "_atomic_umax_x2", atomic_op<Space::space, atomic::Max, uint64_t>, 0},              \
  {#space "_atomic_and_x2", atomic_op<Space::space, atomic::And, uint64_t>, 0},               \
  {#space "_atomic_or_x2", atomic_op<Space::space, atomic::Or, uint64_t>, 0},                 \
  {#space "_atomic_xor_x2", atomic_op<Space::space, atomic::Xor, uint64_t>, 0},               \
  {#space "_atomic_inc_x2", atomic_op<Space::space, atomic::Inc, uint64_t>, 0},               \
  {#space "_atomic_dec_x2", atomic_op<Space::space, atomic::Dec, uint64_t>, 0},               \
  {#space "_atomic_add_f32", atomic_op<Space::space, atomic::Add, float>, 0},                 \
  {#space "_atomic_pk_add_f16", atomic_op<Space::space, atomic::PkAddF16, uint32_t>, 0},      \
  {#space "_atomic_pk_add_bf16", atomic_op<Space::space, atomic::PkAddBf16, uint32_t>, 0},    \
  {#space "_atomic_add_f64", atomic_op<Space::space, atomic::Add, double>, 0},                \
  {#space "_atomic_min_f64", atomic_op<Space::space, atomic::Min, double>, 0},                \
  {#space "_atomic_max_f64", atomic_op<Space::space, atomic::Max, double>, 0},                \
  {#space "_atomic_fcmpswap", atomic_op<Space::space, FloatCmpSwap, float>, 0},               \
  {#space "_atomic_fcmpswap_x2", atomic_op<Space::space, FloatCmpSwap, double>, 0},           \
  {#space "_atomic_fmin", atomic_op<Space::space, atomic::Min, float>, 0},                    \
  {#space "_atomic_fmax", atomic_op<Space::space, atomic::Max, float>, 0},                    \
  {#space "_atomic_fmin_x2", atomic_op<Space::space, atomic::Min, double>, 0},                \
  {#space "_atomic_fmax_x2", atomic_op<Space::space, atomic::Max, double>, 0}

constexpr Semantics kTable[] = {ATOMICS(global), ATOMICS(flat), ATOMICS(buffer)};
// clang-format on

} // namespace

std::span<const Semantics> vmem_atomic_table() { return kTable; }

} // namespace wavelift::soft::WAVE
