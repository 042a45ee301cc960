// Covers: dense and sparse switch with fall-through, divergent early returns in a kernel and in an inlined
// function.
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

__device__ int classify(int v) {
  if (v < 0) return -1;
  if (v % 5 == 0) return 50;
  for (int k = 2; k < 9; k++)
    if (v % k == 0) return k;
  return 99;
}

__global__ void kernel(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 11 == 3) {
    out[i] = -11;
    return;
  }
  int r = 0;
  switch (i % 9) {
  case 0:
    r = 100;
    break;
  case 1:
    r += 1; // falls through
  case 2:
    r += 2; // falls through
  case 3:
    r += 4;
    break;
  case 4:
    r = classify(i);
    break;
  case 5:
    r = classify(-i);
    break;
  case 7:
    out[i] = 777;
    return;
  default:
    r = 1000 + i % 9;
  }
  switch (i * 7919 % 100000) {
  case 7919:
    r += 10000;
    break;
  case 39595:
    r += 20000;
    break;
  case 63352:
    r += 30000;
    break;
  case 99988:
    r += 40000;
    break;
  }
  out[i] = r;
}

int main() {
  const int n = 900;
  int* d = to_device(std::vector<int>(n));
  kernel<<<(n + 191) / 192, 192>>>(d, n);
  std::vector<int> got = to_host(d, n);
  for (int i = 0; i < n; i++) {
    int r;
    if (i % 11 == 3)
      r = -11;
    else if (i % 9 == 7)
      r = 777;
    else {
      const int small[9] = {100, 7, 6, 4, 0, 0, 1006, 0, 1008};
      r = small[i % 9];
      if (i % 9 == 5) r = -1;
      if (i % 9 == 4) {
        r = 99;
        for (int k = 8; k >= 2; k--) r = i % k ? r : k;
        if (i % 5 == 0) r = 50;
      }
      int key = i * 7919 % 100000;
      r += key == 7919 ? 10000 : key == 39595 ? 20000 : key == 63352 ? 30000 : key == 99988 ? 40000 : 0;
    }
    expect("switch", i, got[i], r);
  }
  printf("PASS\n");
}
