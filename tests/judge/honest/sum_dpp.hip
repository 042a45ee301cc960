/* wavelift
[[launch]]
kernel = "total"
parameters = "const float* x, float* sum, int n"
grid = [1]
block = [64]
*/
// By data-parallel primitives of the wave
#include <hip/hip_runtime.h>

template <int Control> __device__ float moved(float v) {
  return __int_as_float(__builtin_amdgcn_update_dpp(0, __float_as_int(v), Control, 0xf, 0xf, true));
}
extern "C" __global__ void total(const float* x, float* sum, int n) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 64) s += x[i];
  s += moved<0x111>(s);   // row_shr:1
  s += moved<0x112>(s);
  s += moved<0x114>(s);
  s += moved<0x118>(s);
  const float rows = __int_as_float(__builtin_amdgcn_readlane(__float_as_int(s), 15)) + __int_as_float(__builtin_amdgcn_readlane(__float_as_int(s), 31)) +
                     __int_as_float(__builtin_amdgcn_readlane(__float_as_int(s), 47)) + __int_as_float(__builtin_amdgcn_readlane(__float_as_int(s), 63));
  if (threadIdx.x == 0) *sum = rows;
}
