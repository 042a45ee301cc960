// A wave a row, largest value and sum in one pass
#include <hip/hip_runtime.h>

extern "C" __global__ void softmax(const float* x, float* y, int rows, int cols) {
  __shared__ float maxima[8], sums[8];
  const float* row = x + static_cast<size_t>(blockIdx.x) * cols;
  float* out = y + static_cast<size_t>(blockIdx.x) * cols;
  float m = -INFINITY, sum = 0;
  auto add = [&](float other_m, float other_sum) {
    const float both = fmaxf(m, other_m);
    if (both == -INFINITY) return;
    sum = sum * expf(m - both) + other_sum * expf(other_m - both);
    m = both;
  };
  for (int k = threadIdx.x; k < cols; k += 256) add(row[k], 1);
  for (int step = warpSize / 2; step > 0; step /= 2) {
    const float other_m = __shfl_xor(m, step), other_sum = __shfl_xor(sum, step);
    add(other_m, other_sum);
  }
  const int wave = threadIdx.x / warpSize, waves = 256 / warpSize;
  if (threadIdx.x % warpSize == 0) maxima[wave] = m, sums[wave] = sum;
  __syncthreads();
  m = -INFINITY, sum = 0;
  for (int w = 0; w < waves; ++w) add(maxima[w], sums[w]);
  for (int k = threadIdx.x; k < cols; k += 256) out[k] = expf(row[k] - m) / sum;
}
