// Tiles in group memory with a column between
#include <hip/hip_runtime.h>

extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[16][17], bs[16][17];
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  float s = 0;
  for (int from = 0; from < k; from += 16) {
    as[threadIdx.y][threadIdx.x] = i < m && from + static_cast<int>(threadIdx.x) < k ? a[i * k + from + threadIdx.x] : 0;
    bs[threadIdx.y][threadIdx.x] = j < n && from + static_cast<int>(threadIdx.y) < k ? b[(from + threadIdx.y) * n + j] : 0;
    __syncthreads();
    for (int l = 0; l < 16; ++l) s += as[threadIdx.y][l] * bs[l][threadIdx.x];
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = s;
}
