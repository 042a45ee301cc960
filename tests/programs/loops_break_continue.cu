// Covers: for, while, do-while with break and continue that differ by lane; nested breaks; goto out of two
// loops.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <string>
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

__global__ void loops(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0;
  for (int k = 0; k < 100; k++) {
    if (k % 7 == i % 7) continue;
    if (k * k > i) break;
    sum += k;
  }
  int steps = 0;
  unsigned long long v = i + 1; // the Collatz walk ends at 1
  while (true) {
    if (v == 1) break;
    v = (v & 1) ? 3 * v + 1 : v / 2;
    steps++;
  }
  int digits = 0, w = i;
  do {
    digits++;
    w /= 10;
  } while (w);
  int a, b = 0;
  for (a = 1; a < 40; a++)
    for (b = a; b < 40; b++)
      if (a * b == i % 97 + 20) goto found;
  a = b = -1;
found:
  out[4 * i] = sum;
  out[4 * i + 1] = steps;
  out[4 * i + 2] = digits;
  out[4 * i + 3] = a * 1000 + b;
}

int main() {
  const int n = 777;
  int* d = to_device(std::vector<int>(4 * n));
  loops<<<(n + 63) / 64, 64>>>(d, n);
  std::vector<int> got = to_host(d, 4 * n);
  for (int i = 0; i < n; i++) {
    // The first k with k*k > i that is not skipped ends the loop; those before it, less the skipped, are
    // summed.
    int sum = 0;
    for (int k = 0; k < 100 && k <= int(std::sqrt(double(i))); k++) sum += k % 7 != i % 7 ? k : 0;
    int steps = 0;
    for (long v = i + 1; v != 1; steps++) v = v % 2 ? v * 3 + 1 : v >> 1;
    int target = i % 97 + 20, pair = -1001;
    for (int a = 39; a >= 1; a--)
      if (target % a == 0 && target / a >= a && target / a < 40) pair = a * 1000 + target / a;
    expect("sum with continue and break", i, got[4 * i], sum);
    expect("Collatz steps", i, got[4 * i + 1], steps);
    expect("digits", i, got[4 * i + 2], int(std::to_string(i).size()));
    expect("goto out of two loops", i, got[4 * i + 3], pair);
  }
  printf("PASS\n");
}
