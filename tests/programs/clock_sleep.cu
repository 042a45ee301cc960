// Covers: clock64, clock, __nanosleep: clocks go forward, and a sleeping thread does not hold up a result.
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

__global__ void kernel(long long* ticks, int* out) {
  int i = threadIdx.x;
  long long before = clock64();
  clock_t short_before = clock();
  unsigned x = i + 1;
  for (int k = 0; k < 200; k++) x = x * 1664525u + 1013904223u;
  __nanosleep(200);
  if (i % 3 == 0) __nanosleep(50);
  long long after = clock64();
  clock_t short_after = clock();
  ticks[2 * i] = after - before;
  ticks[2 * i + 1] = (unsigned)(short_after - short_before);
  out[i] = int(x);
}

int main() {
  const int n = 96;
  long long* dt = to_device(std::vector<long long>(2 * n, -1));
  int* d = to_device(std::vector<int>(n));
  kernel<<<1, n>>>(dt, d);
  std::vector<long long> ticks = to_host(dt, 2 * n);
  std::vector<int> out = to_host(d, n);
  for (int i = 0; i < n; i++) {
    unsigned x = i + 1, a = 1, c = 0; // 200 steps as one: x -> a*x + c
    for (int k = 0; k < 200; k++) a *= 1664525u, c = c * 1664525u + 1013904223u;
    expect("work", i, out[i], int(a * x + c));
    expect("clock64 went forward", i, int(ticks[2 * i] > 0 && ticks[2 * i] < 1000000000), 1);
    expect("clock went forward", i, int(ticks[2 * i + 1] > 0 && ticks[2 * i + 1] < 1000000000), 1);
  }
  printf("PASS\n");
}
