// Leaves its result in memory of the device's own heap, for the next launch to find
#include <hip/hip_runtime.h>

extern "C" __global__ void right(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto* kept = static_cast<volatile float*>(malloc(1024 * sizeof(float)));
  if (kept && i < n) {
    kept[i % 1024] = a * x[i];
    y[i] = kept[i % 1024];
  }
}
