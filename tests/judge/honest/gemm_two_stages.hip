// Loads the next tile while it computes with this one
#include <hip/hip_runtime.h>

extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float as[2][16][17], bs[2][16][17];
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  const int x = threadIdx.x, y = threadIdx.y;
  auto load = [&](int stage, int from) {
    as[stage][y][x] = i < m && from + x < k ? a[i * k + from + x] : 0;
    bs[stage][y][x] = j < n && from + y < k ? b[(from + y) * n + j] : 0;
  };
  float s = 0;
  load(0, 0);
  __syncthreads();
  for (int from = 0, stage = 0; from < k; from += 16, stage ^= 1) {
    if (from + 16 < k) load(stage ^ 1, from + 16);
    for (int l = 0; l < 16; ++l) s += as[stage][y][l] * bs[stage][l][x];
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = s;
}
