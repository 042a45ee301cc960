/* wavelift
[[launch]]
kernel = "total"
parameters = "const float* x, float* sum, int n"
grid = [1]
block = [64]
*/
// By swizzles and lane permutations
#include <hip/hip_runtime.h>

extern "C" __global__ void total(const float* x, float* sum, int n) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 64) s += x[i];
  auto add = [&](int other) { s += __int_as_float(other); };
  add(__builtin_amdgcn_ds_swizzle(__float_as_int(s), 0x041f));   // lane xor 1 to 16
  add(__builtin_amdgcn_ds_swizzle(__float_as_int(s), 0x081f));
  add(__builtin_amdgcn_ds_swizzle(__float_as_int(s), 0x101f));
  add(__builtin_amdgcn_ds_swizzle(__float_as_int(s), 0x201f));
  add(__builtin_amdgcn_ds_swizzle(__float_as_int(s), 0x401f));
  add(__builtin_amdgcn_ds_bpermute((threadIdx.x ^ 32) * 4, __float_as_int(s)));
  if (threadIdx.x == 0) *sum = s;
}
