// Covers: a graph built node by node: kernel, memset, 1D copy, host and empty nodes with dependencies; kernel
// parameters changed in the instantiated graph.
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

__global__ void scale(int* a, int n, int factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = a[i] * factor + i;
}

static void on_host(void* data) { ++*static_cast<int*>(data); }

int main() {
  int n = 300, factor = 3, calls = 0;
  int *d = to_device(std::vector<int>(n, 9)), *copy = to_device(std::vector<int>(n, -1));
  std::vector<int> out(n, 0);
  cudaGraph_t graph;
  CHECK(cudaGraphCreate(&graph, 0));

  cudaGraphNode_t clear, kernel, device_copy, read, host, nothing;
  cudaMemsetParams m = {};
  m.dst = d;
  m.value = 1;
  m.elementSize = 4;
  m.width = n;
  m.height = 1;
  CHECK(cudaGraphAddMemsetNode(&clear, graph, nullptr, 0, &m));

  void* arguments[] = {&d, &n, &factor};
  cudaKernelNodeParams k = {};
  k.func = reinterpret_cast<void*>(scale);
  k.gridDim = dim3(3);
  k.blockDim = dim3(128);
  k.kernelParams = arguments;
  CHECK(cudaGraphAddKernelNode(&kernel, graph, &clear, 1, &k));
  CHECK(cudaGraphAddMemcpyNode1D(&device_copy, graph, &kernel, 1, copy, d, n * sizeof(int),
                                 cudaMemcpyDeviceToDevice));
  CHECK(cudaGraphAddMemcpyNode1D(&read, graph, &device_copy, 1, out.data(), copy, n * sizeof(int),
                                 cudaMemcpyDeviceToHost));
  cudaHostNodeParams h = {};
  h.fn = on_host;
  h.userData = &calls;
  CHECK(cudaGraphAddHostNode(&host, graph, &read, 1, &h));
  CHECK(cudaGraphAddEmptyNode(&nothing, graph, &host, 1));

  cudaGraphExec_t exec;
  CHECK(cudaGraphInstantiate(&exec, graph, 0));
  cudaStream_t s;
  CHECK(cudaStreamCreate(&s));
  for (int turn = 0; turn < 2; turn++) {
    CHECK(cudaGraphLaunch(exec, s));
    CHECK(cudaStreamSynchronize(s));
    for (int i = 0; i < n; i++) expect("graph's result", i, out[i], 3 + i);
  }
  expect("host node calls", 0, calls, 2);
  factor = 1000;
  CHECK(cudaGraphExecKernelNodeSetParams(exec, kernel, &k));
  factor = -1; // the parameters were copied
  CHECK(cudaGraphLaunch(exec, s));
  CHECK(cudaStreamSynchronize(s));
  for (int i = 0; i < n; i++) expect("with new parameters", i, out[i], 1000 + i);
  cudaGraphNodeType type;
  CHECK(cudaGraphNodeGetType(host, &type));
  expect("node type", 0, int(type), int(cudaGraphNodeTypeHost));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaStreamDestroy(s));
  printf("PASS\n");
}
