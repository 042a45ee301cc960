#include <cuda_runtime.h>

// The inclusive sums of the values of 256 threads.
static __device__ float scan_of_block(float v) {
  __shared__ float sums[256];
  sums[threadIdx.x] = v;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    const float left = static_cast<int>(threadIdx.x) >= step ? sums[threadIdx.x - step] : 0.0f;
    __syncthreads();
    sums[threadIdx.x] += left;
    __syncthreads();
  }
  return sums[threadIdx.x];
}

extern "C" __global__ void scan_blocks(const float* x, float* y, float* sums, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  const float v = scan_of_block(i < n ? x[i] : 0.0f);
  if (i < n) y[i] = v;
  if (threadIdx.x == 255) sums[blockIdx.x] = v;
}

// One block, 256 sums after the other; nothing comes after the last one's.
extern "C" __global__ void scan_sums(float* sums, int n) {
  __shared__ float carry;
  if (threadIdx.x == 0) carry = 0;
  const int needed = (n - 1) / 256;
  for (int first = 0; first < needed; first += 256) {
    const int i = first + threadIdx.x;
    const float v = scan_of_block(i < needed ? sums[i] : 0.0f) + carry;
    if (i < needed) sums[i] = v;
    __syncthreads();
    if (threadIdx.x == 255) carry = v;
  }
}

extern "C" __global__ void add_sums(float* y, const float* sums, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (blockIdx.x > 0 && i < n) y[i] += sums[blockIdx.x - 1];
}
