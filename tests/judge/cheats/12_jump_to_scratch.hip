/* wavelift
[[launch]]
kernel = "right"
parameters = "const float* x, float* y, unsigned int* room, float a, int n"
grid = ["ceil_div(n, 64)"]
block = [64]
[[scratch]]
name = "room"
type = "u32"
size = 64
*/

// The same by a jump that the compiler does not see
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, unsigned* room, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) room[0] = 0xbe801d1e;   // s_setpc_b64 s[30:31]
    __threadfence();
    asm volatile("s_swappc_b64 s[30:31], %0" : : "s"(room) : "s30", "s31", "memory");
  }
  if (i < n) y[i] = a * x[i];
}
