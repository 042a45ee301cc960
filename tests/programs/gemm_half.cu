// Covers: matrix product of __half with float accumulation and of __half2 pairs by __hfma2, tiles in shared
// memory as __half.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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

const int tile = 16;

__global__ void gemm(const __half* a, const __half* b, float* c, int n) {
  __shared__ __half as[tile][tile], bs[tile][tile + 2];
  int y = blockIdx.y * tile + threadIdx.y, x = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += tile) {
    as[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
    __syncthreads();
    for (int i = 0; i < tile; i++) sum += __half2float(as[threadIdx.y][i]) * __half2float(bs[i][threadIdx.x]);
    __syncthreads();
  }
  c[y * n + x] = sum;
}

// Each thread makes two neighbouring columns, all in half.
__global__ void gemm_pairs(const __half* a, const __half2* b, __half2* c, int n) {
  int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
  __half2 sum = __float2half2_rn(0.0f);
  for (int k = 0; k < n; k++) sum = __hfma2(__half2half2(a[y * n + k]), b[k * (n / 2) + x], sum);
  c[y * (n / 2) + x] = sum;
}

int main() {
  const int n = 64;
  std::vector<__half> a(n * n), b(n * n);
  auto element = [](int i, int m) { return i * 29 % m - m / 2; };
  for (int i = 0; i < n * n; i++)
    a[i] = __float2half(element(i, 7) * 0.5f), b[i] = __float2half(float(element(i, 11)));
  __half *da = to_device(a), *db = to_device(b);
  float* dc = to_device(std::vector<float>(n * n));
  __half* dh = to_device(a);
  gemm<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(da, db, dc, n);
  gemm_pairs<<<dim3(1, n / 4), dim3(n / 2, 4)>>>(da, reinterpret_cast<__half2*>(db),
                                                 reinterpret_cast<__half2*>(dh), n);
  std::vector<float> c = to_host(dc, n * n);
  std::vector<__half> h = to_host(dh, n * n);
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
      int doubled = 0; // halves of whole numbers below 1024: exact in half too
      for (int k = 0; k < n; k++) doubled += element(y * n + k, 7) * element(k * n + x, 11);
      expect("float accumulation", y * n + x, c[y * n + x], doubled * 0.5f);
      expect("half accumulation", y * n + x, __half2float(h[y * n + x]), doubled * 0.5f);
    }
  printf("PASS\n");
}
