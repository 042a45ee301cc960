// Covers: __device__ variables and arrays: initialisers, state kept between launches, a pointer variable,
// static inside a function, copies to and from, cudaGetSymbolAddress as a kernel argument.
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

__device__ int counter = 41;
__device__ float table[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
__device__ double sum;
__device__ int* target;
__device__ const char text[] = "wave";
static __device__ unsigned long long big = 0x123456789abcdefull;

__device__ int next_serial() {
  static int serial = 100;
  return atomicAdd(&serial, 1);
}

__global__ void step() {
  if (threadIdx.x == 0) counter++;
  atomicAdd(&sum, 0.5);
  target[threadIdx.x] = int(table[threadIdx.x % 3][threadIdx.x % 4]) + text[threadIdx.x % 5];
  if (threadIdx.x < 10) atomicMax(&target[64], next_serial());
}

__global__ void scale(float* t) { t[threadIdx.x] *= 10; }

int main() {
  int* d = to_device(std::vector<int>(65, 0));
  CHECK(cudaMemcpyToSymbol(target, &d, sizeof d));
  for (int k = 0; k < 3; k++) step<<<1, 64>>>();
  int c;
  double s;
  unsigned long long b;
  CHECK(cudaMemcpyFromSymbol(&c, counter, sizeof c));
  CHECK(cudaMemcpyFromSymbol(&s, sum, sizeof s));
  CHECK(cudaMemcpyFromSymbol(&b, big, sizeof b));
  expect("counter", 0, c, 44);
  expect("sum", 0, s, 96.0);
  expect("initialiser of 64 bits", 0, b, 81985529216486895ull);
  std::vector<int> out = to_host(d, 65);
  for (int i = 0; i < 64; i++) expect("table and text", i, out[i], i % 3 * 4 + i % 4 + 1 + "wave"[i % 5]);
  expect("static inside a function", 0, out[64], 129);
  void* address;
  CHECK(cudaGetSymbolAddress(&address, table));
  scale<<<1, 12>>>(static_cast<float*>(address));
  float t[12];
  CHECK(cudaMemcpyFromSymbol(t, table, sizeof t));
  for (int i = 0; i < 12; i++) expect("table through its address", i, t[i], 10.0f * (i + 1));
  printf("PASS\n");
}
