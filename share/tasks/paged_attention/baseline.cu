#include <cuda_fp16.h>
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

// One block a head of a sequence.
extern "C" __global__ void paged_attention(const __half* q, const __half* k, const __half* v, const int* table, const int* lengths, __half* o, int kv_heads, int group,
                                           int dim, int page, int pages) {
  extern __shared__ float scores[];
  const int head = blockIdx.x, sequence = blockIdx.y, length = lengths[sequence];
  const size_t at = (static_cast<size_t>(sequence) * kv_heads * group + head) * dim;
  table += sequence * pages;
  float max = -INFINITY;
  for (int j = threadIdx.x; j < length; j += 128) {
    const __half* key = k + ((static_cast<size_t>(table[j / page]) * kv_heads + head / group) * page + j % page) * dim;
    float s = 0;
    for (int d = 0; d < dim; ++d) s += __half2float(q[at + d]) * __half2float(key[d]);
    scores[j] = s / sqrtf(static_cast<float>(dim));
    max = fmaxf(max, scores[j]);
  }
  max = over_block(max, true);
  float sum = 0;
  for (int j = threadIdx.x; j < length; j += 128) {
    scores[j] = expf(scores[j] - max);
    sum += scores[j];
  }
  sum = over_block(sum, false);
  for (int d = threadIdx.x; d < dim; d += 128) {
    float a = 0;
    for (int j = 0; j < length; ++j)
      a += scores[j] * __half2float(v[((static_cast<size_t>(table[j / page]) * kv_heads + head / group) * page + j % page) * dim + d]);
    o[at + d] = __float2half(a / sum);
  }
}
