// Wavefront primitives: values moved between lanes, reductions and scans over groups of lanes.
//
// A group is `W` consecutive lanes, W a power of two; W = 0 means the whole wavefront. Operators need not be
// commutative. Where a lane has no partner it keeps a value that is its own, so operators never see rubbish.
#ifndef WLPRIM_WAVE_H
#define WLPRIM_WAVE_H

#include "config.h"

namespace wlprim {

WLPRIM_DEVICE unsigned wave_size() { return __builtin_amdgcn_wavefrontsize(); }
WLPRIM_DEVICE unsigned lane_id() { return hip_impl::lane(); }
WLPRIM_DEVICE unsigned long long ballot(bool p) { return __builtin_amdgcn_ballot_w64(p); }
// How many lanes below the caller's are set in `mask`.
WLPRIM_DEVICE unsigned lanes_below(unsigned long long mask) {
  return __builtin_amdgcn_mbcnt_hi(static_cast<unsigned>(mask >> 32),
                                   __builtin_amdgcn_mbcnt_lo(static_cast<unsigned>(mask), 0u));
}
WLPRIM_DEVICE unsigned uniform(unsigned v) { return __builtin_amdgcn_readfirstlane(v); }

// LDS written by lanes of this wavefront is read by others of it.
WLPRIM_DEVICE void wave_sync() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

// f applied to each 32-bit word of an object.
template <class T, class F> WLPRIM_DEVICE T by_words(T value, F f) {
  constexpr unsigned words = (sizeof(T) + 3) / 4;
  int word[words] = {};
  __builtin_memcpy(word, static_cast<const void*>(&value), sizeof(T));
#pragma unroll
  for (unsigned i = 0; i < words; ++i) word[i] = f(word[i]);
  __builtin_memcpy(static_cast<void*>(&value), word, sizeof(T));
  return value;
}

template <class T> WLPRIM_DEVICE T read_lane(T value, unsigned source) {
  const int address = static_cast<int>(source << 2);
  return by_words(value, [=](int w) { return __builtin_amdgcn_ds_bpermute(address, w); });
}
// The value of one lane, the same for all lanes of the wavefront.
template <class T> WLPRIM_DEVICE T broadcast(T value, unsigned source) {
  return by_words(value, [=](int w) { return __builtin_amdgcn_readlane(w, static_cast<int>(source)); });
}
// The value `d` lanes above (or below) in the row of 16; lanes at the end keep their own.
template <int d, class T> WLPRIM_DEVICE T row_above(T value) {
  return by_words(value, [](int w) { return __builtin_amdgcn_update_dpp(w, w, 0x100 + d, 15, 15, false); });
}
template <int d, class T> WLPRIM_DEVICE T row_below(T value) {
  return by_words(value, [](int w) { return __builtin_amdgcn_update_dpp(w, w, 0x110 + d, 15, 15, false); });
}

// The combination of all values of the group, in its first lane. All its lanes must run.
template <unsigned W, class T, class Op> WLPRIM_DEVICE T reduce_group(T v, Op op) {
  const unsigned lane = lane_id();
  if constexpr (W == 0 || W > 1) v = op(v, row_above<1>(v));
  if constexpr (W == 0 || W > 2) v = op(v, row_above<2>(v));
  if constexpr (W == 0 || W > 4) v = op(v, row_above<4>(v));
  if constexpr (W == 0 || W > 8) v = op(v, row_above<8>(v));
  if constexpr (W == 0 || W > 16) v = op(v, read_lane(v, lane | 16));
  if (W == 0 ? wave_size() == 64 : W > 32) v = op(v, read_lane(v, lane | 32));
  return v;
}

// The same for the first `valid` lanes of each `width` lanes from `base` on; any width, lanes may be missing.
template <class T, class Op>
WLPRIM_DEVICE T reduce_first(T v, Op op, unsigned base, unsigned width, unsigned valid) {
  const unsigned lane = lane_id(), end = base + valid;
#pragma unroll
  for (unsigned d = 1; d < 64; d *= 2) {
    if (d >= width) break;
    const bool has = lane + d < end;
    T other = read_lane(v, has ? lane + d : lane);
    if (has) v = op(v, other);
  }
  return v;
}

// The combination of the values of the group up to the caller's lane. All lanes below must run.
template <unsigned W, class T, class Op> WLPRIM_DEVICE T scan_group(T v, Op op) {
  const unsigned lane = lane_id(), in_row = lane & 15u & (W - 1);
  auto step = [&](bool has, T other) {
    if (has) v = op(other, v);
  };
  if constexpr (W == 0 || W > 1) step(in_row >= 1, row_below<1>(v));
  if constexpr (W == 0 || W > 2) step(in_row >= 2, row_below<2>(v));
  if constexpr (W == 0 || W > 4) step(in_row >= 4, row_below<4>(v));
  if constexpr (W == 0 || W > 8) step(in_row >= 8, row_below<8>(v));
  if constexpr (W == 0 || W > 16) step(lane & 16, read_lane(v, lane & 16 ? (lane & ~31u) + 15 : lane));
  if (W == 0 ? wave_size() == 64 : W > 32) step(lane & 32, read_lane(v, lane & 32 ? 31 : lane));
  return v;
}

// The same for groups of any width; `index` is the lane's place in its group.
template <class T, class Op> WLPRIM_DEVICE T scan_any(T v, Op op, unsigned index, unsigned width) {
  const unsigned lane = lane_id();
#pragma unroll
  for (unsigned d = 1; d < 64; d *= 2) {
    if (d >= width) break;
    T other = read_lane(v, index >= d ? lane - d : lane);
    if (index >= d) v = op(other, v);
  }
  return v;
}

// The lanes whose `bits` lowest bits of `digit` are the caller's. Lanes that do not take part pass part =
// false.
WLPRIM_DEVICE unsigned long long peers(unsigned digit, unsigned bits, bool part) {
  unsigned long long same = ballot(part);
#pragma unroll
  for (unsigned b = 0; b < 8; ++b) {
    if (b >= bits) break;
    const unsigned flip = static_cast<unsigned>(static_cast<int>(digit << (31 - b)) >> 31);
    const unsigned long long votes = ballot(flip != 0);
    const unsigned low = static_cast<unsigned>(votes) ^ ~flip,
                   high = static_cast<unsigned>(votes >> 32) ^ ~flip;
    same &= static_cast<unsigned long long>(high) << 32 | low;
  }
  return same;
}

} // namespace wlprim

#endif
