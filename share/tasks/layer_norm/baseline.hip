#include <hip/hip_runtime.h>

static __device__ float sum_of_block(float v) {
  __shared__ float part[256];
  part[threadIdx.x] = v;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (static_cast<int>(threadIdx.x) < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  const float sum = part[0];
  __syncthreads();
  return sum;
}

// One workgroup a row, which it reads three times.
extern "C" __global__ void layer_norm(const float* x, const float* w, const float* b, float* y, int rows, int cols, float eps) {
  const float* row = x + static_cast<size_t>(blockIdx.x) * cols;
  float sum = 0;
  for (int k = threadIdx.x; k < cols; k += 256) sum += row[k];
  const float mean = sum_of_block(sum) / cols;
  float squares = 0;
  for (int k = threadIdx.x; k < cols; k += 256) squares += (row[k] - mean) * (row[k] - mean);
  const float scale = 1.0f / sqrtf(sum_of_block(squares) / cols + eps);
  for (int k = threadIdx.x; k < cols; k += 256) y[static_cast<size_t>(blockIdx.x) * cols + k] = (row[k] - mean) * scale * w[k] + b[k];
}
