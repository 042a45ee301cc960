// Covers: stream-ordered allocation: cudaMallocAsync, cudaFreeAsync, reuse in one stream, the default pool's
// threshold, a pool of one's own.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

__global__ void fill(int* p, int n, int first) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = first + i;
}
__global__ void add(int* a, const int* b, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] += b[i];
}

int main() {
  int supported = 0;
  CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
  expect("memory pools are supported", 0, supported, 1);
  cudaMemPool_t pool;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  unsigned long long threshold = 1 << 24, read = 0;
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &read));
  expect("release threshold", 0, read, threshold);

  const int n = 5000;
  cudaStream_t s;
  CHECK(cudaStreamCreate(&s));
  std::vector<int> got(n);
  for (int round = 0; round < 6; round++) {
    int *a, *b;
    CHECK(cudaMallocAsync(&a, n * sizeof(int), s));
    CHECK(cudaMallocAsync(&b, n * sizeof(int), s));
    fill<<<1, 128, 0, s>>>(a, n, round);
    fill<<<1, 128, 0, s>>>(b, n, 1000);
    add<<<1, 128, 0, s>>>(a, b, n);
    CHECK(cudaFreeAsync(b, s));
    CHECK(cudaMemcpyAsync(got.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost, s));
    CHECK(cudaFreeAsync(a, s));
    CHECK(cudaStreamSynchronize(s));
    for (int i = 0; i < n; i++) expect("default pool", round * n + i, got[i], 1000 + round + 2 * i);
  }

  cudaMemPoolProps properties;
  std::memset(&properties, 0, sizeof properties);
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = 0;
  cudaMemPool_t own;
  CHECK(cudaMemPoolCreate(&own, &properties));
  int* p;
  CHECK(cudaMallocFromPoolAsync(&p, n * sizeof(int), own, s));
  fill<<<1, 64, 0, s>>>(p, n, -7);
  CHECK(cudaMemcpyAsync(got.data(), p, n * sizeof(int), cudaMemcpyDeviceToHost, s));
  CHECK(cudaFreeAsync(p, s));
  CHECK(cudaStreamSynchronize(s));
  for (int i = 0; i < n; i++) expect("own pool", i, got[i], i - 7);
  CHECK(cudaMemPoolTrimTo(own, 0));
  CHECK(cudaMemPoolDestroy(own));
  CHECK(cudaStreamDestroy(s));
  printf("PASS\n");
}
