// Covers: work-efficient (up-sweep, down-sweep) exclusive scan, two elements a thread, conflict-free padded
// indices.
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

__device__ int padded(int i) { return i + i / 32; }

__global__ void exclusive_scan(const unsigned* in, unsigned* out, unsigned* total, int n) {
  extern __shared__ unsigned s[];
  int t = threadIdx.x, base = blockIdx.x * n;
  s[padded(2 * t)] = in[base + 2 * t];
  s[padded(2 * t + 1)] = in[base + 2 * t + 1];
  int offset = 1;
  for (int d = n >> 1; d > 0; d >>= 1, offset <<= 1) {
    __syncthreads();
    if (t < d) s[padded(offset * (2 * t + 2) - 1)] += s[padded(offset * (2 * t + 1) - 1)];
  }
  if (t == 0) {
    total[blockIdx.x] = s[padded(n - 1)];
    s[padded(n - 1)] = 0;
  }
  for (int d = 1; d < n; d <<= 1) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = padded(offset * (2 * t + 1) - 1), b = padded(offset * (2 * t + 2) - 1);
      unsigned left = s[a];
      s[a] = s[b];
      s[b] += left;
    }
  }
  __syncthreads();
  out[base + 2 * t] = s[padded(2 * t)];
  out[base + 2 * t + 1] = s[padded(2 * t + 1)];
}

int main() {
  for (int n : {2, 64, 128, 512, 2048}) {
    const int blocks = 3;
    std::vector<unsigned> in(n * blocks);
    for (int i = 0; i < n * blocks; i++) in[i] = i * 2654435761u; // wraps on purpose
    unsigned *di = to_device(in), *d = to_device(in), *dt = to_device(std::vector<unsigned>(blocks));
    exclusive_scan<<<blocks, n / 2, (n + n / 32) * sizeof(unsigned)>>>(di, d, dt, n);
    std::vector<unsigned> out = to_host(d, n * blocks), total = to_host(dt, blocks);
    for (int b = 0; b < blocks; b++) {
      unsigned sum = 0;
      for (int i = b * n; i < b * n + n; sum += in[i++]) expect("exclusive scan", i, out[i], sum);
      expect("total", b, total[b], sum);
    }
  }
  printf("PASS\n");
}
