#include <cuda_bf16.h>
#include <cuda_runtime.h>

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

// One block a head of a query.
extern "C" __global__ void sparse_attention(const __nv_bfloat16* q, const __nv_bfloat16* kv, const int* indices, __nv_bfloat16* o, int heads, int chosen, int dim, int value_dim) {
  extern __shared__ float scores[];
  const size_t head = static_cast<size_t>(blockIdx.y) * heads + blockIdx.x;
  q += head * dim;
  o += head * value_dim;
  indices += static_cast<size_t>(blockIdx.y) * chosen;
  float max = -INFINITY;
  for (int j = threadIdx.x; j < chosen; j += 128) {
    float s = 0;
    if (indices[j] >= 0)
      for (int d = 0; d < dim; ++d) s += __bfloat162float(q[d]) * __bfloat162float(kv[static_cast<size_t>(indices[j]) * dim + d]);
    scores[j] = indices[j] >= 0 ? s / sqrtf(static_cast<float>(dim)) : -INFINITY;
    max = fmaxf(max, scores[j]);
  }
  max = over_block(max, true);
  float sum = 0;
  for (int j = threadIdx.x; j < chosen; j += 128) {
    scores[j] = indices[j] >= 0 ? expf(scores[j] - max) : 0.0f;
    sum += scores[j];
  }
  sum = over_block(sum, false);
  for (int d = threadIdx.x; d < value_dim; d += 128) {
    float a = 0;
    for (int j = 0; j < chosen; ++j)
      if (indices[j] >= 0) a += scores[j] * __bfloat162float(kv[static_cast<size_t>(indices[j]) * dim + d]);
    o[d] = __float2bfloat16(sum > 0 ? a / sum : 0.0f);
  }
}
