// Covers: cooperative groups' coalesced_threads in divergent code: rank, size, shuffle from the leader,
// aggregated counting.
#include <cmath>
#include <cooperative_groups.h>
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

namespace cg = cooperative_groups;

__device__ int next(int* counter) {
  cg::coalesced_group g = cg::coalesced_threads();
  int base = 0;
  if (g.thread_rank() == 0) base = atomicAdd(counter, int(g.size()));
  return g.shfl(base, 0) + g.thread_rank();
}

__global__ void fill(const int* in, int n, int* out, int* counters, int* bad) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int k = in[i] % 3;
  if (k == 0)
    out[next(&counters[0])] = i;
  else if (k == 1)
    out[n + next(&counters[1])] = i;
  cg::coalesced_group g = cg::coalesced_threads();
  if (g.thread_rank() >= g.size()) atomicAdd(bad, 1);
  if (!g.all(1) || g.any(0)) atomicAdd(bad, 1);
  g.sync();
}

int main() {
  const int n = 3001;
  std::vector<int> in(n);
  for (int i = 0; i < n; i++) in[i] = i * 7 % 1000;
  int *di = to_device(in), *d = to_device(std::vector<int>(2 * n, -1)),
      *dc = to_device(std::vector<int>(3, 0));
  fill<<<(n + 127) / 128, 128>>>(di, n, d, dc, dc + 2);
  std::vector<int> out = to_host(d, 2 * n), c = to_host(dc, 3);
  expect("no thread saw a wrong group", 0, c[2], 0);
  for (int k = 0; k < 2; k++) {
    std::vector<int> want(n, 0);
    int count = 0;
    for (int i = 0; i < n; i++)
      if (in[i] % 3 == k) want[i] = 1, count++;
    expect("count", k, c[k], count);
    for (int i = 0; i < count; i++) {
      int id = out[k * n + i];
      if (id < 0 || id >= n) expect("place was filled", i, id, 0);
      expect("index once", id, want[id], 1);
      want[id] = 0;
    }
  }
  printf("PASS\n");
}
