// Mean and variance in one pass, by Welford's recurrence and Chan's way to join parts
#include <hip/hip_runtime.h>

struct Part {
  float n, mean, m2;
};
static __device__ Part join(Part a, Part b) {
  const float n = a.n + b.n;
  if (n == 0) return a;
  const float delta = b.mean - a.mean;
  return {n, a.mean + delta * (b.n / n), a.m2 + b.m2 + delta * delta * (a.n * b.n / n)};
}
extern "C" __global__ void layer_norm(const float* x, const float* w, const float* b, float* y, int rows, int cols, float eps) {
  __shared__ Part parts[8];
  const float* row = x + static_cast<size_t>(blockIdx.x) * cols;
  Part p{0, 0, 0};
  for (int k = threadIdx.x; k < cols; k += 256) {
    p.n += 1;
    const float delta = row[k] - p.mean;
    p.mean += delta / p.n;
    p.m2 += delta * (row[k] - p.mean);
  }
  for (int step = warpSize / 2; step > 0; step /= 2) p = join(p, {__shfl_down(p.n, step), __shfl_down(p.mean, step), __shfl_down(p.m2, step)});
  if (threadIdx.x % warpSize == 0) parts[threadIdx.x / warpSize] = p;
  __syncthreads();
  p = parts[0];
  for (int k = 1; k < 256 / warpSize; ++k) p = join(p, parts[k]);
  const float scale = 1.0f / sqrtf(p.m2 / cols + eps);
  for (int k = threadIdx.x; k < cols; k += 256) y[static_cast<size_t>(blockIdx.x) * cols + k] = (row[k] - p.mean) * scale * w[k] + b[k];
}
