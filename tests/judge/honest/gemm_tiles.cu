// Tiles in shared memory, in CUDA
#include <cuda_runtime.h>

extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[16][16], bs[16][16];
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  float s = 0;
  for (int from = 0; from < k; from += 16) {
    as[threadIdx.y][threadIdx.x] = i < m && from + (int)threadIdx.x < k ? a[i * k + from + threadIdx.x] : 0.f;
    bs[threadIdx.y][threadIdx.x] = j < n && from + (int)threadIdx.y < k ? b[(from + threadIdx.y) * n + j] : 0.f;
    __syncthreads();
#pragma unroll
    for (int l = 0; l < 16; ++l) s = fmaf(as[threadIdx.y][l], bs[l][threadIdx.x], s);
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = s;
}
