// Covers: cudaMemset, cudaMemsetAsync, cudaMemcpy of every kind and at odd offsets, cudaMemcpyDefault,
// overlapping ends untouched, cudaMemGetInfo, zero-size calls.
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

int main() {
  const int n = 10000;
  unsigned char *a, *b;
  CHECK(cudaMalloc(&a, n));
  CHECK(cudaMalloc(&b, n));
  std::vector<unsigned char> h(n), want(n, 0x5a);
  CHECK(cudaMemset(a, 0x5a, n));
  CHECK(cudaMemset(a + 13, 0, 77));
  CHECK(cudaMemsetAsync(a + 4097, 0x1ff, 1001, 0)); // only the low byte counts
  for (int i = 13; i < 90; i++) want[i] = 0;
  for (int i = 4097; i < 5098; i++) want[i] = 0xff;
  CHECK(cudaMemcpy(h.data(), a, n, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) expect("memset", i, int(h[i]), int(want[i]));

  for (int i = 0; i < n; i++) h[i] = (unsigned char)(i * 7 + i / 256);
  CHECK(cudaMemcpy(b, h.data(), n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(a + 333, b + 7, 5001, cudaMemcpyDeviceToDevice));
  for (int i = 0; i < 5001; i++) want[333 + i] = h[7 + i];
  CHECK(cudaMemcpy(a + 1, h.data() + 100, 3, cudaMemcpyDefault));
  for (int i = 0; i < 3; i++) want[1 + i] = h[100 + i];
  std::vector<unsigned char> got(n), copy(n);
  CHECK(cudaMemcpy(got.data(), a, n, cudaMemcpyDefault));
  for (int i = 0; i < n; i++) expect("memcpy", i, int(got[i]), int(want[i]));
  CHECK(cudaMemcpy(copy.data(), got.data(), n, cudaMemcpyHostToHost));
  for (int i = 0; i < n; i++) expect("host to host", i, int(copy[i]), int(got[i]));

  CHECK(cudaMemset(a, 1, 0));
  CHECK(cudaMemcpy(a, b, 0, cudaMemcpyDeviceToDevice));
  CHECK(cudaFree(nullptr));
  size_t free_before, free_after, total;
  CHECK(cudaMemGetInfo(&free_before, &total));
  expect("free within total", 0, int(free_before <= total && free_before > 0), 1);
  void* big;
  CHECK(cudaMalloc(&big, 64 << 20));
  CHECK(cudaMemGetInfo(&free_after, &total));
  expect("an allocation takes memory", 0, int(free_after < free_before), 1);
  CHECK(cudaFree(big));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  printf("PASS\n");
}
