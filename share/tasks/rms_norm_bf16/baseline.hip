#include <hip/hip_bf16.h>
#include <hip/hip_runtime.h>

// One workgroup a row; the sum of squares through LDS.
extern "C" __global__ void rms_norm(const __hip_bfloat16* x, const __hip_bfloat16* w, __hip_bfloat16* y, int rows, int cols, float eps) {
  __shared__ float part[256];
  const __hip_bfloat16* row = x + static_cast<size_t>(blockIdx.x) * cols;
  float sum = 0;
  for (int k = threadIdx.x; k < cols; k += 256) {
    const float v = __bfloat162float(row[k]);
    sum += v * v;
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (static_cast<int>(threadIdx.x) < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  const float scale = 1.0f / sqrtf(part[0] / cols + eps);
  for (int k = threadIdx.x; k < cols; k += 256)
    y[static_cast<size_t>(blockIdx.x) * cols + k] = __float2bfloat16(__bfloat162float(row[k]) * scale * __bfloat162float(w[k]));
}
