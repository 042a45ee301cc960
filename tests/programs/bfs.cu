// Covers: breadth-first search on a CSR graph: frontier queues filled by atomics, one launch a level, a
// device counter read by the host each time.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <queue>
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

__global__ void expand(const int* row, const int* col, const int* frontier, int count, int* next,
                       int* next_count, int* level, int depth) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    int v = frontier[i];
    for (int k = row[v]; k < row[v + 1]; k++) {
      int u = col[k];
      if (atomicCAS(&level[u], -1, depth) == -1) next[atomicAdd(next_count, 1)] = u;
    }
  }
}

int main() {
  const int n = 3000;
  std::vector<int> row{0}, col;
  for (int v = 0; v < n;
       v++) { // a ring with chords that not all nodes have; the last hundred are out of reach
    if (v < n - 100) {
      col.push_back((v + 1) % (n - 100));
      if (v % 5 == 0) col.push_back((v * 7 + 13) % (n - 100));
      if (v % 11 == 0)
        for (int k = 1; k < 9; k++) col.push_back((v + k * 37) % (n - 100));
    } else
      col.push_back(n - 1);
    row.push_back(int(col.size()));
  }
  int *dr = to_device(row), *dc = to_device(col), *a = to_device(std::vector<int>(n, 0)),
      *b = to_device(std::vector<int>(n, 0));
  std::vector<int> start(n, -1);
  start[0] = 0;
  int* level = to_device(start);
  int* counter = to_device(std::vector<int>(1, 0));
  int count = 1, depth = 0;
  while (count) {
    CHECK(cudaMemset(counter, 0, sizeof(int)));
    expand<<<4, 64>>>(dr, dc, a, count, b, counter, level, ++depth);
    count = to_host(counter, 1)[0];
    int* swap = a;
    a = b;
    b = swap;
  }
  std::vector<int> got = to_host(level, n), want(n, -1);
  std::queue<int> queue;
  want[0] = 0;
  for (queue.push(0); !queue.empty(); queue.pop())
    for (int v = queue.front(), k = row[v]; k < row[v + 1]; k++)
      if (want[col[k]] < 0) want[col[k]] = want[v] + 1, queue.push(col[k]);
  for (int v = 0; v < n; v++) expect("level", v, got[v], want[v]);
  printf("PASS\n");
}
