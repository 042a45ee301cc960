// Covers: Gauss-Jordan inverse with partial pivoting in one block (argmax by shuffles and shared memory), and
// Jacobi iteration until a device residual is small.
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

__global__ void invert(double* a, double* inverse, int n, int* swaps) {
  __shared__ double best[32];
  __shared__ int where[32];
  int t = threadIdx.x;
  for (int i = t; i < n * n; i += blockDim.x) inverse[i] = i / n == i % n;
  for (int c = 0; c < n; c++) {
    __syncthreads();
    double v = -1;
    int row = c;
    for (int r = c + t; r < n; r += blockDim.x)
      if (fabs(a[r * n + c]) > v) v = fabs(a[r * n + c]), row = r;
    for (int d = 16; d; d >>= 1) {
      double other = __shfl_down_sync(0xffffffffu, v, d);
      int other_row = __shfl_down_sync(0xffffffffu, row, d);
      if (other > v) v = other, row = other_row;
    }
    if (t % 32 == 0) best[t / 32] = v, where[t / 32] = row;
    __syncthreads();
    v = best[0], row = where[0];
    for (int w = 1; w < blockDim.x / 32; w++)
      if (best[w] > v) v = best[w], row = where[w];
    if (row != c) {
      for (int k = t; k < n; k += blockDim.x) {
        double x = a[c * n + k], y = inverse[c * n + k];
        a[c * n + k] = a[row * n + k], a[row * n + k] = x;
        inverse[c * n + k] = inverse[row * n + k], inverse[row * n + k] = y;
      }
      if (t == 0) ++*swaps;
    }
    __syncthreads();
    double pivot = a[c * n + c];
    __syncthreads();
    for (int k = t; k < n; k += blockDim.x) a[c * n + k] /= pivot, inverse[c * n + k] /= pivot;
    __syncthreads();
    for (int r = t; r < n; r += blockDim.x) {
      if (r == c) continue;
      double f = a[r * n + c];
      for (int k = 0; k < n; k++)
        a[r * n + k] -= f * a[c * n + k], inverse[r * n + k] -= f * inverse[c * n + k];
    }
  }
}

__global__ void jacobi(const double* a, const double* b, const double* x, double* next,
                       unsigned long long* change, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double sum = b[i];
  for (int k = 0; k < n; k++)
    if (k != i) sum -= a[i * n + k] * x[k];
  next[i] = sum / a[i * n + i];
  atomicMax(change, (unsigned long long)__double_as_longlong(
                        fabs(next[i] - x[i]))); // bits of positive doubles order like integers
}

int main() {
  const int n = 40;
  std::vector<double> a(n * n), b(n);
  unsigned seed = 17;
  for (double& v : a) v = (seed = seed * 1664525u + 1013904223u) / 4294967296.0 * 10 - 5;
  double *da = to_device(a), *di = to_device(a);
  int* ds = to_device(std::vector<int>(1, 0));
  invert<<<1, 64>>>(da, di, n, ds);
  std::vector<double> inverse = to_host(di, n * n);
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += a[r * n + k] * inverse[k * n + c];
      expect("matrix times inverse", r * n + c, sum, double(r == c), 1e-8);
    }
  expect("rows were swapped", 0, int(to_host(ds, 1)[0] > 0), 1);

  for (int i = 0; i < n; i++) a[i * n + i] = 300 + i, b[i] = i * i % 50;
  da = to_device(a);
  double *db = to_device(b), *x = to_device(std::vector<double>(n, 0.0)),
         *y = to_device(std::vector<double>(n, 0.0));
  unsigned long long* change = to_device(std::vector<unsigned long long>(1, 0));
  int turns = 0;
  for (double off = 1; off > 1e-13 && turns < 200; turns++) {
    CHECK(cudaMemset(change, 0, 8));
    jacobi<<<2, 32>>>(da, db, x, y, change, n);
    CHECK(cudaMemcpy(&off, change, 8, cudaMemcpyDeviceToHost));
    double* swap = x;
    x = y;
    y = swap;
  }
  expect("converges", turns, int(turns < 200), 1);
  std::vector<double> solution = to_host(x, n);
  for (int r = 0; r < n; r++) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += a[r * n + k] * solution[k];
    expect("equation", r, sum, b[r], 1e-9);
  }
  printf("PASS\n");
}
