// Covers: Hillis-Steele inclusive scan of one block in double-buffered shared memory, int and float, odd
// lengths.
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

template <class T> __global__ void scan(T* data, int n) {
  __shared__ T buffer[2][1024];
  int t = threadIdx.x, from = 0;
  buffer[0][t] = t < n ? data[t] : T(0);
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    int to = 1 - from;
    buffer[to][t] = t >= step ? buffer[from][t] + buffer[from][t - step] : buffer[from][t];
    from = to;
    __syncthreads();
  }
  if (t < n) data[t] = buffer[from][t];
}

template <class T> static void check(int n, int block) {
  std::vector<T> in(n);
  for (int i = 0; i < n; i++) in[i] = T(i * 17 % 23 - 11);
  T* d = to_device(in);
  scan<T><<<1, block>>>(d, n);
  std::vector<T> out = to_host(d, n);
  long sum = 0;
  for (int i = 0; i < n; i++) expect("inclusive scan", i, out[i], T(sum += long(in[i])));
  CHECK(cudaFree(d));
}

int main() {
  for (int n : {1, 31, 32, 33, 64, 100}) check<int>(n, 128), check<float>(n, 100);
  for (int n : {512, 1000, 1024}) check<int>(n, 1024), check<float>(n, 1024), check<double>(n, 1024);
  printf("PASS\n");
}
