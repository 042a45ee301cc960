// Covers: bitonic sort inside a warp by __shfl_xor_sync (int, float, key with payload), __syncwarp between
// shared steps.
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

template <class T> __device__ T exchange(T v, int mask, bool up) {
  T other = __shfl_xor_sync(0xffffffffu, v, mask);
  return (v > other) == up ? other : v;
}

template <class T> __global__ void sort32(T* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  T v = data[i];
  for (int size = 2; size <= 32; size *= 2)
    for (int step = size / 2; step; step /= 2) {
      bool ascending = (lane & size) == 0, lower = (lane & step) == 0;
      v = exchange(v, step, ascending == lower);
    }
  data[i] = v;
}

// Odd-even transposition in shared memory, one warp a row, only __syncwarp between the steps.
__global__ void sort_pairs(int* key, int* payload) {
  __shared__ int k[4][32], p[4][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32, i = blockIdx.x * blockDim.x + threadIdx.x;
  k[warp][lane] = key[i];
  p[warp][lane] = payload[i];
  __syncwarp();
  for (int round = 0; round < 32; round++) {
    int a = 2 * lane + round % 2;
    if (a + 1 < 32 && k[warp][a] > k[warp][a + 1]) {
      int t = k[warp][a];
      k[warp][a] = k[warp][a + 1];
      k[warp][a + 1] = t;
      t = p[warp][a];
      p[warp][a] = p[warp][a + 1];
      p[warp][a + 1] = t;
    }
    __syncwarp();
  }
  key[i] = k[warp][lane];
  payload[i] = p[warp][lane];
}

template <class T>
static void check_sorted(const char* what, const std::vector<T>& in, const std::vector<T>& out) {
  for (size_t w = 0; w < in.size(); w += 32)
    for (int a = 0; a < 32; a++) { // the place of a value is the number of those before it
      int place = 0;
      for (int b = 0; b < 32; b++) place += in[w + b] < in[w + a] || (in[w + b] == in[w + a] && b < a);
      expect(what, w + place, out[w + place], in[w + a]);
    }
}

int main() {
  const int n = 512;
  std::vector<int> in(n), id(n);
  std::vector<float> f(n);
  for (int i = 0; i < n; i++) in[i] = (i * 7919 + 13) % 1009 - 500, f[i] = in[i] % 37 * 0.25f, id[i] = i;
  int* di = to_device(in);
  float* df = to_device(f);
  sort32<<<4, 128>>>(di);
  sort32<<<4, 128>>>(df);
  check_sorted("int", in, to_host(di, n));
  check_sorted("float", f, to_host(df, n));
  int *dk = to_device(in), *dp = to_device(id);
  sort_pairs<<<4, 128>>>(dk, dp);
  std::vector<int> key = to_host(dk, n), payload = to_host(dp, n);
  check_sorted("key", in, key);
  for (int i = 0; i < n; i++) {
    expect("payload in its warp", i, payload[i] / 32, i / 32);
    expect("payload belongs to key", i, in[payload[i]], key[i]);
  }
  printf("PASS\n");
}
