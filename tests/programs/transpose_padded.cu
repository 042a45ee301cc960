// Covers: matrix transpose through a bank-padded shared tile, 32x8 blocks with 4 rows a thread, non-multiple
// sizes.
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

const int tile = 32, rows = 8;

__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float s[tile][tile + 1];
  int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows)
    if (x < width && y + j < height) s[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * tile + threadIdx.x;
  y = blockIdx.x * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows)
    if (x < height && y + j < width) out[(y + j) * height + x] = s[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int shapes[][2] = {{96, 64}, {101, 77}, {1, 130}, {33, 31}};
  for (auto& shape : shapes) {
    int w = shape[0], h = shape[1];
    std::vector<float> in(w * h);
    for (int i = 0; i < w * h; i++) in[i] = i;
    float *di = to_device(in), *d = to_device(std::vector<float>(w * h, -1));
    transpose<<<dim3((w + tile - 1) / tile, (h + tile - 1) / tile), dim3(tile, rows)>>>(di, d, w, h);
    std::vector<float> out = to_host(d, w * h);
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++) expect("transposed", x * h + y, out[x * h + y], float(y * w + x));
  }
  printf("PASS\n");
}
