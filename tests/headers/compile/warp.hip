// Warp functions on the hardware's wavefront, and those for 32 lanes that ported source uses.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#include <port/wavelift_warp.h>

template <class T> __device__ T shuffles(T v) {
  return __shfl(v, 1) + __shfl_up(v, 1) + __shfl_down(v, 1, 16) + __shfl_xor(v, 1) +
         __shfl_sync(~0ull, v, 1) + __shfl_up_sync(~0ull, v, 1u) + __shfl_down_sync(~0ull, v, 1u, 32) +
         __shfl_xor_sync(~0ull, v, 1);
}
__global__ void wave(int* i, unsigned* u, float* f, double* d, long long* l, unsigned long long* w,
                     __half* h) {
  i[0] = shuffles(i[1]);
  u[0] = shuffles(u[1]);
  f[0] = shuffles(f[1]);
  d[0] = shuffles(d[1]);
  l[0] = shuffles(l[1]);
  h[0] = shuffles(h[1]);
  w[0] = shuffles(w[1]) + __ballot(i[1]) + __ballot_sync(~0ull, i[1]) + __activemask() +
         __match_any_sync(~0ull, i[1]) + __match_any(l[1]) + __match_all_sync(~0ull, d[1], i + 2) +
         __lanemask_lt();
  i[1] = __any(i[1]) + __all(i[2]) + __any_sync(~0ull, i[3]) + __all_sync(~0ull, i[4]) + __lane_id() +
         warpSize + __reduce_add_sync(~0ull, i[3]) + __reduce_max_sync(~0ull, i[3]);
  u[1] = __reduce_xor_sync(~0ull, u[3]);
  __syncwarp();
  __syncwarp(~0ull);
}

struct Pair {
  float value;
  int index;
};
template <class T> __device__ T shuffles32(T v) {
  v = wl32::shfl_sync(~0u, v, 1);
  v = wl32::shfl_up_sync(~0u, v, 1);
  v = wl32::shfl_down_sync(~0u, v, 1, 16);
  v = wl32::shfl_xor_sync(~0u, v, 1);
  return wl32::shfl(v, 3);
}
__global__ void warp(int* i, unsigned* u, double* d, __half2* h, float4* q, Pair* p, unsigned char* c) {
  i[0] = shuffles32(i[1]);
  d[0] = shuffles32(d[1]);
  h[0] = shuffles32(h[1]);
  q[0] = shuffles32(q[1]);
  p[0] = shuffles32(p[1]);
  c[0] = shuffles32(c[1]);
  u[0] = wl32::ballot_sync(~0u, i[1]) + wl32::activemask() + wl32::match_any_sync(~0u, d[1]) +
         wl32::match_all_sync(~0u, i[2], i + 3) + wl32::reduce_add_sync(~0u, u[1]) + wl32::lanemask_lt() +
         wl32::lane_id();
  i[1] = wl32::any_sync(~0u, i[1]) + wl32::all_sync(~0u, i[2]) + wl32::reduce_min_sync(~0u, i[1]) +
         wl32::warp_size;
  wl32::syncwarp();
}
