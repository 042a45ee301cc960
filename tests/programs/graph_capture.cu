// Covers: stream capture into a graph: a fork and join by events, memset and copy nodes, replay many times,
// nothing runs while capturing.
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

__global__ void add(int* a, int n, int v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += v;
}
__global__ void combine(int* out, const int* a, const int* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = out[i] + a[i] * 10 + b[i];
}

int main() {
  const int n = 600;
  int *a = to_device(std::vector<int>(n, 1)), *b = to_device(std::vector<int>(n, 50)),
      *out = to_device(std::vector<int>(n, 0));
  cudaStream_t s, t;
  cudaEvent_t fork, join;
  CHECK(cudaStreamCreate(&s));
  CHECK(cudaStreamCreate(&t));
  CHECK(cudaEventCreate(&fork));
  CHECK(cudaEventCreate(&join));
  CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  cudaStreamCaptureStatus status;
  CHECK(cudaStreamIsCapturing(s, &status));
  expect("capturing", 0, int(status), int(cudaStreamCaptureStatusActive));
  CHECK(cudaEventRecord(fork, s));
  CHECK(cudaStreamWaitEvent(t, fork, 0));
  add<<<3, 256, 0, s>>>(a, n, 1);
  CHECK(cudaMemsetAsync(b, 0, n * sizeof(int), t));
  add<<<3, 256, 0, t>>>(b, n, 7);
  CHECK(cudaEventRecord(join, t));
  CHECK(cudaStreamWaitEvent(s, join, 0));
  combine<<<3, 256, 0, s>>>(out, a, b, n);
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(s, &graph));
  expect("nothing ran while capturing", 0, to_host(a, 1)[0], 1);
  size_t nodes = 0;
  CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
  expect("nodes", 0, nodes, size_t(4));
  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  int want = 0;
  for (int turn = 0; turn < 5; turn++) {
    CHECK(cudaGraphLaunch(exec, s));
    want += (2 + turn) * 10 + 7;
  }
  CHECK(cudaStreamSynchronize(s));
  std::vector<int> got = to_host(out, n);
  for (int i = 0; i < n; i++) expect("after five launches", i, got[i], want);
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(s));
  CHECK(cudaStreamDestroy(t));
  printf("PASS\n");
}
