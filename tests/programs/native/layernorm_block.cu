// Covers: a block a row: a sum that all threads get, twice in one kernel by one helper; a first warp that writes it, and lanes that have the same value.
// Native: layernorm counts
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

__device__ float block_sum(float v) {
  __shared__ float partial[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  __syncthreads();
  if (lane == 0) partial[warp] = v;
  __syncthreads();
  v = lane < blockDim.x / 32 ? partial[lane] : 0;
  for (int d = 16; d; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  return v;
}

__global__ void layernorm(const float* in, const float* gain, const float* shift, float* out, int n) {
  const float* x = in + blockIdx.x * n;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i];
  float mean = block_sum(sum) / n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) squares += (x[i] - mean) * (x[i] - mean);
  float scale = rsqrtf(block_sum(squares) / n + 1e-5f);
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = (x[i] - mean) * scale * gain[i] + shift[i];
}

// Each warp adds its count; the order of the warps is nobody's.
__global__ void counts(const float* in, int n, unsigned* above) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned one = i < n && in[i] > 0;
  for (int d = 16; d > 0; d >>= 1) one += __shfl_down_sync(0xffffffffu, one, d);
  if ((threadIdx.x & 31) == 0) atomicAdd(above, one);
}

int main() {
  for (int n : {1, 31, 77, 256, 1000}) {
    const int rows = 9;
    std::vector<float> in(rows * n), gain(n), shift(n);
    unsigned positive = 0;
    for (int i = 0; i < rows * n; i++) in[i] = i * 61 % 199 * 0.1f - 5 + i / n * 7, positive += in[i] > 0;
    for (int i = 0; i < n; i++) gain[i] = 0.5f + i % 4, shift[i] = i % 3 - 1.0f;
    float *di = to_device(in), *dg = to_device(gain), *ds = to_device(shift), *d = to_device(in);
    layernorm<<<rows, 128>>>(di, dg, ds, d, n);
    std::vector<float> norm = to_host(d, rows * n);
    for (int r = 0; r < rows; r++) {
      double mean = 0, variance = 0;
      for (int i = r * n; i < r * n + n; i++) mean += double(in[i]) / n;
      for (int i = r * n; i < r * n + n; i++) variance += (in[i] - mean) * (in[i] - mean) / n;
      for (int i = r * n; i < r * n + n; i++)
        expect("layernorm", i, double(norm[i]), (in[i] - mean) / std::sqrt(variance + 1e-5) * gain[i - r * n] + shift[i - r * n], 2e-4);
    }
    unsigned* above = to_device(std::vector<unsigned>(1));
    counts<<<(rows * n + 255) / 256, 256>>>(di, rows * n, above);
    expect("numbers above 0", n, to_host(above, 1)[0], positive);
  }
  printf("PASS\n");
}
