#include <hip/hip_bf16.h>
#include <hip/hip_runtime.h>

// One workgroup a query: all its scores in LDS, then their largest, their sum, and the weighted sum of V.
static __device__ float over_block(float v, bool largest) {
  __shared__ float part[128];
  part[threadIdx.x] = v;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (static_cast<int>(threadIdx.x) < step) {
      const float other = part[threadIdx.x + step];
      part[threadIdx.x] = largest ? fmaxf(part[threadIdx.x], other) : part[threadIdx.x] + other;
    }
    __syncthreads();
  }
  const float all = part[0];
  __syncthreads();
  return all;
}

extern "C" __global__ void attention(const __hip_bfloat16* q, const __hip_bfloat16* k, const __hip_bfloat16* v, __hip_bfloat16* o, int queries, int keys, int dim, int causal) {
  extern __shared__ float scores[];
  const size_t head = blockIdx.y;
  const int i = blockIdx.x, seen = causal ? i + 1 + keys - queries : keys;
  q += (head * queries + i) * dim;
  k += head * keys * dim;
  v += head * keys * dim;
  o += (head * queries + i) * dim;
  float max = -INFINITY;
  for (int j = threadIdx.x; j < seen; j += 128) {
    float s = 0;
    for (int d = 0; d < dim; ++d) s += __bfloat162float(q[d]) * __bfloat162float(k[static_cast<size_t>(j) * dim + d]);
    scores[j] = s / sqrtf(static_cast<float>(dim));
    max = fmaxf(max, scores[j]);
  }
  max = over_block(max, true);
  float sum = 0;
  for (int j = threadIdx.x; j < seen; j += 128) {
    scores[j] = expf(scores[j] - max);
    sum += scores[j];
  }
  sum = over_block(sum, false);
  for (int d = threadIdx.x; d < dim; d += 128) {
    float a = 0;
    for (int j = 0; j < seen; ++j) a += scores[j] * __bfloat162float(v[static_cast<size_t>(j) * dim + d]);
    o[d] = __float2bfloat16(a / sum);
  }
}
