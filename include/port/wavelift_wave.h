// Warps as wide as the wave, for kernels that `wl port --width native` rewrote: 64 lanes on GPUs whose waves have 64, else 32.
//
// All lanes of the wave take part in each call: the port calls these only where a CUDA program has full masks. The header needs
// only <hip/hip_runtime.h> and compiler builtins, so it works with any HIP compiler, not just with wavelift's. It takes the width
// from the target, as HIP 7 no longer has a macro for it: gfx8 and gfx9 have waves of 64, later GPUs are compiled for waves of 32
// unless -mwavefrontsize64 asks otherwise, which this header does not support.
#ifndef WAVELIFT_WAVE_H
#define WAVELIFT_WAVE_H

#include <hip/hip_runtime.h>

#define WLWAVE_DEVICE __device__ inline __attribute__((always_inline))

namespace wlwave {

// In device code. The host compiles kernels' text, too, and asks for host_width() instead.
#if defined(__GFX8__) || defined(__GFX9__)
constexpr int width = 64, log2_width = 6;
#else
constexpr int width = 32, log2_width = 5;
#endif
constexpr unsigned long long full_mask = width == 64 ? ~0ull : 0xffffffffull;

// The width on the current device.
inline unsigned host_width() {
  int device = 0, lanes = 0;
  if (hipGetDevice(&device) != hipSuccess || hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, device) != hipSuccess) return 32;
  return static_cast<unsigned>(lanes);
}

// The grid that has as many warps as `blocks` has with warps of 32 lanes.
inline dim3 grid(dim3 blocks) {
  blocks.x *= host_width() / 32u;
  return blocks;
}

namespace detail {

WLWAVE_DEVICE unsigned lane() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)); }

// `value` of lane `from`, for any trivially copyable type of up to 16 bytes.
template <class T> WLWAVE_DEVICE T read_lane(T value, unsigned from) {
  static_assert(__is_trivially_copyable(T), "only trivially copyable values can be shuffled");
  static_assert(sizeof(T) <= 16, "only values of up to 16 bytes can be shuffled");
  constexpr unsigned words = (sizeof(T) + 3) / 4;
  int word[words] = {};
  __builtin_memcpy(word, &value, sizeof(T));
#pragma unroll
  for (unsigned i = 0; i < words; ++i) word[i] = __builtin_amdgcn_ds_bpermute(static_cast<int>(from << 2), word[i]);
  __builtin_memcpy(&value, word, sizeof(T));
  return value;
}

} // namespace detail

// Shuffles over the whole wave. A lane whose source lies outside keeps its own value.
template <class T> WLWAVE_DEVICE T shfl(T value, int source, int = width) {
  return detail::read_lane(value, static_cast<unsigned>(source) & (width - 1u));
}
template <class T> WLWAVE_DEVICE T shfl_down(T value, unsigned delta, int = width) {
  const unsigned lane = detail::lane(), source = lane + delta;
  return detail::read_lane(value, source < unsigned(width) ? source : lane);
}
template <class T> WLWAVE_DEVICE T shfl_up(T value, unsigned delta, int = width) {
  const unsigned lane = detail::lane();
  return detail::read_lane(value, delta <= lane ? lane - delta : lane);
}
template <class T> WLWAVE_DEVICE T shfl_xor(T value, int flip, int = width) {
  return detail::read_lane(value, detail::lane() ^ (static_cast<unsigned>(flip) & (width - 1u)));
}
template <class T> WLWAVE_DEVICE T shfl_sync(unsigned long long, T value, int source, int = width) { return shfl(value, source); }
template <class T> WLWAVE_DEVICE T shfl_down_sync(unsigned long long, T value, unsigned delta, int = width) { return shfl_down(value, delta); }
template <class T> WLWAVE_DEVICE T shfl_up_sync(unsigned long long, T value, unsigned delta, int = width) { return shfl_up(value, delta); }
template <class T> WLWAVE_DEVICE T shfl_xor_sync(unsigned long long, T value, int flip, int = width) { return shfl_xor(value, flip); }

} // namespace wlwave

#undef WLWAVE_DEVICE
#endif
