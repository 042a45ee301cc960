// Covers: min and max of signed and unsigned integers in device code: as an index, below zero (which is large as unsigned), above 2^53.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void pick(const int* from, int* to, int n) {
  int i = threadIdx.x;
  to[i] = from[min(n - 1, i + 2 * blockDim.x)];
}

__global__ void numbers(int below, long long large, unsigned* words, unsigned long long* longs) {
  words[0] = min(below, 7u);
  words[1] = max(below, 7u);
  longs[0] = max(large, 5ull);
  longs[1] = min(large + 2, 1ull << 63);
}

static void expect(const char* what, int where, unsigned long long got, unsigned long long expected) {
  if (got == expected) return;
  printf("FAIL: %s, at %d, got %llu, expected %llu\n", what, where, got, expected);
  exit(1);
}
#define CHECK(call) expect(#call, __LINE__, (call), cudaSuccess)

int main() {
  constexpr int n = 100, threads = 64;
  int from[n], to[threads], *d_from, *d_to;
  for (int i = 0; i < n; ++i) from[i] = 3 * i;
  CHECK(cudaMalloc(&d_from, sizeof from));
  CHECK(cudaMalloc(&d_to, sizeof to));
  CHECK(cudaMemcpy(d_from, from, sizeof from, cudaMemcpyHostToDevice));
  pick<<<1, threads>>>(d_from, d_to, n);
  CHECK(cudaMemcpy(to, d_to, sizeof to, cudaMemcpyDeviceToHost));
  for (int i = 0; i < threads; ++i) expect("index", i, to[i], 3 * (n - 1));

  const long long large = (1ll << 53) + 1;
  unsigned words[2], *d_words;
  unsigned long long longs[2], *d_longs;
  CHECK(cudaMalloc(&d_words, sizeof words));
  CHECK(cudaMalloc(&d_longs, sizeof longs));
  numbers<<<1, 1>>>(-1, large, d_words, d_longs);
  CHECK(cudaMemcpy(words, d_words, sizeof words, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(longs, d_longs, sizeof longs, cudaMemcpyDeviceToHost));
  expect("min(-1, 7u)", 0, words[0], 7);
  expect("max(-1, 7u)", 1, words[1], 0xffffffffu);
  expect("max of long long and unsigned long long", 0, longs[0], large);
  expect("min of long long and unsigned long long", 1, longs[1], large + 2);
  printf("PASS\n");
}
