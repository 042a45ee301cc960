// Covers: bitonic sort of a global array over many launches, the short strides in shared memory, 32-bit keys
// with payload.
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

__global__ void global_step(unsigned* key, int* payload, int size, int stride) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int a = t / stride * 2 * stride + t % stride, b = a + stride;
  bool up = (a & size) == 0;
  unsigned x = key[a], y = key[b];
  if ((x > y) == up) {
    key[a] = y;
    key[b] = x;
    int p = payload[a];
    payload[a] = payload[b];
    payload[b] = p;
  }
}

__global__ void shared_steps(unsigned* key, int* payload, int size, int stride) {
  __shared__ unsigned k[256];
  __shared__ int p[256];
  int base = blockIdx.x * 256, t = threadIdx.x;
  for (int i = t; i < 256; i += 128) k[i] = key[base + i], p[i] = payload[base + i];
  __syncthreads();
  for (; stride > 0; stride /= 2) {
    int a = t / stride * 2 * stride + t % stride, b = a + stride;
    bool up = ((base + a) & size) == 0;
    if ((k[a] > k[b]) == up) {
      unsigned x = k[a];
      k[a] = k[b];
      k[b] = x;
      int y = p[a];
      p[a] = p[b];
      p[b] = y;
    }
    __syncthreads();
  }
  for (int i = t; i < 256; i += 128) key[base + i] = k[i], payload[base + i] = p[i];
}

int main() {
  const int n = 8192;
  std::vector<unsigned> key(n);
  std::vector<int> id(n);
  for (int i = 0; i < n; i++) key[i] = (i * 2654435761u) ^ (i << 7), id[i] = i;
  unsigned* dk = to_device(key);
  int* dp = to_device(id);
  for (int size = 2; size <= n; size *= 2) {
    int stride = size / 2;
    for (; stride >= 256; stride /= 2) global_step<<<n / 256, 128>>>(dk, dp, size, stride);
    shared_steps<<<n / 256, 128>>>(dk, dp, size, stride);
  }
  std::vector<unsigned> got = to_host(dk, n);
  std::vector<int> payload = to_host(dp, n);
  std::vector<int> times(n, 0);
  for (int i = 0; i < n; i++) {
    if (i) expect("ascending", i, int(got[i - 1] <= got[i]), 1);
    if (payload[i] < 0 || payload[i] >= n) expect("payload in range", i, payload[i], 0);
    expect("payload goes with its key", i, got[i], key[payload[i]]);
    times[payload[i]]++;
  }
  for (int i = 0; i < n; i++) expect("each payload once", i, times[i], 1);
  printf("PASS\n");
}
