// Looks into its queue, where the packets of other launches are
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto* q = (const uint64_t*)__builtin_amdgcn_queue_ptr();
  if (i < n) y[i] = q[1] ? a * x[i] : 0;
}
