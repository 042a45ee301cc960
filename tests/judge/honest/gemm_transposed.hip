/* wavelift
[[launch]]
kernel = "turn"
parameters = "const float* b, float* t, int n, int k"
grid = ["ceil_div(n, 16)", "ceil_div(k, 16)"]
block = [16, 16]
[[launch]]
kernel = "gemm"
parameters = "const float* a, const float* t, float* c, int m, int n, int k"
grid = ["ceil_div(n, 16)", "ceil_div(m, 16)"]
block = [16, 16]
[[scratch]]
name = "t"
type = "f32"
size = "n * k"
*/
// B is turned round by a launch of its own
#include <hip/hip_runtime.h>

extern "C" __global__ void turn(const float* b, float* t, int n, int k) {
  __shared__ float tile[16][17];
  const int j = blockIdx.x * 16 + threadIdx.x, l = blockIdx.y * 16 + threadIdx.y;
  if (j < n && l < k) tile[threadIdx.y][threadIdx.x] = b[l * n + j];
  __syncthreads();
  const int l2 = blockIdx.y * 16 + threadIdx.x, j2 = blockIdx.x * 16 + threadIdx.y;
  if (j2 < n && l2 < k) t[j2 * k + l2] = tile[threadIdx.x][threadIdx.y];
}
extern "C" __global__ void gemm(const float* a, const float* t, float* c, int m, int n, int k) {
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i >= m || j >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[i * k + l] * t[j * k + l];
  c[i * n + j] = s;
}
