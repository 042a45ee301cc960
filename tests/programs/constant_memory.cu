// Covers: __constant__ arrays and structs: initialised, cudaMemcpyToSymbol with offset, ToSymbolAsync,
// FromSymbol, cudaGetSymbolAddress and Size, lane-varying index.
#include <cmath>
#include <cstddef>
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

struct Setup {
  float scale;
  int shift;
  double bias[3];
};

__constant__ int fixed[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__constant__ float filter[64];
__constant__ Setup setup;

__global__ void kernel(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < 5; k++) sum += filter[k] * in[(i + k) % n];
  out[i] = sum * setup.scale + filter[(i * 13) % 64] + fixed[i % 8] + float(setup.bias[i % 3]) + setup.shift;
}

int main() {
  const int n = 400;
  std::vector<float> in(n), weights(64);
  for (int i = 0; i < n; i++) in[i] = i % 16;
  for (int i = 0; i < 64; i++) weights[i] = i * 0.5f;
  Setup s{2.0f, -100, {0.25, 0.5, 0.75}};
  CHECK(cudaMemcpyToSymbol(filter, weights.data(), 32 * sizeof(float)));
  CHECK(cudaMemcpyToSymbolAsync(filter, weights.data() + 32, 32 * sizeof(float), 32 * sizeof(float),
                                cudaMemcpyHostToDevice, 0));
  CHECK(cudaMemcpyToSymbol(setup, &s, sizeof s));
  float *di = to_device(in), *d = to_device(in);
  kernel<<<4, 128>>>(di, d, n);
  std::vector<float> out = to_host(d, n);
  auto want = [&](int i) {
    double sum = 0;
    for (int k = 0; k < 5; k++) sum += 0.5 * k * ((i + k) % n % 16);
    const int pi[] = {3, 1, 4, 1, 5, 9, 2, 6};
    return float(sum * s.scale + i * 13 % 64 * 0.5 + pi[i % 8] + (i % 3 + 1) * 0.25 + s.shift);
  };
  for (int i = 0; i < n; i++) expect("from constant memory", i, out[i], want(i));

  s.shift = 1000; // a second value between launches
  CHECK(cudaMemcpyToSymbol(setup, &s.shift, sizeof(int), offsetof(Setup, shift)));
  kernel<<<4, 128>>>(di, d, n);
  out = to_host(d, n);
  for (int i = 0; i < n; i++) expect("after an update", i, out[i], want(i));

  std::vector<float> back(64);
  CHECK(cudaMemcpyFromSymbol(back.data(), filter, 60 * sizeof(float), 4 * sizeof(float)));
  for (int i = 0; i < 60; i++) expect("read back with offset", i, back[i], (i + 4) * 0.5f);
  void* address;
  size_t bytes;
  CHECK(cudaGetSymbolAddress(&address, fixed));
  CHECK(cudaGetSymbolSize(&bytes, fixed));
  expect("size of symbol", 0, bytes, 8 * sizeof(int));
  int copy[8];
  CHECK(cudaMemcpy(copy, address, sizeof copy, cudaMemcpyDeviceToHost));
  expect("through its address", 5, copy[5], 9);
  printf("PASS\n");
}
