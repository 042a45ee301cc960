// CUDA source as nvcc takes it: 32-lane warps with 32-bit masks, plain vector types, CUDA's names.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <math_constants.h>
#include <nvtx3/nvToolsExt.h>

static_assert(warpSize == 32, "a warp is 32 lanes");
static_assert(sizeof(float3) == 12 && alignof(double4) == 16, "layout of CUDA's vector types");

inline __host__ __device__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, 0, 0, 0); }
inline __host__ __device__ void operator+=(float4& a, float4 b) { a.x += b.x; }

__launch_bounds__(256, 4) __global__
    void k(float* p, float4* q, unsigned* u, half* h, __nv_bfloat16* b, double* d) {
  const int i = threadIdx.x;
  float4 v = {1, 2};
  v += q[i];
  q[i] = v + v;
  for (int o = warpSize / 2; o; o >>= 1) p[i] += __shfl_down_sync(0xffffffff, p[i], o);
  h[i] = __shfl_xor_sync(0xffffffff, h[i], 1);
  b[i] = __shfl_xor_sync(0xffffffff, b[i], 1);
  unsigned ballot = __ballot_sync(0xffffffff, p[i] > 0);
  u[i] = ballot + __activemask() + __reduce_add_sync(0xffffffff, u[i]) + min(u[i], 3) + __vadd4(u[i], 3) +
         __match_any_sync(0xffffffff, u[i]);
  __syncwarp();
  u[1] = __vadd4(u[1], u[2]) + __vmaxs4(u[1], u[2]) + __vabsdiffu4(u[1], u[2]) + __vsubss2(u[1], u[2]) +
         __vcmpgtu4(u[1], u[2]) + __vsadu4(u[1], u[2]) + __vneg4(u[1]) + __dp4a(u[1], u[2], u[3]) +
         __fns(u[1], 0, 2);
  __stcs(p + 7, __ldcs(p + 8));
  __nanosleep(100);
  p[3] = __ldcg(p + 4) + __saturatef(p[1]) + max(p[1], 2.0f) + CUDART_PI_F;
  const uint3 t = threadIdx;
  const dim3 n = blockDim;
  d[0] = t.x + n.y + sinpi(d[1]) + max(d[1], 1.0f) + cuCabs(make_cuDoubleComplex(1, 2));
  auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  p[4] = cooperative_groups::reduce(tile, p[4], cooperative_groups::plus<float>());
  p[5] = static_cast<float>(__nv_fp8_e4m3(p[6]));
}

int main() {
  float* p;
  if (cudaMalloc(&p, 4) != cudaSuccess) return 1;
  cudaDeviceProp properties;
  (void)cudaGetDeviceProperties(&properties, 0);
  nvtxRangePushA("launch");
  k<<<1, 32>>>(p, nullptr, nullptr, nullptr, nullptr, nullptr);
  nvtxRangePop();
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%d %s %f %u\n", properties.warpSize, cudaGetErrorString(error), rsqrt(2.0), max(3u, 2));
  return cudaFree(p);
}

cudaError_t configure() {
  cudaFuncAttributes attributes;
  cudaError_t error = cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1);
  if (error == cudaSuccess) error = cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096);
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&attributes, k);
  return error;
}
