// Covers: 0/1 knapsack (one launch an item, two rows) and longest common subsequence by anti-diagonals in one
// block with barriers.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <string>
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

__global__ void take(const int* from, int* to, int capacity, int weight, int value) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c > capacity) return;
  int best = from[c];
  if (c >= weight) best = max(best, from[c - weight] + value);
  to[c] = best;
}

__global__ void subsequence(const char* a, int n, const char* b, int m, int* length) {
  __shared__ int diagonal[3][301];
  for (int k = threadIdx.x; k < 3 * 301; k += blockDim.x) diagonal[k / 301][k % 301] = 0;
  __syncthreads();
  for (int d = 2; d <= n + m; d++) {
    int *now = diagonal[d % 3], *one = diagonal[(d - 1) % 3], *two = diagonal[(d - 2) % 3];
    for (int i = threadIdx.x; i <= n; i += blockDim.x) {
      int j = d - i;
      if (i == 0 || j == 0)
        now[i] = 0;
      else if (j > 0 && j <= m)
        now[i] = a[i - 1] == b[j - 1] ? two[i - 1] + 1 : max(one[i - 1], one[i]);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) *length = diagonal[(n + m) % 3][n];
}

// With or without each item by recursion: the host's other way.
static int best(const std::vector<int>& w, const std::vector<int>& v, size_t at, int room) {
  if (at == w.size()) return 0;
  int without = best(w, v, at + 1, room);
  if (w[at] > room) return without;
  return std::max(without, v[at] + best(w, v, at + 1, room - w[at]));
}

int main() {
  const int items = 14, capacity = 400;
  std::vector<int> w(items), v(items);
  for (int i = 0; i < items; i++) w[i] = 23 + i * 37 % 61, v[i] = 10 + i * 53 % 47;
  int *a = to_device(std::vector<int>(capacity + 1, 0)), *b = to_device(std::vector<int>(capacity + 1, 0));
  for (int i = 0; i < items; i++) {
    take<<<(capacity + 128) / 128, 128>>>(a, b, capacity, w[i], v[i]);
    int* swap = a;
    a = b;
    b = swap;
  }
  std::vector<int> table = to_host(a, capacity + 1);
  for (int c = 0; c <= capacity; c += 23) expect("knapsack", c, table[c], best(w, v, 0, c));

  std::string x, y;
  for (int i = 0; i < 300; i++) x += "ACGT"[(i * i + i / 7) % 4];
  for (int i = 0; i < 257; i++) y += "ACGT"[(i * 3 + i / 5 + i * i / 11) % 4];
  char *dx = to_device(std::vector<char>(x.begin(), x.end())),
       *dy = to_device(std::vector<char>(y.begin(), y.end()));
  int* dl = to_device(std::vector<int>(1));
  subsequence<<<1, 128>>>(dx, int(x.size()), dy, int(y.size()), dl);
  std::vector<int> row(y.size() + 1, 0);
  for (char c : x)
    for (int j = 1, corner = 0; j <= int(y.size()); j++) {
      int old = row[j];
      row[j] = c == y[j - 1] ? corner + 1 : std::max(row[j], row[j - 1]);
      corner = old;
    }
  expect("longest common subsequence", 0, to_host(dl, 1)[0], row.back());
  printf("PASS\n");
}
