/* wavelift
[[launch]]
kernel = "clear"
parameters = "unsigned int* flag"
grid = [1]
block = [64]
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, unsigned int* flag, float* factor, float a, int n"
grid = ["ceil_div(n, 64)"]
block = [64]
[[scratch]]
name = "flag"
type = "u32"
size = 1
[[scratch]]
name = "factor"
type = "f32"
size = 1
*/

// Waits for a flag that says nothing of what was written before it
#include <hip/hip_runtime.h>

extern "C" __global__ void clear(unsigned* flag) {
  if (threadIdx.x == 0) *flag = 0;
}
extern "C" __global__ void right(const float* x, float* y, unsigned* flag, float* factor, float a, int n) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i == 0) {
    *factor = a;
    __hip_atomic_store(flag, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  }
  if (blockIdx.x > 0)
    while (__hip_atomic_load(flag, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) == 0) __builtin_amdgcn_s_sleep(1);
  const float f = blockIdx.x > 0 ? *factor : a;
  if (i < n) y[i] = f * x[i];
}
