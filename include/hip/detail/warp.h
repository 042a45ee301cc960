// Warp functions over the hardware's wavefront: votes, shuffles, matches, reductions.
//
// Lane masks are 64 bits on every target. The *_sync forms refuse a narrower mask at compile time, since a
// 32-bit mask on a 64-wide wavefront silently leaves half of it out. CUDA compilation brings its own forms.
#ifndef HIP_DETAIL_WARP_H
#define HIP_DETAIL_WARP_H

#include "synchronization.h"

__WL_DEVICE__ unsigned int __lane_id() { return hip_impl::lane(); }

namespace hip_impl {

// `value` as lane `source` of the wavefront holds it.
template <class T> __WL_DEVICE__ T read_lane(T value, int source) {
  constexpr unsigned words = (sizeof(T) + 3) / 4;
  int word[words] = {};
  __builtin_memcpy(word, &value, sizeof(T));
#pragma unroll
  for (unsigned i = 0; i < words; ++i) word[i] = __builtin_amdgcn_ds_bpermute(source << 2, word[i]);
  __builtin_memcpy(&value, word, sizeof(T));
  return value;
}

__WL_DEVICE__ int shuffle_index(int source, int width) {
  return (source & (width - 1)) | (static_cast<int>(lane()) & ~(width - 1));
}
__WL_DEVICE__ int shuffle_up(unsigned delta, int width) {
  const int self = static_cast<int>(lane()), source = self - static_cast<int>(delta);
  return source < (self & ~(width - 1)) ? self : source;
}
__WL_DEVICE__ int shuffle_down(unsigned delta, int width) {
  const int self = static_cast<int>(lane());
  return (self & (width - 1)) + static_cast<int>(delta) >= width ? self : self + static_cast<int>(delta);
}
__WL_DEVICE__ int shuffle_xor(int flip, int width) {
  const int self = static_cast<int>(lane()), source = self ^ flip;
  return source >= ((self + width) & ~(width - 1)) ? self : source;
}

} // namespace hip_impl

// The hardware's own lane moves. Index and address count lanes times four; patterns are those of the
// instructions.
__WL_DEVICE__ int __hip_ds_bpermute(int index, int value) {
  return __builtin_amdgcn_ds_bpermute(index, value);
}
__WL_DEVICE__ float __hip_ds_bpermutef(int index, float value) {
  return __builtin_bit_cast(float, __builtin_amdgcn_ds_bpermute(index, __builtin_bit_cast(int, value)));
}
__WL_DEVICE__ int __hip_ds_permute(int index, int value) { return __builtin_amdgcn_ds_permute(index, value); }
__WL_DEVICE__ float __hip_ds_permutef(int index, float value) {
  return __builtin_bit_cast(float, __builtin_amdgcn_ds_permute(index, __builtin_bit_cast(int, value)));
}
#define __hip_ds_swizzle(value, pattern) __hip_ds_swizzle_N<(pattern)>((value))
#define __hip_ds_swizzlef(value, pattern) __hip_ds_swizzlef_N<(pattern)>((value))
template <int pattern> __WL_DEVICE__ int __hip_ds_swizzle_N(int value) {
  return __builtin_amdgcn_ds_swizzle(value, pattern);
}
template <int pattern> __WL_DEVICE__ float __hip_ds_swizzlef_N(float value) {
  return __builtin_bit_cast(float, __builtin_amdgcn_ds_swizzle(__builtin_bit_cast(int, value), pattern));
}
#define __hip_move_dpp(value, control, row_mask, bank_mask, bound_control)                                   \
  __hip_move_dpp_N<(control), (row_mask), (bank_mask), (bound_control)>((value))
template <int control, int row_mask, int bank_mask, bool bound_control>
__WL_DEVICE__ int __hip_move_dpp_N(int value) {
  return __builtin_amdgcn_mov_dpp(value, control, row_mask, bank_mask, bound_control);
}

#ifndef __WAVELIFT_CUDA__

__WL_DEVICE__ unsigned long long __ballot(int predicate) {
  return __builtin_amdgcn_ballot_w64(predicate != 0);
}
__WL_DEVICE__ unsigned long long __ballot64(int predicate) {
  return __builtin_amdgcn_ballot_w64(predicate != 0);
}
__WL_DEVICE__ unsigned long long __activemask() { return __builtin_amdgcn_ballot_w64(true); }
__WL_DEVICE__ int __any(int predicate) { return __builtin_amdgcn_ballot_w64(predicate != 0) != 0; }
__WL_DEVICE__ int __all(int predicate) { return __builtin_amdgcn_ballot_w64(predicate == 0) == 0; }

__WL_DEVICE__ unsigned long long __lanemask_lt() { return (1ull << __lane_id()) - 1; }
__WL_DEVICE__ unsigned long long __lanemask_eq() { return 1ull << __lane_id(); }
__WL_DEVICE__ unsigned long long __lanemask_gt() { return ~(__lanemask_lt() | __lanemask_eq()); }

// The four shuffles for one type.
#define __WL_SHUFFLES(T)                                                                                     \
  __WL_DEVICE__ T __shfl(T value, int source, int width = __builtin_amdgcn_wavefrontsize()) {                \
    return hip_impl::read_lane(value, hip_impl::shuffle_index(source, width));                               \
  }                                                                                                          \
  __WL_DEVICE__ T __shfl_up(T value, unsigned int delta, int width = __builtin_amdgcn_wavefrontsize()) {     \
    return hip_impl::read_lane(value, hip_impl::shuffle_up(delta, width));                                   \
  }                                                                                                          \
  __WL_DEVICE__ T __shfl_down(T value, unsigned int delta, int width = __builtin_amdgcn_wavefrontsize()) {   \
    return hip_impl::read_lane(value, hip_impl::shuffle_down(delta, width));                                 \
  }                                                                                                          \
  __WL_DEVICE__ T __shfl_xor(T value, int flip, int width = __builtin_amdgcn_wavefrontsize()) {              \
    return hip_impl::read_lane(value, hip_impl::shuffle_xor(flip, width));                                   \
  }

__WL_SHUFFLES(int)
__WL_SHUFFLES(unsigned int)
__WL_SHUFFLES(long)
__WL_SHUFFLES(unsigned long)
__WL_SHUFFLES(long long)
__WL_SHUFFLES(unsigned long long)
__WL_SHUFFLES(float)
__WL_SHUFFLES(double)

__WL_DEVICE__ void __syncwarp() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

#ifndef HIP_DISABLE_WARP_SYNC_BUILTINS

#define __WL_CHECK_MASK(M)                                                                                   \
  static_assert(__is_integral(M) && sizeof(M) == 8,                                                          \
                "The mask must be a 64-bit integer: a narrower one leaves out half of a 64-wide wavefront.")

template <class M> __WL_DEVICE__ void __syncwarp(M) {
  __WL_CHECK_MASK(M);
  __syncwarp();
}

template <class M> __WL_DEVICE__ unsigned long long __ballot_sync(M mask, int predicate) {
  __WL_CHECK_MASK(M);
  return __ballot(predicate) & static_cast<unsigned long long>(mask);
}
template <class M> __WL_DEVICE__ int __any_sync(M mask, int predicate) {
  __WL_CHECK_MASK(M);
  return (__ballot(predicate) & static_cast<unsigned long long>(mask)) != 0;
}
template <class M> __WL_DEVICE__ int __all_sync(M mask, int predicate) {
  __WL_CHECK_MASK(M);
  return (__ballot(predicate == 0) & static_cast<unsigned long long>(mask)) == 0;
}

template <class M, class T>
__WL_DEVICE__ T __shfl_sync(M, T value, int source, int width = __builtin_amdgcn_wavefrontsize()) {
  __WL_CHECK_MASK(M);
  return __shfl(value, source, width);
}
template <class M, class T>
__WL_DEVICE__ T __shfl_up_sync(M, T value, unsigned int delta, int width = __builtin_amdgcn_wavefrontsize()) {
  __WL_CHECK_MASK(M);
  return __shfl_up(value, delta, width);
}
template <class M, class T>
__WL_DEVICE__ T __shfl_down_sync(M, T value, unsigned int delta,
                                 int width = __builtin_amdgcn_wavefrontsize()) {
  __WL_CHECK_MASK(M);
  return __shfl_down(value, delta, width);
}
template <class M, class T>
__WL_DEVICE__ T __shfl_xor_sync(M, T value, int flip, int width = __builtin_amdgcn_wavefrontsize()) {
  __WL_CHECK_MASK(M);
  return __shfl_xor(value, flip, width);
}

namespace hip_impl {

// Matches compare bits: -0.0 differs from 0.0.
template <class T> __WL_DEVICE__ unsigned long long match_bits(T value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "match works on values of 4 or 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}

// Combines `value` over the running lanes of `mask`, lane by lane in ascending order.
template <class T, class Op> __WL_DEVICE__ T reduce_lanes(unsigned long long mask, T value, Op op) {
  unsigned long long members = mask & __activemask();
  T result = read_lane(value, __builtin_ctzll(members));
  for (members &= members - 1; members; members &= members - 1)
    result = op(result, read_lane(value, __builtin_ctzll(members)));
  return result;
}

} // namespace hip_impl

// The running lanes of `mask` that hold the caller's value. A turn serves one value; the vote is taken while
// all lanes that still wait run together.
template <class M, class T> __WL_DEVICE__ unsigned long long __match_any_sync(M mask, T value) {
  __WL_CHECK_MASK(M);
  const unsigned long long own = hip_impl::match_bits(value);
  unsigned long long result = 0;
  for (bool waiting = true; waiting;) {
    const unsigned low = __builtin_amdgcn_readfirstlane(static_cast<unsigned>(own));
    const unsigned high = __builtin_amdgcn_readfirstlane(static_cast<unsigned>(own >> 32));
    const bool equal = static_cast<unsigned>(own) == low && static_cast<unsigned>(own >> 32) == high;
    const unsigned long long votes = __builtin_amdgcn_ballot_w64(equal);
    if (equal) {
      result = votes & static_cast<unsigned long long>(mask);
      waiting = false;
    }
  }
  return result;
}
template <class T> __WL_DEVICE__ unsigned long long __match_any(T value) {
  return __match_any_sync(~0ull, value);
}

// `mask` when all its lanes hold the same value, else 0.
template <class M, class T>
__WL_DEVICE__ unsigned long long __match_all_sync(M mask, T value, int* predicate) {
  __WL_CHECK_MASK(M);
  const unsigned long long own = hip_impl::match_bits(value);
  const unsigned long long members = static_cast<unsigned long long>(mask) & __activemask();
  const unsigned long long first = hip_impl::read_lane(own, members ? __builtin_ctzll(members) : 0);
  *predicate = (__ballot(own != first) & members) == 0;
  return *predicate ? members : 0;
}
template <class T> __WL_DEVICE__ unsigned long long __match_all(T value, int* predicate) {
  return __match_all_sync(~0ull, value, predicate);
}

#define __WL_REDUCE(name, expression)                                                                        \
  template <class M, class T> __WL_DEVICE__ T __reduce_##name##_sync(M mask, T value) {                      \
    __WL_CHECK_MASK(M);                                                                                      \
    return hip_impl::reduce_lanes(static_cast<unsigned long long>(mask), value,                              \
                                  [](T a, T b) { return static_cast<T>(expression); });                      \
  }
__WL_REDUCE(add, a + b)
__WL_REDUCE(min, b < a ? b : a)
__WL_REDUCE(max, a < b ? b : a)
__WL_REDUCE(and, a& b)
__WL_REDUCE(or, a | b)
__WL_REDUCE(xor, a ^ b)
#undef __WL_REDUCE
#undef __WL_CHECK_MASK

#endif
#endif
#endif
