#include "soft/isa/pairs.h"
#include "soft/isa/int_lanes.h"
#include <algorithm>
#include <span>

namespace wavelift::soft::WAVE {
namespace {

// 64-bit addition in two halves, most of all of addresses: the second one's carry-in is the first one's carry-out.
// LowForm and HighForm: the source that all lanes share (see with_forms). Keeps: the carries of the low half are read
// again, as they are where the high half writes its own elsewhere.
template <class A, int LowForm, int HighForm, bool Keeps> const Op* carry_pair(Wave& w, const Op* op) {
  const Op* const high = op + 1;
  const DwordSource<LowForm, 1> a(w, op->a);
  const DwordSource<LowForm, 2> b(w, op->b);
  const DwordSource<HighForm, 1> c(w, high->a);
  const DwordSource<HighForm, 2> d(w, high->b);
  const RowWriter low_out(w, op->dst), high_out(w, high->dst);
  alignas(64) Row kept;
  // The high half reads what the low half has written: as when one instruction follows the other.
  const uint64_t carries = signs_of_lanes([&](int i) {
    const Dwords x = a(i), y = b(i), low = A::sum(x, y, Dwords{}), carry = A::carry(x, y, low);
    low_out(i, low);
    if constexpr (Keeps) *reinterpret_cast<Dwords*>(kept.lane + i) = carry;
    const Dwords z = c(i), u = d(i);
    const Dwords sum = A::sum(z, u, reinterpret_cast<Dwords>(_mm256_srai_epi32(reinterpret_cast<__m256i>(carry), 31)));
    high_out(i, sum);
    return A::carry(z, u, sum);
  });
  if constexpr (Keeps) w.set_mask(op->sdst, signs_of_lanes([&](int i) { return load(kept.lane + i); }) & w.exec());
  w.set_mask(high->sdst, carries & w.exec());
  [[clang::musttail]] return op[2].fn(w, op + 2);
}

// By the forms of both halves, and whether the low half's carries are kept.
template <class A>
constexpr Handler kCarryPairs[2][2][2] = {
    {{carry_pair<A, 0, 0, false>, carry_pair<A, 0, 0, true>}, {carry_pair<A, 0, 1, false>, carry_pair<A, 0, 1, true>}},
    {{carry_pair<A, 1, 0, false>, carry_pair<A, 1, 0, true>}, {carry_pair<A, 1, 1, false>, carry_pair<A, 1, 1, true>}}};

template <class A> Handler carry_pair_of(const Op* ops) {
  const Op &low = ops[0], &high = ops[1];
  const int l = form_of(low, 2), h = form_of(high, 2);
  if (l < 0 || l > 1 || h < 0 || h > 1 || high.c.kind != Src::Kind::scalar || high.c.index != low.sdst) return nullptr;
  // A high half that adds a scalar reads it before the low half has written its carries.
  if (h == 1 && high.a.kind == Src::Kind::scalar && high.a.index >= low.sdst && high.a.index < low.sdst + kLanes / 32) return nullptr;
  return kCarryPairs<A>[l][h][high.sdst != low.sdst];
}

struct Pair {
  std::string_view first, second;
  Handler (*of)(const Op* ops);
  std::span<const Handler> all;
};
constexpr Pair kPairs[] = {
    {"v_add_co_u32", "v_addc_co_u32", carry_pair_of<AddCarry>, {&kCarryPairs<AddCarry>[0][0][0], 8}},
    {"v_sub_co_u32", "v_subb_co_u32", carry_pair_of<SubBorrow>, {&kCarryPairs<SubBorrow>[0][0][0], 8}},
};

} // namespace

Handler pair_of(const Semantics& first, const Semantics& second, const Op* ops) {
  for (const Pair& p : kPairs)
    if (first.mnemonic == p.first && second.mnemonic == p.second) return p.of(ops);
  return nullptr;
}

bool does_two(Handler fn) {
  return std::ranges::any_of(kPairs, [&](const Pair& p) { return std::ranges::find(p.all, fn) != p.all.end(); });
}

} // namespace wavelift::soft::WAVE
