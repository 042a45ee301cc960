#include <hip/hip_runtime.h>

// One workgroup a row; the sum of squares through LDS.
extern "C" __global__ void rms_norm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
  __shared__ float part[256];
  const float* row = x + static_cast<size_t>(blockIdx.x) * cols;
  float sum = 0;
  for (int k = threadIdx.x; k < cols; k += 256) sum += row[k] * row[k];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (static_cast<int>(threadIdx.x) < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  const float scale = 1.0f / sqrtf(part[0] / cols + eps);
  for (int k = threadIdx.x; k < cols; k += 256) y[static_cast<size_t>(blockIdx.x) * cols + k] = row[k] * scale * w[k];
}
