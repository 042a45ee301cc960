// Covers: cudaFuncGetAttributes, more than 48 KiB of dynamic shared memory by cudaFuncSetAttribute,
// __launch_bounds__, cache preference.
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

__global__ void __launch_bounds__(128) bounded(int* p) { p[threadIdx.x] += 1; }

__global__ void fixed(int* p) {
  __shared__ int s[1000];
  for (int i = threadIdx.x; i < 1000; i += blockDim.x) s[i] = p[i % 64] + i;
  __syncthreads();
  p[threadIdx.x] = s[999 - threadIdx.x];
}

__global__ void big(unsigned* out, int words) {
  extern __shared__ unsigned s[];
  for (int i = threadIdx.x; i < words; i += blockDim.x) s[i] = i * 2654435761u;
  __syncthreads();
  unsigned sum = 0;
  for (int i = threadIdx.x; i < words; i += blockDim.x) sum += s[words - 1 - i] ^ i;
  out[threadIdx.x] = sum;
}

int main() {
  cudaFuncAttributes a;
  CHECK(cudaFuncGetAttributes(&a, bounded));
  expect("launch bound", 0, int(a.maxThreadsPerBlock >= 128), 1);
  expect("no static shared memory", 0, int(a.sharedSizeBytes), 0);
  expect("registers", 0, int(a.numRegs > 0), 1);
  CHECK(cudaFuncGetAttributes(&a, fixed));
  expect("static shared memory", 0, int(a.sharedSizeBytes), 4000);
  CHECK(cudaFuncSetCacheConfig(fixed, cudaFuncCachePreferShared));
  int* d = to_device(std::vector<int>(64, 5));
  bounded<<<1, 64>>>(d);
  fixed<<<1, 64>>>(d);
  std::vector<int> got = to_host(d, 64);
  for (int i = 0; i < 64; i++) expect("fixed", i, got[i], 6 + 999 - i);

  const int bytes = 60 * 1024, words = bytes / 4, threads = 256;
  CHECK(cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  unsigned* out = to_device(std::vector<unsigned>(threads));
  big<<<1, threads, bytes>>>(out, words);
  std::vector<unsigned> sums = to_host(out, threads), want(threads, 0);
  for (int i = 0; i < words; i++) want[i % threads] += (unsigned(words - 1 - i) * 2654435761u) ^ unsigned(i);
  for (int i = 0; i < threads; i++) expect("60 KiB of shared memory", i, sums[i], want[i]);
  printf("PASS\n");
}
