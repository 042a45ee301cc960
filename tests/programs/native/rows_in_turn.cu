// Covers: warps that take rows in turn, whatever their number; a lane's sum over its elements, and what all lanes write back.
// Native: normalise
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

__device__ float warp_total(float v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);
  return v;
}

__global__ void normalise(const float* in, float* out, float* sums, int rows, int n) {
  const int lane = threadIdx.x % 32;
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * blockDim.x / 32;
  for (int row = first; row < rows; row += warps) {
    float sum = 0;
    for (int i = lane; i < n; i += 32) sum += in[row * n + i];
    sum = warp_total(sum);
    float deviation = 0;
    for (int i = lane; i < n; i += 32) {
      float d = in[row * n + i] - sum / n;
      deviation += d * d;
    }
    deviation = sqrtf(warp_total(deviation) / n);
    for (int i = lane; i < n; i += 32) out[row * n + i] = (in[row * n + i] - sum / n) / deviation;
    if (lane == 0) sums[row] = sum;
  }
}

int main() {
  const int rows = 53, n = 130;
  std::vector<float> in(rows * n);
  for (int i = 0; i < rows * n; i++) in[i] = i * 37 % 101 - 50;
  float *d = to_device(in), *out = to_device(in), *sums = to_device(std::vector<float>(rows));
  normalise<<<3, 128>>>(d, out, sums, rows, n);
  std::vector<float> got = to_host(out, rows * n), total = to_host(sums, rows);
  for (int r = 0; r < rows; r++) {
    double sum = 0, square = 0;
    for (int i = r * n; i < (r + 1) * n; i++) sum += in[i];
    for (int i = r * n; i < (r + 1) * n; i++) square += (in[i] - sum / n) * (in[i] - sum / n);
    expect("sum of a row", r, total[r], float(sum));
    for (int i = r * n; i < (r + 1) * n; i++) expect("normalised", i, double(got[i]), (in[i] - sum / n) / std::sqrt(square / n), 1e-4);
  }
  printf("PASS\n");
}
