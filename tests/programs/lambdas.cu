// Covers: lambdas inside device code: captures by value and by reference, generic lambdas, a lambda passed to
// a device template, one that calls itself, functors as kernel arguments.
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

template <class F> __device__ int fold(const int* v, int n, int start, F f) {
  for (int i = 0; i < n; i++) start = f(start, v[i]);
  return start;
}

struct Affine {
  int a, b;
  __host__ __device__ int operator()(int x) const { return a * x + b; }
};

template <class F> __global__ void apply(F f, int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = f(data[i]);
}

__global__ void kernel(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int* row = in + i * 8;
  int calls = 0, factor = i % 5 + 1;
  int sum = fold(row, 8, 0, [&calls, factor](int a, int b) {
    calls++;
    return a + factor * b;
  });
  int most = fold(row, 8, -1000000, [](auto a, auto b) { return a < b ? b : a; });
  auto power = [](auto self, int base, int e) -> int { return e == 0 ? 1 : base * self(self, base, e - 1); };
  auto twice = [=](int x) mutable { return factor += x; };
  twice(10);
  out[4 * i] = sum;
  out[4 * i + 1] = most;
  out[4 * i + 2] = calls * 10000 + twice(100);
  out[4 * i + 3] = power(power, i % 4, i % 7);
}

int main() {
  const int n = 300;
  std::vector<int> in(8 * n);
  for (int i = 0; i < 8 * n; i++) in[i] = i * 37 % 1001 - 500;
  int *di = to_device(in), *d = to_device(std::vector<int>(4 * n));
  kernel<<<(n + 127) / 128, 128>>>(di, d, n);
  std::vector<int> out = to_host(d, 4 * n);
  for (int i = 0; i < n; i++) {
    int factor = i % 5 + 1, sum = 0, most = in[8 * i];
    for (int k = 8 * i; k < 8 * i + 8; k++) sum += in[k], most = in[k] > most ? in[k] : most;
    expect("capture by reference and value", i, out[4 * i], factor * sum);
    expect("generic lambda", i, out[4 * i + 1], most);
    expect("calls and mutable copy", i, out[4 * i + 2], 80000 + factor + 110);
    expect("calls itself", i, out[4 * i + 3], int(std::lround(std::pow(double(i % 4), i % 7))));
  }
  apply<<<2, 192>>>(Affine{3, -7}, d, n);
  std::vector<int> after = to_host(d, n);
  for (int i = 0; i < n; i++) expect("functor argument", i, after[i], out[i] * 3 - 7);
  printf("PASS\n");
}
