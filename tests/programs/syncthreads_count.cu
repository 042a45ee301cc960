// Covers: __syncthreads_count, __syncthreads_and, __syncthreads_or, whole and partial warps, and barriers in
// a loop that the whole block leaves together.
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

__global__ void kernel(const int* in, int* out) {
  int t = threadIdx.x, v = in[blockIdx.x * blockDim.x + t], base = blockIdx.x * blockDim.x * 4 + t * 4;
  out[base] = __syncthreads_count(v % 3 == 0);
  out[base + 1] = __syncthreads_and(v < 990) != 0;
  out[base + 2] = __syncthreads_or(v == 777) != 0;
  int turns = 0;
  while (__syncthreads_or(v > turns * 100)) turns++; // ends for all at once
  out[base + 3] = turns;
}

int main() {
  for (int block : {32, 50, 128, 333, 1024}) {
    const int blocks = 3;
    std::vector<int> in(blocks * block);
    for (int i = 0; i < blocks * block; i++) in[i] = (i * 577 + block) % 1000;
    int *di = to_device(in), *d = to_device(std::vector<int>(4 * blocks * block));
    kernel<<<blocks, block>>>(di, d);
    std::vector<int> out = to_host(d, 4 * blocks * block);
    for (int b = 0; b < blocks; b++) {
      int count = 0, all = 1, any = 0, most = 0;
      for (int i = b * block; i < (b + 1) * block; i++) {
        count += in[i] % 3 == 0;
        all &= in[i] < 990;
        any |= in[i] == 777;
        most = in[i] > most ? in[i] : most;
      }
      for (int i = b * block; i < (b + 1) * block; i++) {
        expect("count", i, out[4 * i], count);
        expect("and", i, out[4 * i + 1], all);
        expect("or", i, out[4 * i + 2], any);
        expect("turns", i, out[4 * i + 3], (most + 99) / 100);
      }
    }
  }
  printf("PASS\n");
}
