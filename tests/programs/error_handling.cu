// Covers: errors as values: wrong launch configurations, bad arguments, peek and get of the last error, that
// they are not sticky, names and descriptions.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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

__global__ void touch(int* p) { p[threadIdx.x] = 1; }

static void expect_error(const char* what, cudaError_t got, cudaError_t want) {
  if (got == want) return;
  printf("FAIL: %s, at 0, got %s, expected %s\n", what, cudaGetErrorName(got), cudaGetErrorName(want));
  exit(1);
}

int main() {
  int* d = to_device(std::vector<int>(1024, 0));
  touch<<<1, 2048>>>(d); // more threads than a block may have
  // CUDA 13 calls it an invalid value, CUDA before it and HIP an invalid configuration.
  cudaError_t refused = cudaPeekAtLastError();
  if (refused != cudaErrorInvalidValue) expect_error("peek after 2048 threads", refused, cudaErrorInvalidConfiguration);
  expect_error("peek leaves it", cudaPeekAtLastError(), refused);
  expect_error("get returns it", cudaGetLastError(), refused);
  expect_error("and clears it", cudaGetLastError(), cudaSuccess);
  touch<<<0, 32>>>(d);
  expect_error("no blocks", cudaGetLastError(), cudaErrorInvalidConfiguration);
  touch<<<1, 0>>>(d);
  expect_error("no threads", cudaGetLastError(), cudaErrorInvalidConfiguration);
  touch<<<1, dim3(1, 1, 2000)>>>(d);
  expect_error("block too deep", cudaGetLastError(), cudaErrorInvalidConfiguration);
  touch<<<1, 32, 1 << 28>>>(d);
  cudaError_t shared = cudaGetLastError();
  if (shared == cudaSuccess) expect_error("too much shared memory", shared, cudaErrorInvalidValue);

  // None of these left anything behind: the device still works.
  touch<<<1, 1024>>>(d);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::vector<int> got = to_host(d, 1024);
  for (int i = 0; i < 1024; i++) expect("still works", i, got[i], 1);

  void* p = nullptr;
  expect_error("an impossible size", cudaMalloc(&p, size_t(1) << 60), cudaErrorMemoryAllocation);
  expect_error("is the last error", cudaGetLastError(), cudaErrorMemoryAllocation);
  expect_error("null destination", cudaMemcpy(nullptr, d, 16, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  cudaGetLastError();
  int value;
  expect_error("bad device in attribute", cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 9999),
               cudaErrorInvalidDevice);
  cudaGetLastError();
  expect_error("no error is left", cudaGetLastError(), cudaSuccess);
  CHECK(cudaMemset(d, 0, 16));
  expect("name", 0,
         int(std::strstr(cudaGetErrorName(cudaErrorMemoryAllocation), "OutOfMemory") != nullptr ||
             std::strstr(cudaGetErrorName(cudaErrorMemoryAllocation), "MemoryAllocation") != nullptr),
         1);
  expect("a description", 0, int(std::strlen(cudaGetErrorString(cudaErrorInvalidValue)) > 3), 1);
  CHECK(cudaFree(d));
  printf("PASS\n");
}
