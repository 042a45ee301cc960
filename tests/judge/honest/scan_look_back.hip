/* wavelift
[[launch]]
kernel = "clear"
parameters = "unsigned int* state, int n"
grid = [1]
block = [256]
[[launch]]
kernel = "scan"
parameters = "const float* x, float* y, unsigned int* state, float* parts, int n"
grid = ["ceil_div(n, 256)"]
block = [256]
[[scratch]]
name = "state"
type = "u32"
size = "ceil_div(n, 256) + 1"
[[scratch]]
name = "parts"
type = "f32"
size = "2 * ceil_div(n, 256)"
*/
// In one pass: each workgroup looks back at those before it until one knows all that is before (Merrill and Garland)
#include <hip/hip_runtime.h>

// state[0] gives the workgroups their turns; state[1 + t]: 1, the sum of part t is there; 2, that of all up to it.
extern "C" __global__ void clear(unsigned* state, int n) {
  for (int k = threadIdx.x; k <= (n + 255) / 256; k += 256) state[k] = 0;
}
extern "C" __global__ void scan(const float* x, float* y, unsigned* state, float* parts, int n) {
  __shared__ float sums[256];
  __shared__ unsigned turn;
  __shared__ float before;
  if (threadIdx.x == 0) turn = atomicAdd(state, 1u);
  __syncthreads();
  const unsigned t = turn;
  float *own = parts, *all = parts + (n + 255) / 256;
  const int i = t * 256 + threadIdx.x;
  sums[threadIdx.x] = i < n ? x[i] : 0.0f;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    const float left = static_cast<int>(threadIdx.x) >= step ? sums[threadIdx.x - step] : 0.0f;
    __syncthreads();
    sums[threadIdx.x] += left;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    const float sum = sums[255];
    float prefix = 0;
    if (t > 0) {
      own[t] = sum;
      __hip_atomic_store(state + 1 + t, 1u, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
      for (unsigned k = t; k-- > 0;) {
        unsigned s;
        while ((s = __hip_atomic_load(state + 1 + k, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT)) == 0) __builtin_amdgcn_s_sleep(1);
        if (s == 2) {
          prefix += all[k];
          break;
        }
        prefix += own[k];
      }
    }
    all[t] = prefix + sum;
    __hip_atomic_store(state + 1 + t, 2u, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
    before = prefix;
  }
  __syncthreads();
  if (i < n) y[i] = before + sums[threadIdx.x];
}
