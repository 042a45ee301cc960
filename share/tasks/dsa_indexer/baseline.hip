#include <hip/hip_bf16.h>
#include <hip/hip_runtime.h>

// One thread a score.
extern "C" __global__ void indexer(const __hip_bfloat16* q, const __hip_bfloat16* k, const float* w, float* score, int queries, int keys, int heads, int dim) {
  const int j = blockIdx.x * 64 + threadIdx.x, i = blockIdx.y * 4 + threadIdx.y;
  if (i >= queries || j >= keys) return;
  float all = 0;
  for (int h = 0; h < heads; ++h) {
    float sum = 0;
    for (int d = 0; d < dim; ++d) sum += __bfloat162float(q[(static_cast<size_t>(i) * heads + h) * dim + d]) * __bfloat162float(k[static_cast<size_t>(j) * dim + d]);
    all += w[i * heads + h] * fmaxf(sum, 0.0f);
  }
  score[static_cast<size_t>(i) * keys + j] = all;
}
