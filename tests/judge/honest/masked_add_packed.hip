/* wavelift
[[launch]]
kernel = "masked_add"
parameters = "const float* a, const float* b, const unsigned char* mask, float* y, int n"
grid = ["ceil_div(n, 1024)"]
block = [256]
*/
// Four elements a thread, the mask's four bytes as one word; the last ones one by one
#include <hip/hip_runtime.h>

extern "C" __global__ void masked_add(const float* __restrict__ a, const float* __restrict__ b, const unsigned char* __restrict__ mask, float* __restrict__ y, int n) {
  const int i = (blockIdx.x * 256 + threadIdx.x) * 4;
  if (i + 4 <= n) {
    const float4 x = *reinterpret_cast<const float4*>(a + i), z = *reinterpret_cast<const float4*>(b + i);
    const uchar4 m = *reinterpret_cast<const uchar4*>(mask + i);
    *reinterpret_cast<float4*>(y + i) = {m.x ? x.x + z.x : x.x, m.y ? x.y + z.y : x.y, m.z ? x.z + z.z : x.z, m.w ? x.w + z.w : x.w};
  } else {
    for (int k = i; k < n; ++k) y[k] = mask[k] ? a[k] + b[k] : a[k];
  }
}
