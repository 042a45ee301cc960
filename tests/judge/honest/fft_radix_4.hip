// Stockham's way with radix 4 in group memory, and one stage of radix 2 where the length asks for it
#include <hip/hip_runtime.h>

static __device__ float2 operator+(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
static __device__ float2 operator-(float2 a, float2 b) { return {a.x - b.x, a.y - b.y}; }
static __device__ float2 times(float2 a, float angle) {
  float s, c;
  sincospif(angle, &s, &c);
  return {a.x * c - a.y * s, a.x * s + a.y * c};
}
static __device__ float2 turned(float2 a) { return {a.y, -a.x}; }   // times -i

extern "C" __global__ void fft(const float* x, float* y, float* work, int log2_n) {
  __shared__ float2 room[2][2048];
  const int n = 1 << log2_n;
  const float2* in = reinterpret_cast<const float2*>(x) + static_cast<size_t>(blockIdx.x) * n;
  float2* out = reinterpret_cast<float2*>(y) + static_cast<size_t>(blockIdx.x) * n;
  for (int k = threadIdx.x; k < n; k += 256) room[0][k] = in[k];
  __syncthreads();
  int at = 0, stride = 1;
  if (log2_n % 2) {
    for (int t = threadIdx.x; t < n / 2; t += 256) {
      const float2 a = room[0][t], b = room[0][t + n / 2];
      room[1][2 * t] = a + b;
      room[1][2 * t + 1] = times(a - b, -2.0f * t / n);
    }
    at = 1, stride = 2;
    __syncthreads();
  }
  for (; stride < n; stride *= 4, at ^= 1) {
    for (int t = threadIdx.x; t < n / 4; t += 256) {
      const int q = t % stride, p = t / stride, to = q + 4 * p * stride;
      const float2 a = room[at][t], b = room[at][t + n / 4], c = room[at][t + n / 2], d = room[at][t + 3 * (n / 4)];
      const float2 ac = a + c, bd = b + d, a_c = a - c, b_d = turned(b - d);
      const float angle = -2.0f * (p * stride) / n;
      room[at ^ 1][to] = ac + bd;
      room[at ^ 1][to + stride] = times(a_c + b_d, angle);
      room[at ^ 1][to + 2 * stride] = times(ac - bd, 2 * angle);
      room[at ^ 1][to + 3 * stride] = times(a_c - b_d, 3 * angle);
    }
    __syncthreads();
  }
  for (int k = threadIdx.x; k < n; k += 256) out[k] = room[at][k];
}
