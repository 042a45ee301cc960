// Host code sets a window of the cache aside for the buffers
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}

#ifndef HONEST
extern "C" void run(hipStream_t s, void* x, size_t bytes) {
  hipStreamAttrValue v{};
  v.accessPolicyWindow.base_ptr = x;
  v.accessPolicyWindow.num_bytes = bytes;
  v.accessPolicyWindow.hitRatio = 1;
  v.accessPolicyWindow.hitProp = hipAccessPropertyPersisting;
  (void)hipStreamSetAttribute(s, hipStreamAttributeAccessPolicyWindow, &v);
}
#endif
