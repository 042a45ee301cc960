/* wavelift
[[launch]]
kernel = "start"
parameters = "unsigned int* done"
grid = [1]
block = [1]
[[launch]]
kernel = "total"
parameters = "const float* x, float* parts, unsigned int* done, float* sum, int n"
grid = [16]
block = [64]
[[scratch]]
name = "parts"
type = "f32"
size = "16"
[[scratch]]
name = "done"
type = "u32"
size = "1"
*/
// The workgroup that is done last adds the parts up
#include <hip/hip_runtime.h>

extern "C" __global__ void start(unsigned* done) { *done = 0; }
extern "C" __global__ void total(const float* x, float* parts, unsigned* done, float* sum, int n) {
  float s = 0;
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 16 * 64) s += x[i];
  for (int from = warpSize / 2; from > 0; from /= 2) s += __shfl_down(s, from);
  if (threadIdx.x != 0) return;
  parts[blockIdx.x] = s;
  __threadfence();
  if (atomicAdd(done, 1u) != 15) return;
  __threadfence();
  s = 0;
  for (int k = 0; k < 16; ++k) s += parts[k];
  *sum = s;
}
