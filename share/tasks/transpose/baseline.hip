#include <hip/hip_runtime.h>

// One thread an element.
extern "C" __global__ void transpose(const float* x, float* y, int rows, int cols) {
  const int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
  if (i < rows && j < cols) y[static_cast<size_t>(j) * rows + i] = x[static_cast<size_t>(i) * cols + j];
}
