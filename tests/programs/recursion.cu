// Covers: recursive device functions (divergent depth, two calls, mutual recursion) and an explicit stack,
// cudaDeviceSetLimit of the stack.
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

__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__device__ bool odd(int n);
__device__ bool even(int n) { return n == 0 || odd(n - 1); }
__device__ bool odd(int n) { return n != 0 && even(n - 1); }

__device__ void hanoi(int discs, int from, int to, int* pegs, int* moves) {
  if (discs == 0) return;
  hanoi(discs - 1, from, 3 - from - to, pegs, moves);
  pegs[from]--;
  pegs[to]++;
  ++*moves;
  hanoi(discs - 1, 3 - from - to, to, pegs, moves);
}

__global__ void kernel(int* out) {
  int i = threadIdx.x;
  int pegs[3] = {i % 6, 0, 0}, moves = 0;
  hanoi(i % 6, 0, 2, pegs, &moves);
  out[5 * i] = fibonacci(i % 10);
  out[5 * i + 1] = ackermann(2, i % 4);
  out[5 * i + 2] = even(i % 20);
  out[5 * i + 3] = moves;
  out[5 * i + 4] = pegs[2] * 100 + pegs[0] + pegs[1];
}

int main() {
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
  const int n = 64;
  int* d = to_device(std::vector<int>(5 * n));
  kernel<<<1, n>>>(d);
  std::vector<int> out = to_host(d, 5 * n);
  for (int i = 0; i < n; i++) {
    int a = 0, b = 1;
    for (int k = 0; k < i % 10; k++) b += a, a = b - a;
    expect("fibonacci", i, out[5 * i], a);
    expect("ackermann(2, n)", i, out[5 * i + 1], 2 * (i % 4) + 3);
    expect("even", i, out[5 * i + 2], int(i % 20 % 2 == 0));
    expect("hanoi moves", i, out[5 * i + 3], (1 << i % 6) - 1);
    expect("hanoi pegs", i, out[5 * i + 4], i % 6 * 100);
  }
  printf("PASS\n");
}
