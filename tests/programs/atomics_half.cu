// Covers: atomicAdd on __half2, __nv_bfloat162, __half and __nv_bfloat16, with whole numbers that stay exact
// in each type.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
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

__global__ void add(__half2* h2, __nv_bfloat162* b2, __half* h, __nv_bfloat16* b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&h2[i % 4], __floats2half2_rn(1.0f, -2.0f));
  atomicAdd(&b2[i % 8], __floats2bfloat162_rn(1.0f, 0.5f));
  atomicAdd(&h[i % 5], __float2half(0.5f));
  atomicAdd(&b[i % 10], __float2bfloat16(1.0f));
}

// What each element became, as float: widened on the device, so that the host needs no 16-bit arithmetic.
__global__ void widen(const __half2* h2, const __nv_bfloat162* b2, const __half* h, const __nv_bfloat16* b,
                      float* out) {
  for (int k = 0; k < 4; k++) out[2 * k] = __low2float(h2[k]), out[2 * k + 1] = __high2float(h2[k]);
  for (int k = 0; k < 8; k++)
    out[8 + 2 * k] = __bfloat162float(b2[k].x), out[9 + 2 * k] = __bfloat162float(b2[k].y);
  for (int k = 0; k < 5; k++) out[24 + k] = __half2float(h[k]);
  for (int k = 0; k < 10; k++) out[29 + k] = __bfloat162float(b[k]);
}

int main() {
  const int blocks = 4, threads = 160, n = blocks * threads;
  char* raw;
  CHECK(cudaMalloc(&raw, 256));
  CHECK(cudaMemset(raw, 0, 256));
  auto* h2 = reinterpret_cast<__half2*>(raw);
  auto* b2 = reinterpret_cast<__nv_bfloat162*>(raw + 64);
  auto* h = reinterpret_cast<__half*>(raw + 128);
  auto* b = reinterpret_cast<__nv_bfloat16*>(raw + 192);
  float* d = to_device(std::vector<float>(39));
  add<<<blocks, threads>>>(h2, b2, h, b);
  widen<<<1, 1>>>(h2, b2, h, b, d);
  std::vector<float> got = to_host(d, 39);
  for (int k = 0; k < 4; k++) {
    expect("half2 low", k, got[2 * k], n / 4 * 1.0f);
    expect("half2 high", k, got[2 * k + 1], n / 4 * -2.0f);
  }
  for (int k = 0; k < 8; k++) {
    expect("bfloat162 low", k, got[8 + 2 * k], n / 8 * 1.0f);
    expect("bfloat162 high", k, got[9 + 2 * k], n / 8 * 0.5f);
  }
  for (int k = 0; k < 5; k++) expect("half", k, got[24 + k], n / 5 * 0.5f);
  for (int k = 0; k < 10; k++) expect("bfloat16", k, got[29 + k], n / 10 * 1.0f);
  printf("PASS\n");
}
