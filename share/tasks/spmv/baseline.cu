#include <cuda_runtime.h>

// One thread a row.
extern "C" __global__ void spmv(const int* offsets, const int* columns, const float* values, const float* x, float* y, int rows) {
  const int r = blockIdx.x * 256 + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int k = offsets[r]; k < offsets[r + 1]; ++k) sum += values[k] * x[columns[k]];
  y[r] = sum;
}
