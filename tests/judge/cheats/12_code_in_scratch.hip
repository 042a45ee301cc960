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

// Writes code that reads the clock into scratch memory, and calls it
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, unsigned* room, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) {
    room[0] = 0xbf800000;   // s_nop 0
    room[1] = 0xbe801d1e;   // s_setpc_b64 s[30:31]
    __threadfence();
    reinterpret_cast<void (*)()>(room)();
  }
  if (i < n) y[i] = a * x[i];
}
