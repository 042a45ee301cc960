/* wavelift
[[launch]]
kernel = "parts"
parameters = "const float* a, const float* b, float* part, int m, int n, int k"
grid = ["ceil_div(n, 16)", "ceil_div(m, 16)", 4]
block = [16, 16]
[[launch]]
kernel = "gather"
parameters = "const float* part, float* c, int m, int n"
grid = ["ceil_div(m * n, 256)"]
block = [256]
[[scratch]]
name = "part"
type = "f32"
size = "4 * m * n"
*/
// The sum in four parts by a launch, which another adds up
#include <hip/hip_runtime.h>

extern "C" __global__ void parts(const float* a, const float* b, float* part, int m, int n, int k) {
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i >= m || j >= n) return;
  const int each = (k + 3) / 4, from = blockIdx.z * each, to = min(k, from + each);
  float s = 0;
  for (int l = from; l < to; ++l) s += a[i * k + l] * b[l * n + j];
  part[(blockIdx.z * m + i) * n + j] = s;
}
extern "C" __global__ void gather(const float* part, float* c, int m, int n) {
  const int e = blockIdx.x * 256 + threadIdx.x;
  if (e < m * n) c[e] = (part[e] + part[e + m * n]) + (part[e + 2 * m * n] + part[e + 3 * m * n]);
}
