// Questions about the device and the calling thread.
#ifndef HIPCUB_UTIL_DEVICE_HPP_
#define HIPCUB_UTIL_DEVICE_HPP_

#include "block/block_common.hpp"

namespace hipcub {

inline int CurrentDevice() {
  int device = -1;
  return hipGetDevice(&device) == hipSuccess ? device : -1;
}
inline int DeviceCount() {
  int count = 0;
  return hipGetDeviceCount(&count) == hipSuccess ? count : -1;
}
inline int DeviceCountCachedValue() { return DeviceCount(); }
inline hipError_t SyncStream(hipStream_t stream) { return HipcubDebug(hipStreamSynchronize(stream)); }
// Compute capability as CUDA numbers it, times a hundred.
inline hipError_t PtxVersion(int& version) {
  hipDeviceProp_t p;
  const hipError_t e = hipGetDeviceProperties(&p, CurrentDevice());
  if (e == hipSuccess) version = p.major * 100 + p.minor * 10;
  return e;
}
inline hipError_t SmVersion(int& version, int = 0) { return PtxVersion(version); }
template <class Kernel> hipError_t MaxSmOccupancy(int& blocks, Kernel kernel, int block_threads, int dynamic_lds = 0) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reinterpret_cast<const void*>(kernel), block_threads, dynamic_lds);
}
inline bool HasUVA(int = 0) { return true; }

WLPRIM_DEVICE unsigned LaneId() { return wlprim::lane_id(); }
WLPRIM_DEVICE unsigned WarpId() { return hip_impl::thread_in_block() / striping_warp(); }
WLPRIM_DEVICE unsigned long long LaneMaskLt() { return (1ull << wlprim::lane_id()) - 1; }
WLPRIM_DEVICE unsigned long long LaneMaskLe() { return (2ull << wlprim::lane_id()) - 1; }
WLPRIM_DEVICE unsigned long long LaneMaskGt() { return ~LaneMaskLe(); }
WLPRIM_DEVICE unsigned long long LaneMaskGe() { return ~LaneMaskLt(); }
WLPRIM_DEVICE void CTA_SYNC() { __syncthreads(); }
template <class M> WLPRIM_DEVICE void WARP_SYNC(M) { wlprim::wave_sync(); }

template <class T> WLPRIM_DEVICE unsigned BFE(T source, unsigned start, unsigned count) {
  return static_cast<unsigned>(static_cast<unsigned long long>(source) >> start & ((1ull << count) - 1));
}

template <int LOGICAL_WARP_THREADS, class T>
WLPRIM_DEVICE T ShuffleUp(T input, int offset, int first_thread, unsigned long long = ~0ull) {
  const int lane = static_cast<int>(wlprim::lane_id()), in_warp = lane % LOGICAL_WARP_THREADS;
  return wlprim::read_lane(input, static_cast<unsigned>(in_warp - offset < first_thread ? lane : lane - offset));
}
template <int LOGICAL_WARP_THREADS, class T>
WLPRIM_DEVICE T ShuffleDown(T input, int offset, int last_thread, unsigned long long = ~0ull) {
  const int lane = static_cast<int>(wlprim::lane_id()), in_warp = lane % LOGICAL_WARP_THREADS;
  return wlprim::read_lane(input, static_cast<unsigned>(in_warp + offset > last_thread ? lane : lane + offset));
}
template <int LOGICAL_WARP_THREADS, class T> WLPRIM_DEVICE T ShuffleIndex(T input, int source, unsigned long long = ~0ull) {
  const unsigned lane = wlprim::lane_id();
  return wlprim::read_lane(input, lane / LOGICAL_WARP_THREADS * LOGICAL_WARP_THREADS + source % LOGICAL_WARP_THREADS);
}

} // namespace hipcub

#endif
