// Covers: a warp a row, the warp's number in the grid as the row's; the launch, whose grid is counted in warps, by a number and by a dim3.
// Native: multiply squares
#include <cmath>
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
static void expect(const char* what, long where, T got, std::common_type_t<T> expected, double tolerance = 0) {
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

__global__ void multiply(const int* row, const int* col, const double* value, const double* x, double* y, int n) {
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  if (r >= n) return;
  double sum = 0;
  for (int k = row[r] + lane; k < row[r + 1]; k += 32) sum += value[k] * x[col[k]];
  for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (lane == 0) y[r] = sum;
}

// Every lane has the sum; the number of rows is counted, once a warp.
__global__ void squares(const float* in, float* out, int rows, int n, unsigned* counted) {
  const int warp = threadIdx.x / warpSize;
  const int r = blockIdx.x * (blockDim.x / warpSize) + warp;
  const int lane = threadIdx.x % warpSize;
  if (r < rows) {
    float sum = 0, most = -INFINITY;
    for (int i = lane; i < n; i += warpSize) {
      float v = in[r * n + i];
      sum += v * v;
      if (v > most) most = v;
    }
    for (int d = warpSize / 2; d > 0; d /= 2) {
      sum += __shfl_xor_sync(0xffffffffu, sum, d);
      most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, d));
    }
    for (int i = lane; i < n; i += warpSize) out[r * n + i] = in[r * n + i] * most / sum;
    if (lane == 0) atomicAdd(counted, 1u);
  }
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
  for (int r = 0; r < n; r++)
    for (int k = row[r]; k < row[r + 1]; k++) want[r] += value[k] * x[col[k]];  // quarters: exact in any order
  int *dr = to_device(row), *dc = to_device(col);
  double *dv = to_device(value), *dx = to_device(x), *dy = to_device(std::vector<double>(n, -1.0));
  multiply<<<(n * 32 + 127) / 128, 128>>>(dr, dc, dv, dx, dy, n);
  std::vector<double> y = to_host(dy, n);
  for (int r = 0; r < n; r++) expect("row", r, y[r], want[r]);

  const int rows = 101, width = 75;
  std::vector<float> in(rows * width);
  for (int i = 0; i < rows * width; i++) in[i] = i * 61 % 199 * 0.125f - 5;
  float *di = to_device(in), *out = to_device(in);
  unsigned* counted = to_device(std::vector<unsigned>(1));
  dim3 grid((rows + 3) / 4), block(128);
  squares<<<grid, block>>>(di, out, rows, width, counted);
  std::vector<float> got = to_host(out, rows * width);
  expect("rows", 0, to_host(counted, 1)[0], unsigned(rows));
  for (int r = 0; r < rows; r++) {
    double sum = 0, most = -INFINITY;
    for (int i = r * width; i < (r + 1) * width; i++) sum += double(in[i]) * in[i], most = std::fmax(most, in[i]);
    for (int i = r * width; i < (r + 1) * width; i++) expect("element", i, double(got[i]), in[i] * most / sum, 1e-5);
  }
  printf("PASS\n");
}
