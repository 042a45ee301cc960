// Covers: sparse matrix by vector in CSR: one thread a row, and one warp a row with a shuffle reduction;
// empty and long rows.
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

__global__ void by_thread(const int* row, const int* col, const double* value, const double* x, double* y,
                          int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  double sum = 0;
  for (int k = row[r]; k < row[r + 1]; k++) sum += value[k] * x[col[k]];
  y[r] = sum;
}

__global__ void by_warp(const int* row, const int* col, const double* value, const double* x, double* y,
                        int n) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  if (r >= n) return;
  double sum = 0;
  for (int k = row[r] + lane; k < row[r + 1]; k += 32) sum += value[k] * x[col[k]];
  for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (lane == 0) y[r] = sum;
}

int main() {
  const int n = 777;
  std::vector<int> row{0}, col;
  std::vector<double> value, x(n), want(n, 0.0);
  for (int i = 0; i < n; i++) x[i] = i % 50 - 20;
  for (int r = 0; r < n; r++) {
    int length = r % 7 == 0 ? 0 : r % 100 == 1 ? 300 : r * 13 % 23;
    for (int k = 0; k < length; k++) {
      col.push_back((r * 31 + k * 17) % n);
      value.push_back((r + k) % 16 * 0.25);
    }
    row.push_back(int(col.size()));
  }
  for (int r = n - 1; r >= 0; r--)
    for (int k = row[r + 1] - 1; k >= row[r]; k--)
      want[r] += value[k] * x[col[k]]; // quarters: exact in any order
  int *dr = to_device(row), *dc = to_device(col);
  double *dv = to_device(value), *dx = to_device(x), *dy = to_device(want);
  for (int kind = 0; kind < 2; kind++) {
    CHECK(cudaMemset(dy, 0xff, n * sizeof(double)));
    if (kind == 0)
      by_thread<<<(n + 127) / 128, 128>>>(dr, dc, dv, dx, dy, n);
    else
      by_warp<<<(n * 32 + 127) / 128, 128>>>(dr, dc, dv, dx, dy, n);
    std::vector<double> y = to_host(dy, n);
    for (int r = 0; r < n; r++) expect(kind ? "a warp a row" : "a thread a row", r, y[r], want[r]);
  }
  printf("PASS\n");
}
