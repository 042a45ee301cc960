// Covers: radix-2 FFT of one block in shared memory: bit reversal by __brev, sincospif twiddles, float2;
// forward and inverse against a plain DFT.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <type_traits>
#include <vector>

// Each of these ends the program at the first API call that failed or value that is wrong.
#define CHECK(call) succeeded((call), #call, __LINE__)
static void succeeded(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  printf("FAIL: %s, line %d, got %s, expected cudaSuccess\n", call, line, cudaGetErrorName(status));
  exit(1);
}
template <class T>
static void expect(const char* what, long where, T got, std::common_type_t<T> expected,
                   double tolerance = 0) {
  if (got == expected || (tolerance > 0 && std::fabs(double(got) - double(expected)) <= tolerance)) return;
  printf("FAIL: %s, at %ld, got %.17g, expected %.17g\n", what, where, double(got), double(expected));
  exit(1);
}
template <class T> static T* to_device(const std::vector<T>& v) {
  T* d = nullptr;
  CHECK(cudaMalloc(&d, v.size() * sizeof(T)));
  CHECK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
template <class T> static std::vector<T> to_host(const T* d, size_t n) {
  CHECK(cudaGetLastError());
  std::vector<T> v(n);
  CHECK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
  return v;
}

__global__ void fft(float2* data, int n, int bits, float sign) {
  extern __shared__ float2 s[];
  float2* row = data + blockIdx.x * n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[__brev(i) >> (32 - bits)] = row[i];
  __syncthreads();
  for (int half = 1; half < n; half *= 2) {
    for (int t = threadIdx.x; t < n / 2; t += blockDim.x) {
      int k = t % half, a = t / half * 2 * half + k, b = a + half;
      float wy, wx;
      sincospif(sign * k / half, &wy, &wx);
      float2 u = s[a], v = make_float2(s[b].x * wx - s[b].y * wy, s[b].x * wy + s[b].y * wx);
      s[a] = make_float2(u.x + v.x, u.y + v.y);
      s[b] = make_float2(u.x - v.x, u.y - v.y);
    }
    __syncthreads();
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] = s[i];
}

int main() {
  for (int bits : {1, 5, 6, 9}) {
    const int n = 1 << bits, rows = 2;
    std::vector<float2> in(n * rows);
    for (int i = 0; i < n * rows; i++)
      in[i] = make_float2((i * 37 % 101) / 50.0f - 1, (i * 59 % 103) / 51.0f - 1);
    float2* d = to_device(in);
    fft<<<rows, 64, n * sizeof(float2)>>>(d, n, bits, -1.0f);
    std::vector<float2> out = to_host(d, n * rows);
    for (int r = 0; r < rows; r++)
      for (int k = 0; k < n; k++) {
        double re = 0, im = 0;
        for (int t = 0; t < n; t++) {
          double angle = -2 * 3.14159265358979323846 * (long(k) * t % n) / n;
          float2 v = in[r * n + t];
          re += v.x * std::cos(angle) - v.y * std::sin(angle);
          im += v.x * std::sin(angle) + v.y * std::cos(angle);
        }
        expect("real part", r * n + k, double(out[r * n + k].x), re, 2e-5 * n);
        expect("imaginary part", r * n + k, double(out[r * n + k].y), im, 2e-5 * n);
      }
    fft<<<rows, 64, n * sizeof(float2)>>>(d, n, bits, 1.0f);
    out = to_host(d, n * rows);
    for (int i = 0; i < n * rows; i++) {
      expect("there and back, real", i, out[i].x / n, in[i].x, 1e-5);
      expect("there and back, imaginary", i, out[i].y / n, in[i].y, 1e-5);
    }
    CHECK(cudaFree(d));
  }
  printf("PASS\n");
}
