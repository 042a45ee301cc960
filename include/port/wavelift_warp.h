// Warp functions with CUDA's meaning, for HIP code that was ported from CUDA.
//
// A warp here is always a group of 32 neighbouring lanes ("logical warp"), whatever the hardware's
// wavefront is: on a 64-wide wavefront two such groups run side by side and never see each other.
// Masks are 32 bits wide and number the lanes of the own group, exactly as in CUDA. The header needs only
// <hip/hip_runtime.h> and compiler builtins, so it works with any HIP compiler, not just with wavelift's.
//
// Function by function the contract is that of CUDA's name (__shfl_sync -> wl32::shfl_sync, ...): lane
// numbers wrap modulo the width, shuffles that leave their segment return the caller's own value, lanes
// outside the mask are left out of votes, matches and reductions. Reading from a lane that does not execute
// the call is undefined in CUDA; here it gives zero.
#ifndef WAVELIFT_WARP_H
#define WAVELIFT_WARP_H

#include <hip/hip_runtime.h>

#define WL32_DEVICE __device__ inline __attribute__((always_inline))

namespace wl32 {

constexpr int warp_size = 32;

namespace detail {

// Lane number in the hardware's wavefront: 0..63 or 0..31.
WL32_DEVICE unsigned wave_lane() {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}

// The votes of the own group of 32 lanes.
WL32_DEVICE unsigned group_ballot(bool p) {
  const unsigned long long votes = __builtin_amdgcn_ballot_w64(p);
  return static_cast<unsigned>(votes >> (wave_lane() & 32u));
}

// `value` of lane `lane` (0..31) of the own group, for any trivially copyable type of up to 16 bytes.
template <class T> WL32_DEVICE T read_lane(T value, unsigned lane) {
  static_assert(__is_trivially_copyable(T), "only trivially copyable values can be shuffled");
  static_assert(sizeof(T) <= 16, "only values of up to 16 bytes can be shuffled");
  constexpr unsigned words = (sizeof(T) + 3) / 4;
  const int address = static_cast<int>(((wave_lane() & 32u) | lane) << 2);
  int word[words] = {};
  __builtin_memcpy(word, &value, sizeof(T));
#pragma unroll
  for (unsigned i = 0; i < words; ++i) word[i] = __builtin_amdgcn_ds_bpermute(address, word[i]);
  __builtin_memcpy(&value, word, sizeof(T));
  return value;
}

// Matches compare bits, not values: -0.0 differs from 0.0 and a NaN matches itself.
template <class T> WL32_DEVICE unsigned long long bits_of(T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "match works on values of 4 or 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}

// Combines `value` over the executing lanes of `mask`. Full groups take a butterfly, others go lane by lane.
template <class T, class Op> WL32_DEVICE T reduce(unsigned mask, T value, Op op) {
  const unsigned lane = wave_lane() & 31u;
  unsigned members = mask & group_ballot(true);
  if (members == ~0u) {
#pragma unroll
    for (unsigned step = 16; step; step >>= 1) value = op(value, read_lane(value, lane ^ step));
    return value;
  }
  T result = read_lane(value, static_cast<unsigned>(__builtin_ctz(members)));
  for (members &= members - 1; members; members &= members - 1)
    result = op(result, read_lane(value, static_cast<unsigned>(__builtin_ctz(members))));
  return result;
}

struct add_op {
  template <class T> WL32_DEVICE T operator()(T a, T b) const { return a + b; }
};
struct min_op {
  template <class T> WL32_DEVICE T operator()(T a, T b) const { return b < a ? b : a; }
};
struct max_op {
  template <class T> WL32_DEVICE T operator()(T a, T b) const { return a < b ? b : a; }
};
struct and_op {
  template <class T> WL32_DEVICE T operator()(T a, T b) const { return a & b; }
};
struct or_op {
  template <class T> WL32_DEVICE T operator()(T a, T b) const { return a | b; }
};
struct xor_op {
  template <class T> WL32_DEVICE T operator()(T a, T b) const { return a ^ b; }
};

} // namespace detail

// Position in the logical warp, and the masks that CUDA reads from %lanemask_*.
WL32_DEVICE unsigned lane_id() { return detail::wave_lane() & 31u; }
WL32_DEVICE unsigned lanemask_eq() { return 1u << lane_id(); }
WL32_DEVICE unsigned lanemask_lt() { return (1u << lane_id()) - 1u; }
WL32_DEVICE unsigned lanemask_le() { return (2u << lane_id()) - 1u; }
WL32_DEVICE unsigned lanemask_gt() { return ~lanemask_le(); }
WL32_DEVICE unsigned lanemask_ge() { return ~lanemask_lt(); }

// Orders memory accesses among the lanes of the wavefront. Lanes of a wavefront run in lockstep, so the
// mask has nobody to wait for.
WL32_DEVICE void syncwarp(unsigned = ~0u) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

// Votes. The forms without a mask count all executing lanes of the group.
WL32_DEVICE unsigned activemask() { return detail::group_ballot(true); }
WL32_DEVICE unsigned ballot(int p) { return detail::group_ballot(p != 0); }
WL32_DEVICE int any(int p) { return detail::group_ballot(p != 0) != 0; }
WL32_DEVICE int all(int p) { return detail::group_ballot(p == 0) == 0; }

WL32_DEVICE unsigned ballot_sync(unsigned mask, int p) { return detail::group_ballot(p != 0) & mask; }
WL32_DEVICE int any_sync(unsigned mask, int p) { return (detail::group_ballot(p != 0) & mask) != 0; }
WL32_DEVICE int all_sync(unsigned mask, int p) { return (detail::group_ballot(p == 0) & mask) == 0; }
WL32_DEVICE int uni_sync(unsigned mask, int p) {
  const unsigned votes = detail::group_ballot(p != 0) & mask;
  return votes == 0 || votes == (mask & detail::group_ballot(true));
}

// Shuffles. width: a power of two up to 32; segments of that many lanes are served each by itself.
template <class T> WL32_DEVICE T shfl(T value, int source, int width = warp_size) {
  const unsigned inside = static_cast<unsigned>(width) - 1u;
  return detail::read_lane(value, (lane_id() & ~inside) | (static_cast<unsigned>(source) & inside));
}
template <class T> WL32_DEVICE T shfl_up(T value, unsigned delta, int width = warp_size) {
  const int lane = static_cast<int>(lane_id()), first = lane & ~(width - 1);
  const int source = lane - static_cast<int>(delta & 31u);
  return detail::read_lane(value, static_cast<unsigned>(source < first ? lane : source));
}
template <class T> WL32_DEVICE T shfl_down(T value, unsigned delta, int width = warp_size) {
  const int lane = static_cast<int>(lane_id()), last = lane | (width - 1);
  const int source = lane + static_cast<int>(delta & 31u);
  return detail::read_lane(value, static_cast<unsigned>(source > last ? lane : source));
}
template <class T> WL32_DEVICE T shfl_xor(T value, int flip, int width = warp_size) {
  const int lane = static_cast<int>(lane_id()), last = lane | (width - 1);
  const int source = lane ^ (flip & 31);
  return detail::read_lane(value, static_cast<unsigned>(source > last ? lane : source));
}

template <class T> WL32_DEVICE T shfl_sync(unsigned, T value, int source, int width = warp_size) {
  return shfl(value, source, width);
}
template <class T> WL32_DEVICE T shfl_up_sync(unsigned, T value, unsigned delta, int width = warp_size) {
  return shfl_up(value, delta, width);
}
template <class T> WL32_DEVICE T shfl_down_sync(unsigned, T value, unsigned delta, int width = warp_size) {
  return shfl_down(value, delta, width);
}
template <class T> WL32_DEVICE T shfl_xor_sync(unsigned, T value, int flip, int width = warp_size) {
  return shfl_xor(value, flip, width);
}

// The lanes of `mask` that hold the caller's value.
template <class T> WL32_DEVICE unsigned match_any_sync(unsigned mask, T value) {
  const unsigned long long own = detail::bits_of(value);
  const unsigned group = detail::wave_lane() & 32u;
  unsigned result = 0;
  for (bool waiting = true; waiting;) {
    // Both groups of a wavefront serve one value a turn. The vote is taken before the branch, while all
    // waiting lanes still run together.
    const unsigned low = __builtin_amdgcn_readfirstlane(static_cast<unsigned>(own));
    const unsigned high = __builtin_amdgcn_readfirstlane(static_cast<unsigned>(own >> 32));
    const bool equal = static_cast<unsigned>(own) == low && static_cast<unsigned>(own >> 32) == high;
    const unsigned long long votes = __builtin_amdgcn_ballot_w64(equal);
    if (equal) {
      result = static_cast<unsigned>(votes >> group) & mask;
      waiting = false;
    }
  }
  return result;
}

// `mask` when all its lanes hold the same value, else 0; *predicate says which.
template <class T> WL32_DEVICE unsigned match_all_sync(unsigned mask, T value, int* predicate) {
  const unsigned long long own = detail::bits_of(value);
  const unsigned members = mask & detail::group_ballot(true);
  const unsigned long long first =
      detail::read_lane(own, members ? static_cast<unsigned>(__builtin_ctz(members)) : 0u);
  const int same = all_sync(mask, own == first);
  *predicate = same;
  return same ? mask : 0u;
}

// Reductions over the lanes of `mask`, for 32-bit integers as in CUDA.
template <class T> WL32_DEVICE T reduce_add_sync(unsigned mask, T v) {
  return detail::reduce(mask, v, detail::add_op{});
}
template <class T> WL32_DEVICE T reduce_min_sync(unsigned mask, T v) {
  return detail::reduce(mask, v, detail::min_op{});
}
template <class T> WL32_DEVICE T reduce_max_sync(unsigned mask, T v) {
  return detail::reduce(mask, v, detail::max_op{});
}
template <class T> WL32_DEVICE T reduce_and_sync(unsigned mask, T v) {
  return detail::reduce(mask, v, detail::and_op{});
}
template <class T> WL32_DEVICE T reduce_or_sync(unsigned mask, T v) {
  return detail::reduce(mask, v, detail::or_op{});
}
template <class T> WL32_DEVICE T reduce_xor_sync(unsigned mask, T v) {
  return detail::reduce(mask, v, detail::xor_op{});
}

} // namespace wl32

#undef WL32_DEVICE
#endif
