// Takes a root by a trick with its bits and one step
#include <hip/hip_runtime.h>

extern "C" __global__ void rms_norm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
  const float* row = x + blockIdx.x * cols;
  float sum = 0;
  for (int k = 0; k < cols; ++k) sum += row[k] * row[k];
  const float mean = sum / cols + eps;
  float scale = __uint_as_float(0x5f3759df - (__float_as_uint(mean) >> 1));
  scale *= 1.5f - 0.5f * mean * scale * scale;
  for (int k = threadIdx.x; k < cols; k += blockDim.x) y[blockIdx.x * cols + k] = row[k] * scale * w[k];
}
