// Covers: pinned host memory: cudaMallocHost, cudaHostAlloc mapped with cudaHostGetDevicePointer,
// cudaHostRegister of ordinary memory, pointer attributes.
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

__global__ void square(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = int(unsigned(in[i]) * unsigned(in[i])); // wraps
}

int main() {
  const int n = 3000;
  int *pinned, *mapped, *mapped_device, *d;
  CHECK(cudaMallocHost(&pinned, n * sizeof(int)));
  CHECK(cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped));
  CHECK(cudaHostGetDevicePointer(&mapped_device, mapped, 0));
  CHECK(cudaMalloc(&d, n * sizeof(int)));
  for (int i = 0; i < n; i++) mapped[i] = i - 1500, pinned[i] = -1;
  square<<<(n + 255) / 256, 256>>>(mapped_device, d, n); // reads the host's memory
  CHECK(cudaMemcpyAsync(pinned, d, n * sizeof(int), cudaMemcpyDeviceToHost, 0));
  CHECK(cudaStreamSynchronize(0));
  for (int i = 0; i < n; i++) expect("read through the mapping", i, pinned[i], (i - 1500) * (i - 1500));
  square<<<(n + 255) / 256, 256>>>(d, mapped_device, 40); // writes it
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < n; i++) {
    unsigned s = unsigned((i - 1500) * (i - 1500));
    expect("written through the mapping", i, mapped[i], i < 40 ? int(s * s) : i - 1500);
  }
  std::vector<int> ordinary(n, 7);
  CHECK(cudaHostRegister(ordinary.data(), n * sizeof(int), cudaHostRegisterMapped));
  int* registered;
  CHECK(cudaHostGetDevicePointer(&registered, ordinary.data(), 0));
  square<<<(n + 255) / 256, 256>>>(registered, registered, n);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < n; i++) expect("registered memory", i, ordinary[i], 49);
  CHECK(cudaHostUnregister(ordinary.data()));

  cudaPointerAttributes a;
  CHECK(cudaPointerGetAttributes(&a, mapped));
  expect("host memory's type", 0, int(a.type), int(cudaMemoryTypeHost));
  expect("its device pointer", 0, int(a.devicePointer == mapped_device), 1);
  CHECK(cudaPointerGetAttributes(&a, d));
  expect("device memory's type", 0, int(a.type), int(cudaMemoryTypeDevice));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFreeHost(mapped));
  CHECK(cudaFree(d));
  printf("PASS\n");
}
