// Covers: sizes around the warp and block size (1, 31, 32, 33, 63, 64, 65 …), partial last warps, odd block
// sizes.
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

__global__ void fill(int* out, int n, int stamp) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i * 3 + stamp;
}

__global__ void reversed_in_block(int* out, int n) {
  extern __shared__ int s[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  __syncthreads();
  int v = s[blockDim.x - 1 - threadIdx.x];
  if (i < n) out[i] = v;
}

int main() {
  const int sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 127, 129, 1000, 1025};
  const int blocks[] = {1, 17, 31, 32, 33, 63, 64, 65, 96, 100, 255, 1024};
  const int guard = -7;
  for (int n : sizes)
    for (int block : blocks) {
      int grid = (n + block - 1) / block;
      int* d = to_device(std::vector<int>(n + 64, guard));
      fill<<<grid, block>>>(d, n, block);
      std::vector<int> got = to_host(d, n + 64);
      for (int i = 0; i < n; i++) expect("fill", i, got[i], 3 * i + block);
      for (int i = n; i < n + 64; i++) expect("past the end is untouched", i, got[i], guard);
      reversed_in_block<<<grid, block, block * sizeof(int)>>>(d, n);
      got = to_host(d, n + 64);
      for (int i = 0; i < n; i++) expect("reversed", i, got[i], i / block * block + block - 1 - i % block);
      for (int i = n; i < n + 64; i++) expect("past the end is untouched", i, got[i], guard);
      CHECK(cudaFree(d));
    }
  printf("PASS\n");
}
