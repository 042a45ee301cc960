// Covers: grid-stride loops with far fewer threads than elements; gridDim in arithmetic; saxpy in place.
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

__global__ void saxpy(float a, const float* x, float* y, long n) {
  for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
    y[i] = a * x[i] + y[i];
}

// Each thread also tells how many elements it saw.
__global__ void count_turns(int* turns, int n) {
  int first = blockIdx.x * blockDim.x + threadIdx.x, seen = 0;
  for (int i = first; i < n; i += gridDim.x * blockDim.x) seen++;
  turns[first] = seen;
}

int main() {
  const int n = 50021, blocks = 7, threads = 96;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; i++) x[i] = i % 512, y[i] = i / 512;
  float *dx = to_device(x), *dy = to_device(y);
  saxpy<<<blocks, threads>>>(3.0f, dx, dy, n);
  std::vector<float> got = to_host(dy, n);
  for (int i = 0; i < n; i++) expect("saxpy", i, got[i], float(3 * (i % 512) + i / 512));

  int* dt = to_device(std::vector<int>(blocks * threads, -1));
  count_turns<<<blocks, threads>>>(dt, n);
  std::vector<int> turns = to_host(dt, blocks * threads);
  long total = 0;
  for (int t = 0; t < blocks * threads; t++) {
    int full = n / (blocks * threads), rest = n % (blocks * threads);
    expect("turns of a thread", t, turns[t], full + (t < rest));
    total += turns[t];
  }
  expect("all elements once", 0, total, long(n));
  printf("PASS\n");
}
