// Covers: single-launch reduction: __threadfence, atomicInc ticket with wrap, the last block to finish sums
// the partials.
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

__device__ unsigned ticket = 0;

__global__ void sum(const int* in, int n, volatile long long* partial, long long* result) {
  __shared__ long long s[128];
  __shared__ bool last;
  long long v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += in[i];
  s[threadIdx.x] = v;
  __syncthreads();
  for (int half = 64; half; half >>= 1) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    long long total = 0;
    for (unsigned b = 0; b < gridDim.x; b++) total += partial[b];
    *result = total;
  }
}

int main() {
  const int n = 30000, blocks = 24;
  std::vector<int> in(n);
  for (int i = 0; i < n; i++) in[i] = int(unsigned(i) * 700001u + 5); // both signs
  int* d = to_device(in);
  long long *partial = to_device(std::vector<long long>(blocks)),
            *result = to_device(std::vector<long long>(1));
  for (int round = 0; round < 5; round++) { // the ticket wraps to 0 by itself, so rounds follow each other
    CHECK(cudaMemset(partial, 0xee, blocks * sizeof(long long)));
    CHECK(cudaMemset(result, 0, sizeof(long long)));
    sum<<<blocks, 128>>>(d, n, partial, result);
    long long want = 0;
    for (int x : in) want += x;
    expect("sum in round", round, to_host(result, 1)[0], want);
  }
  printf("PASS\n");
}
