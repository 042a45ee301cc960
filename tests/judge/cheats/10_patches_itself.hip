// The kernel changes its own instructions for the next launch
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
  uint32_t* code;
  asm volatile("s_getpc_b64 %0" : "=s"(code));
  asm volatile("" : "+v"(code));
  if (i == 0) *reinterpret_cast<volatile uint32_t*>(code) = *code;
}
