#include <cuda_runtime.h>

// One block a transform: Stockham's way with radix 2, from one buffer to the other, so that the last stage writes y.
extern "C" __global__ void fft(const float* x, float* y, float* work, int log2_n) {
  const int n = 1 << log2_n;
  const size_t first = 2 * static_cast<size_t>(blockIdx.x) * n;
  const float* from = x + first;
  for (int stage = 0; stage < log2_n; ++stage) {
    float* to = ((log2_n - stage) % 2 ? y : work) + first;
    const int stride = 1 << stage;
    for (int t = threadIdx.x; t < n / 2; t += 256) {
      const int q = t % stride, p = t / stride;
      const float ar = from[2 * t], ai = from[2 * t + 1], br = from[2 * t + n], bi = from[2 * t + n + 1];
      float s, c;
      sincospif(-2.0f * (p * stride) / n, &s, &c);
      const int even = 2 * (q + 2 * p * stride), odd = even + 2 * stride;
      to[even] = ar + br;
      to[even + 1] = ai + bi;
      to[odd] = (ar - br) * c - (ai - bi) * s;
      to[odd + 1] = (ar - br) * s + (ai - bi) * c;
    }
    from = to;
    __syncthreads();
  }
}
