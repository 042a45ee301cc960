// Covers: atomics built from compare-and-swap loops: float multiply and max, one byte of a word, a pair in 64
// bits.
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

__device__ void multiply(float* p, float by) {
  unsigned* bits = reinterpret_cast<unsigned*>(p);
  unsigned seen = *bits, assumed;
  do {
    assumed = seen;
    seen = atomicCAS(bits, assumed, __float_as_uint(__uint_as_float(assumed) * by));
  } while (seen != assumed);
}

__device__ void maximum(float* p, float v) {
  int* bits = reinterpret_cast<int*>(p);
  int seen = *bits;
  while (__int_as_float(seen) < v) {
    int assumed = seen;
    seen = atomicCAS(bits, assumed, __float_as_int(v));
    if (seen == assumed) break;
  }
}

__device__ void add_byte(unsigned* word, int byte, unsigned add) {
  unsigned seen = *word, assumed;
  do {
    assumed = seen;
    unsigned b = (assumed >> (8 * byte) & 255) + add;
    seen = atomicCAS(word, assumed, (assumed & ~(255u << 8 * byte)) | (b & 255) << 8 * byte);
  } while (seen != assumed);
}

// Keeps the least cost and, for equal cost, the least index.
__device__ void least(unsigned long long* p, unsigned cost, unsigned index) {
  unsigned long long mine = (unsigned long long)cost << 32 | index, seen = *p;
  while (mine < seen) {
    unsigned long long assumed = seen;
    seen = atomicCAS(p, assumed, mine);
    if (seen == assumed) return;
  }
}

__global__ void kernel(float* f, unsigned* word, unsigned long long* best) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  multiply(&f[0], i % 2 ? 2.0f : 0.5f);
  maximum(&f[1], -1000.0f + (i * 37 % 300));
  add_byte(word, i % 4, i % 4 + 1);
  least(best, 5000 - i * 11 % 200, i);
}

int main() {
  const int n = 300;
  float* f = to_device(std::vector<float>{3.0f, -1e30f});
  unsigned* word = to_device(std::vector<unsigned>{0});
  unsigned long long* best = to_device(std::vector<unsigned long long>{~0ull});
  kernel<<<3, 100>>>(f, word, best);
  std::vector<float> gf = to_host(f, 2);
  expect("product of powers of two", 0, gf[0], 3.0f);
  expect("maximum", 1, gf[1], -701.0f);
  unsigned bytes = 0;
  for (int b = 0; b < 4; b++) bytes += (n / 4 * (b + 1) % 256) << 8 * b;
  expect("bytes", 0, to_host(word, 1)[0], bytes);
  unsigned cost = ~0u, index = 0;
  for (unsigned i = 0; i < n; i++)
    if (5000 - i * 11 % 200 < cost) cost = 5000 - i * 11 % 200, index = i;
  unsigned long long got = to_host(best, 1)[0];
  expect("least cost", 0, unsigned(got >> 32), cost);
  expect("its first index", 0, unsigned(got), index);
  printf("PASS\n");
}
