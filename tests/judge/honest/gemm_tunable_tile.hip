/* wavelift
[[launch]]
kernel = "gemm"
parameters = "const float* a, const float* b, float* c, int m, int n, int k"
grid = ["ceil_div(n, TILE)", "ceil_div(m, TILE)"]
block = ["TILE", "TILE"]
group_memory = "8 * TILE * (TILE + 1)"
[tunables]
TILE = [8, 16, 32]
*/
// Tiles whose size is a tunable, in group memory of the launch
#include <hip/hip_runtime.h>

extern __shared__ float stage[];
extern "C" __global__ void gemm(const float* a, const float* b, float* c, int m, int n, int k) {
  float(*as)[TILE + 1] = reinterpret_cast<float(*)[TILE + 1]>(stage), (*bs)[TILE + 1] = as + TILE;
  const int x = threadIdx.x, y = threadIdx.y, j = blockIdx.x * TILE + x, i = blockIdx.y * TILE + y;
  float s = 0;
  for (int from = 0; from < k; from += TILE) {
    as[y][x] = i < m && from + x < k ? a[i * k + from + x] : 0;
    bs[y][x] = j < n && from + y < k ? b[(from + y) * n + j] : 0;
    __syncthreads();
    for (int l = 0; l < TILE; ++l) s += as[y][l] * bs[l][x];
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = s;
}
