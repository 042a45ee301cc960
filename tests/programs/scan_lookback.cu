// Covers: single-pass scan with decoupled look-back: blocks take tickets, publish status words with fences,
// spin on earlier ones.
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

// A status word: state in the top two bits (0 none, 1 aggregate, 2 prefix), value below.
__device__ unsigned next_tile;

__global__ void scan(const unsigned* in, unsigned* out, unsigned* status, int n) {
  __shared__ unsigned s[128];
  __shared__ unsigned tile, before;
  int t = threadIdx.x;
  if (t == 0) tile = atomicAdd(&next_tile, 1u);
  __syncthreads();
  int i = tile * 128 + t;
  unsigned v = i < n ? in[i] : 0;
  s[t] = v;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    unsigned add = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += add;
    __syncthreads();
  }
  if (t == 0) {
    const unsigned aggregate = 1u << 30, prefix = 2u << 30, value = (1u << 30) - 1;
    unsigned sum = 0;
    if (tile > 0) {
      __threadfence();
      atomicExch(&status[tile], aggregate | s[127]);
      for (int look = int(tile) - 1;;) {
        unsigned word = atomicAdd(&status[look], 0u);
        if ((word & ~value) == 0) continue;
        sum += word & value;
        if (word & prefix) break;
        look--;
      }
    }
    __threadfence();
    atomicExch(&status[tile], prefix | (sum + s[127]));
    before = sum;
  }
  __syncthreads();
  if (i < n) out[i] = before + s[t];
}

int main() {
  const int n = 5000, tiles = (n + 127) / 128;
  std::vector<unsigned> in(n);
  for (int i = 0; i < n; i++) in[i] = i * 37 % 1009;
  unsigned *di = to_device(in), *d = to_device(std::vector<unsigned>(n));
  unsigned* status = to_device(std::vector<unsigned>(tiles, 0));
  scan<<<tiles, 128>>>(di, d, status, n);
  std::vector<unsigned> out = to_host(d, n);
  unsigned sum = 0;
  for (int i = 0; i < n; i++) expect("scan", i, out[i], sum += in[i]);
  printf("PASS\n");
}
