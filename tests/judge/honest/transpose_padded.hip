/* wavelift
[[launch]]
kernel = "transpose"
parameters = "const float* x, float* y, int rows, int cols"
grid = ["ceil_div(cols, 32)", "ceil_div(rows, 32)"]
block = [32, 8]
*/
// By tiles in group memory, with a column between that keeps banks apart
#include <hip/hip_runtime.h>

extern "C" __global__ void transpose(const float* x, float* y, int rows, int cols) {
  __shared__ float tile[32][33];
  const int left = blockIdx.x * 32, top = blockIdx.y * 32;
  for (int r = threadIdx.y; r < 32; r += 8)
    if (top + r < rows && left + static_cast<int>(threadIdx.x) < cols) tile[r][threadIdx.x] = x[static_cast<size_t>(top + r) * cols + left + threadIdx.x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8)
    if (left + r < cols && top + static_cast<int>(threadIdx.x) < rows) y[static_cast<size_t>(left + r) * rows + top + threadIdx.x] = tile[threadIdx.x][r];
}
