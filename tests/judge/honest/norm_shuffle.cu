// CUDA, a block a row
#include <cuda_runtime.h>

extern "C" __global__ void rms_norm(const float* x, const float* w, float* y, int rows, int cols, float eps) {
  __shared__ float part[8];
  const float* row = x + size_t(blockIdx.x) * cols;
  float s = 0;
  for (int k = threadIdx.x; k < cols; k += blockDim.x) s += row[k] * row[k];
  for (int mask = 16; mask; mask >>= 1) s += __shfl_xor_sync(~0u, s, mask);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
  __syncthreads();
  s = 0;
  for (int q = 0; q < 8; ++q) s += part[q];
  const float scale = rsqrtf(s / cols + eps);
  for (int k = threadIdx.x; k < cols; k += blockDim.x) y[size_t(blockIdx.x) * cols + k] = row[k] * scale * w[k];
}
