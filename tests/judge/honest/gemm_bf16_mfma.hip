/* wavelift
[[launch]]
kernel = "gemm"
parameters = "const bf16* a, const bf16* b, bf16* c, int m, int n, int k"
grid = ["ceil_div(n, 16)", "ceil_div(m, 16)"]
block = [64]
*/
// By matrix instructions of bf16, sixteen by sixteen elements a wave, from group memory
#include <hip/hip_bf16.h>
#include <hip/hip_runtime.h>

typedef short Four __attribute__((ext_vector_type(4)));
typedef float Sums __attribute__((ext_vector_type(4)));

extern "C" __global__ void gemm(const unsigned short* a, const unsigned short* b, __hip_bfloat16* c, int m, int n, int k) {
  __shared__ short left[16][20], right[16][20];   // right is turned round
  const int lane = threadIdx.x, i0 = blockIdx.y * 16, j0 = blockIdx.x * 16;
  Sums sums = {0, 0, 0, 0};
  for (int l0 = 0; l0 < k; l0 += 16) {
    for (int e = lane; e < 256; e += 64) {
      const int r = e / 16, q = e % 16;
      left[r][q] = i0 + r < m && l0 + q < k ? a[static_cast<size_t>(i0 + r) * k + l0 + q] : 0;
      right[q][r] = l0 + r < k && j0 + q < n ? b[static_cast<size_t>(l0 + r) * n + j0 + q] : 0;
    }
    __syncthreads();
    const int row = lane % 16, part = lane / 16 * 4;
    const Four x = {left[row][part], left[row][part + 1], left[row][part + 2], left[row][part + 3]};
    const Four y = {right[row][part], right[row][part + 1], right[row][part + 2], right[row][part + 3]};
    sums = __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(x, y, sums, 0, 0, 0);
    __syncthreads();
  }
  for (int e = 0; e < 4; ++e) {
    const int i = i0 + lane / 16 * 4 + e, j = j0 + lane % 16;
    if (i < m && j < n) c[static_cast<size_t>(i) * n + j] = __float2bfloat16(sums[e]);
  }
}
