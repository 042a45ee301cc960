// Covers: cudaMallocManaged and __managed__ variables: host and device take turns, structs with pointers,
// advice and attach flags left at their defaults.
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

__managed__ int total = 5;
__managed__ float weights[16];

struct List {
  int n;
  float* values;
};

__global__ void update(List* list) {
  for (int i = threadIdx.x; i < list->n; i += blockDim.x) {
    list->values[i] = list->values[i] * weights[i % 16] + 1;
    atomicAdd(&total, 1);
  }
}

int main() {
  List* list;
  CHECK(cudaMallocManaged(&list, sizeof(List)));
  list->n = 1000;
  CHECK(cudaMallocManaged(&list->values, list->n * sizeof(float)));
  for (int i = 0; i < list->n; i++) list->values[i] = i;
  for (int i = 0; i < 16; i++) weights[i] = i * 0.5f;
  for (int turn = 0; turn < 3; turn++) {
    update<<<1, 128>>>(list);
    CHECK(cudaDeviceSynchronize());
    list->values[turn] += 1000; // the host writes in between
  }
  for (int i = 0; i < list->n; i++) {
    double v = i, w = i % 16 * 0.5;
    for (int turn = 0; turn < 3; turn++) {
      v = v * w + 1;
      if (i == turn) v += 1000;
    }
    expect("values", i, list->values[i], float(v), 1e-6 * v);
  }
  expect("managed counter", 0, total, 3005);
  cudaPointerAttributes a;
  CHECK(cudaPointerGetAttributes(&a, list));
  expect("memory type", 0, int(a.type), int(cudaMemoryTypeManaged));
  CHECK(cudaFree(list->values));
  CHECK(cudaFree(list));
  printf("PASS\n");
}
