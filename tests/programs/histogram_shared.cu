// Covers: histogram with shared-memory atomics per block, merged by global atomics; heavy contention on one
// bin; byte loads.
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

__global__ void histogram(const unsigned char* in, int n, unsigned* bins) {
  __shared__ unsigned local[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) local[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    if (local[b]) atomicAdd(&bins[b], local[b]);
}

int main() {
  const int n = 20000;
  for (int kind = 0; kind < 3; kind++) {
    std::vector<unsigned char> in(n);
    unsigned seed = 1;
    for (int i = 0; i < n; i++) {
      seed = seed * 1664525u + 1013904223u;
      in[i] = kind == 0 ? seed >> 24 : kind == 1 ? 200 : (i % 10 ? 3 : 250);
    }
    unsigned char* d = to_device(in);
    unsigned* db = to_device(std::vector<unsigned>(256, 0));
    histogram<<<5, 192>>>(d, n, db);
    std::vector<unsigned> got = to_host(db, 256), want(256, 0);
    for (unsigned char c : in) want[c]++;
    for (int b = 0; b < 256; b++) expect("bin", kind * 1000 + b, got[b], want[b]);
  }
  printf("PASS\n");
}
