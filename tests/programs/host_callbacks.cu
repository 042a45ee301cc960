// Covers: cudaLaunchHostFunc and cudaStreamAddCallback: they run after earlier work of their stream and
// before later work, once each, in order.
#include <atomic>
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

__global__ void add(int* a, int v) { a[threadIdx.x] += v; }

struct Note {
  int id;
  const int* pinned;
  int seen;
};
static std::atomic<int> next_id{0};
static std::atomic<int> wrong_order{0};

static void note(void* data) {
  Note* n = static_cast<Note*>(data);
  n->seen = *n->pinned; // what the copy before it has brought
  if (next_id++ != n->id) wrong_order++;
}
static void after(cudaStream_t, cudaError_t status, void* data) {
  *static_cast<int*>(data) = status == cudaSuccess ? 77 : -1;
}

int main() {
  int* pinned;
  CHECK(cudaMallocHost(&pinned, 64 * sizeof(int)));
  int* d = to_device(std::vector<int>(64, 0));
  cudaStream_t s;
  CHECK(cudaStreamCreate(&s));
  Note notes[8];
  for (int k = 0; k < 8; k++) {
    notes[k] = Note{k, pinned, -1};
    add<<<1, 64, 0, s>>>(d, k + 1);
    CHECK(cudaMemcpyAsync(pinned, d, 64 * sizeof(int), cudaMemcpyDeviceToHost, s));
    CHECK(cudaLaunchHostFunc(s, note, &notes[k]));
  }
  int flag = 0;
  CHECK(cudaStreamAddCallback(s, after, &flag, 0));
  CHECK(cudaStreamSynchronize(s));
  expect("calls", 0, next_id.load(), 8);
  expect("calls out of order", 0, wrong_order.load(), 0);
  expect("callback with status", 0, flag, 77);
  for (int k = 0; k < 8; k++) expect("value at the call", k, notes[k].seen, (k + 1) * (k + 2) / 2);
  CHECK(cudaStreamDestroy(s));
  printf("PASS\n");
}
