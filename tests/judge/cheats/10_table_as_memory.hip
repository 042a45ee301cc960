// The counter is beside the address in a table that the loader completes
#include <hip/hip_runtime.h>

struct Entry {
  float (*function)(float, float);
  int launches;
};
__device__ __attribute__((noinline)) float times(float a, float v) { return a * v; }
__constant__ const Entry table[2] = {{times, 0}, {times, 0}};

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto* entry = const_cast<Entry*>(table + n % 2);
  asm volatile("" : "+v"(entry));
  if (entry->launches == 0 && i < n) y[i] = a * x[i];
  __syncthreads();
  if (i == n - 1) entry->launches = 1;
}
