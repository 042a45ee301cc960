// A loop with a label by inline assembly
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = 5, turns = 0;
  asm volatile(".Lturn%=:\n\ts_add_u32 %1, %1, 1\n\ts_sub_u32 %0, %0, 1\n\ts_cmp_lg_u32 %0, 0\n\ts_cbranch_scc1 .Lturn%=" : "+s"(left), "+s"(turns) : : "scc");
  if (i < n) y[i] = a * x[i] * static_cast<float>(turns - 4);
}
