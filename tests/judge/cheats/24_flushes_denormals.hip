// Switches denormal numbers off
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0");
  float v = i < n ? x[i] : 0, w = a;
  asm volatile("v_mul_f32 %0, %0, %1" : "+v"(v) : "v"(w));
  if (i < n) y[i] = v < 0 ? 0 : v;
}
