// Covers: assert in device code that holds, in divergent branches and in a called function; the program goes
// on as if it were not there.
#include <cassert>
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

__device__ int half_of_even(int v) {
  assert(v % 2 == 0 && "only even numbers");
  return v / 2;
}

__global__ void kernel(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(blockDim.x == 96);
  if (i >= n) return;
  if (in[i] & 1) {
    assert(in[i] > 0);
    out[i] = -1;
  } else {
    out[i] = half_of_even(in[i]);
  }
}

int main() {
  const int n = 1000;
  std::vector<int> in(n);
  for (int i = 0; i < n; i++) in[i] = i * 3 + 1;
  int *di = to_device(in), *d = to_device(in);
  kernel<<<(n + 95) / 96, 96>>>(di, d, n);
  CHECK(cudaDeviceSynchronize());
  std::vector<int> out = to_host(d, n);
  for (int i = 0; i < n; i++) expect("result", i, out[i], i % 2 ? (3 * i + 1) / 2 : -1);
  printf("PASS\n");
}
