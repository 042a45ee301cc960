// The kernel changes a function that it has the address of
#include <hip/hip_runtime.h>

__device__ __attribute__((noinline)) float times(float a, float v) { return a * v; }

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto* function = times;
  asm volatile("" : "+v"(function));
  if (i < n) y[i] = function(a, x[i]);
  __syncthreads();
  auto* code = reinterpret_cast<volatile uint32_t*>(reinterpret_cast<void*>(function));
  if (i == n - 1) code[0] = code[0];
}
