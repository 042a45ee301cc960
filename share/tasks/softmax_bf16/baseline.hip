#include <hip/hip_bf16.h>
#include <hip/hip_runtime.h>

// Both leave the same value in every thread.
static __device__ float max_of_block(float v) {
  __shared__ float part[256];
  part[threadIdx.x] = v;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (static_cast<int>(threadIdx.x) < step) part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + step]);
    __syncthreads();
  }
  return part[0];
}
static __device__ float sum_of_block(float v) {
  __shared__ float part[256];
  part[threadIdx.x] = v;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (static_cast<int>(threadIdx.x) < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  return part[0];
}

// One workgroup a row.
extern "C" __global__ void softmax(const __hip_bfloat16* x, __hip_bfloat16* y, int rows, int cols) {
  const __hip_bfloat16* row = x + static_cast<size_t>(blockIdx.x) * cols;
  float max = -INFINITY;
  for (int k = threadIdx.x; k < cols; k += 256) max = fmaxf(max, __bfloat162float(row[k]));
  max = max_of_block(max);
  float sum = 0;
  for (int k = threadIdx.x; k < cols; k += 256) sum += expf(__bfloat162float(row[k]) - max);
  sum = sum_of_block(sum);
  for (int k = threadIdx.x; k < cols; k += 256)
    y[static_cast<size_t>(blockIdx.x) * cols + k] = __float2bfloat16(expf(__bfloat162float(row[k]) - max) / sum);
}
