/* wavelift
[[launch]]
kernel = "attention"
parameters = "const bf16* q, const bf16* k, const bf16* v, bf16* o, int queries, int keys, int dim, int causal"
grid = ["queries", "batch * heads"]
block = [64]
*/
// A wave a query: the softmax online over tiles of 64 keys, bf16 in pairs where rows are even
#include <hip/hip_bf16.h>
#include <hip/hip_runtime.h>

static __device__ float high(unsigned pair) { return __uint_as_float(pair & 0xffff0000u); }
static __device__ float low(unsigned pair) { return __uint_as_float(pair << 16); }

extern "C" __global__ void attention(const __hip_bfloat16* q, const __hip_bfloat16* k, const __hip_bfloat16* v, __hip_bfloat16* o, int queries, int keys, int dim, int causal) {
  __shared__ float weights[64];
  const size_t head = blockIdx.y;
  const int i = blockIdx.x, lane = threadIdx.x, seen = causal ? i + 1 + keys - queries : keys;
  q += (head * queries + i) * dim;
  k += head * keys * dim;
  v += head * keys * dim;
  o += (head * queries + i) * dim;
  const float scale = 1.0f / sqrtf(static_cast<float>(dim));
  float max = -INFINITY, sum = 0, out[4] = {0, 0, 0, 0};   // of up to 256 numbers, 64 apart
  for (int first = 0; first < seen; first += 64) {
    const int j = first + lane;
    float s = -INFINITY;
    if (j < seen) {
      s = 0;
      const __hip_bfloat16* row = k + static_cast<size_t>(j) * dim;
      if (dim % 2 == 0) {
        const unsigned *x = reinterpret_cast<const unsigned*>(q), *y = reinterpret_cast<const unsigned*>(row);
        for (int d = 0; d < dim / 2; ++d) s += low(x[d]) * low(y[d]) + high(x[d]) * high(y[d]);
      } else {
        for (int d = 0; d < dim; ++d) s += __bfloat162float(q[d]) * __bfloat162float(row[d]);
      }
      s *= scale;
    }
    float m = s;
    for (int step = 32; step > 0; step /= 2) m = fmaxf(m, __shfl_xor(m, step));
    m = fmaxf(m, max);
    const float w = expf(s - m), shrunk = expf(max - m);
    float all = w;
    for (int step = 32; step > 0; step /= 2) all += __shfl_xor(all, step);
    sum = sum * shrunk + all;
    max = m;
    __syncthreads();
    weights[lane] = w;
    __syncthreads();
    for (int p = 0; p < 4 && lane + 64 * p < dim; ++p) {
      out[p] *= shrunk;
      for (int t = 0; t < min(64, seen - first); ++t) out[p] += weights[t] * __bfloat162float(v[static_cast<size_t>(first + t) * dim + lane + 64 * p]);
    }
  }
  for (int p = 0; p < 4 && lane + 64 * p < dim; ++p) o[lane + 64 * p] = __float2bfloat16(out[p] / sum);
}
