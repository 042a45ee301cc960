/* wavelift
[[launch]]
kernel = "total"
parameters = "const float* x, float* sum, int n"
grid = [1]
block = [256]
*/
// Four numbers at a time
#include <hip/hip_runtime.h>

extern "C" __global__ void total(const float* x, float* sum, int n) {
  __shared__ float4 part[256];
  float4 s = {0, 0, 0, 0};
  const auto* four = reinterpret_cast<const float4*>(x);
  for (int i = threadIdx.x; i < n / 4; i += 256) {
    const float4 v = four[i];
    s.x += v.x, s.y += v.y, s.z += v.z, s.w += v.w;
  }
  if (threadIdx.x < static_cast<unsigned>(n % 4)) s.x += x[n / 4 * 4 + threadIdx.x];
  part[threadIdx.x] = s;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (static_cast<int>(threadIdx.x) < step) {
      const float4 o = part[threadIdx.x + step];
      float4& p = part[threadIdx.x];
      p.x += o.x, p.y += o.y, p.z += o.z, p.w += o.w;
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) *sum = (part[0].x + part[0].y) + (part[0].z + part[0].w);
}
