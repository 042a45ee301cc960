/* wavelift
wave_sizes = [32, 64]
[[launch]]
kernel = "spmv"
parameters = "const int* offsets, const int* columns, const float* values, const float* x, float* y, int rows"
grid = ["ceil_div(rows, 4)"]
block = [256]
*/
// A wave a row, whatever its width; the halves of a wave of 64 are joined in group memory, as a shuffle reaches 32 lanes on gfx1100
#include <hip/hip_runtime.h>

extern "C" __global__ void spmv(const int* offsets, const int* columns, const float* values, const float* x, float* y, int rows) {
  __shared__ float halves[8];
  const int waves = 256 / warpSize, lane = threadIdx.x % warpSize;
  for (int r = blockIdx.x * waves + threadIdx.x / warpSize; r < rows; r += gridDim.x * waves) {
    float sum = 0;
    for (int k = offsets[r] + lane; k < offsets[r + 1]; k += warpSize) sum += values[k] * x[columns[k]];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor(sum, step);
    if (lane % 32 == 0) halves[threadIdx.x / 32] = sum;
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
    if (lane == 0) y[r] = warpSize == 64 ? halves[threadIdx.x / 32] + halves[threadIdx.x / 32 + 1] : sum;
  }
}
