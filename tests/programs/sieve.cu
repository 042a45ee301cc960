// Covers: prime sieve on bit words: atomicAnd clears multiples, a block a segment in shared memory, primes
// counted by __popc.
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

__global__ void sieve(const int* small, int count, unsigned* words, int* total, int limit) {
  __shared__ unsigned bits[64]; // 2048 numbers a block
  int first = blockIdx.x * 2048;
  for (int w = threadIdx.x; w < 64; w += blockDim.x) bits[w] = ~0u;
  __syncthreads();
  for (int k = threadIdx.x; k < count; k += blockDim.x) {
    int p = small[k], m = (first + p - 1) / p * p;
    if (m < p * p) m = p * p;
    for (; m < first + 2048; m += p) atomicAnd(&bits[(m - first) / 32], ~(1u << (m - first) % 32));
  }
  __syncthreads();
  for (int w = threadIdx.x; w < 64; w += blockDim.x) {
    unsigned b = bits[w];
    int at = first + w * 32;
    if (at == 0) b &= ~3u;
    if (at + 32 > limit) b = at >= limit ? 0 : b & ((1u << (limit - at)) - 1);
    words[at / 32] = b;
    if (b) atomicAdd(total, __popc(b));
  }
}

int main() {
  const int limit = 50000, blocks = (limit + 2047) / 2048;
  std::vector<int> small;
  for (int p = 2; p * p < limit; p++) {
    bool prime = true;
    for (int q : small) prime &= p % q != 0;
    if (prime) small.push_back(p);
  }
  int *ds = to_device(small), *dt = to_device(std::vector<int>(1, 0));
  unsigned* dw = to_device(std::vector<unsigned>(blocks * 64));
  sieve<<<blocks, 64>>>(ds, int(small.size()), dw, dt, limit);
  std::vector<unsigned> words = to_host(dw, blocks * 64);
  expect("primes below 50000", 0, to_host(dt, 1)[0], 5133);
  for (int i = 0; i < blocks * 2048; i++) {
    bool prime = i >= 2 && i < limit;
    for (int q = 2; prime && q * q <= i; q++) prime = i % q != 0; // by trial division
    expect("is prime", i, int(words[i / 32] >> i % 32 & 1), int(prime));
  }
  printf("PASS\n");
}
