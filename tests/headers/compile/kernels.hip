// Launches, shared memory, built-in variables, vector types, printf, assert and the heap.
#include <hip/hip_runtime.h>

__device__ int counter;
__constant__ float table[16];

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i] + table[i & 15];
}

template <int B> __global__ void __launch_bounds__(B, 2) sum(const float4* a, float* out) {
  __shared__ float s[B];
  extern __shared__ float dynamic[];
  float4 v = a[blockIdx.x * B + threadIdx.x];
  v += make_float4(1, 2, 3, 4);
  v = v * 2.0f + v;
  s[threadIdx.x] = v.x + v.y + v.z + v.w;
  dynamic[threadIdx.x] = static_cast<float>(gridDim.x + hipBlockDim_y);
  __syncthreads();
  for (unsigned o = B / 2; o > 0; o >>= 1) {
    if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o];
    __syncthreads();
  }
  if (__syncthreads_count(s[0] > 3) || __syncthreads_and(1) || __syncthreads_or(0)) atomicAdd(&counter, 1);
  if (threadIdx.x == 0) printf("block %d: %f\n", static_cast<int>(blockIdx.x), s[0]);
  assert(s[0] > 0);
  int* p = static_cast<int*>(malloc(16));
  p[0] = 1;
  out[0] = static_cast<float>(p[0]) + dynamic[0];
  free(p);
  const dim3 where = threadIdx;
  out[1] = static_cast<float>(where.x + clock64() % 3 + wall_clock64() % 3);
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  if (out[1] < 0) __trap();
}

void launch(float* a, float* b, float* c) {
  add<<<1, 64>>>(a, b, c, 64);
  hipLaunchKernelGGL(add, dim3(1), dim3(64), 0, 0, a, b, c, 64);
  hipLaunchKernelGGL(HIP_KERNEL_NAME(sum<64>), 1, 64, 256, 0, reinterpret_cast<float4*>(a), b);
  hipLaunchKernelGGL((sum<64>), 1, 64, 256, 0, reinterpret_cast<float4*>(a), b);
}
