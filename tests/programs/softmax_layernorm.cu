// Covers: softmax (a warp a row, online maximum) and layer normalisation (a block a row, two-level reduction,
// rsqrtf) on odd row lengths, expf, -infinity masks.
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

__global__ void softmax(const float* in, float* out, int rows, int n) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float most = -INFINITY, sum = 0;
  for (int i = lane; i < n; i += 32) {
    float v = in[row * n + i], next = fmaxf(most, v);
    if (next > -INFINITY) sum = sum * expf(most - next) + expf(v - next);
    most = next;
  }
  for (int d = 16; d; d /= 2) {
    float other = __shfl_xor_sync(0xffffffffu, most, d), other_sum = __shfl_xor_sync(0xffffffffu, sum, d),
          next = fmaxf(most, other);
    float mine = most == -INFINITY ? 0 : sum * expf(most - next),
          theirs = other == -INFINITY ? 0 : other_sum * expf(other - next);
    sum = mine + theirs;
    most = next;
  }
  for (int i = lane; i < n; i += 32) out[row * n + i] = expf(in[row * n + i] - most) / sum;
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
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[blockIdx.x * n + i] = (x[i] - mean) * scale * gain[i] + shift[i];
}

int main() {
  for (int n : {1, 31, 77, 256, 1000}) {
    const int rows = 9;
    std::vector<float> in(rows * n), gain(n), shift(n);
    for (int i = 0; i < rows * n; i++) in[i] = i * 61 % 199 * 0.1f - 5 + i / n * 7;
    for (int i = 0; i < n; i++) gain[i] = 0.5f + i % 4, shift[i] = i % 3 - 1.0f;
    std::vector<float> masked = in;
    for (int i = 0; i < rows * n; i++)
      if (i % n && i % 13 == 5) masked[i] = -INFINITY;
    float *dm = to_device(masked), *di = to_device(in), *dg = to_device(gain), *ds = to_device(shift),
          *d = to_device(in);
    softmax<<<(rows * 32 + 127) / 128, 128>>>(dm, d, rows, n);
    std::vector<float> soft = to_host(d, rows * n);
    layernorm<<<rows, 96>>>(di, dg, ds, d, n);
    std::vector<float> norm = to_host(d, rows * n);
    for (int r = 0; r < rows; r++) {
      double sum = 0, mean = 0, variance = 0;
      for (int i = r * n; i < r * n + n; i++)
        sum += std::exp(double(masked[i]) - 50), mean += double(in[i]) / n;
      for (int i = r * n; i < r * n + n; i++) variance += (in[i] - mean) * (in[i] - mean) / n;
      for (int i = r * n; i < r * n + n; i++) {
        double p = std::exp(double(masked[i]) - 50) / sum;
        expect("softmax", i, double(soft[i]), p, 2e-5 * p);
        double v = (in[i] - mean) / std::sqrt(variance + 1e-5) * gain[i - r * n] + shift[i - r * n];
        expect("layernorm", i, double(norm[i]), v, 2e-4);
      }
    }
  }
  printf("PASS\n");
}
