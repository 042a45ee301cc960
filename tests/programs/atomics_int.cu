// Covers: every 32-bit atomic on int and unsigned in global memory: add, sub, min, max, and, or, xor, exch,
// CAS, inc, dec.
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

__global__ void all(int* s, unsigned* u, int* old_sum_seen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int before = atomicAdd(&s[0], 3);
  atomicOr(&old_sum_seen[before / 3 / 32], 1 << (before / 3 % 32)); // each old value comes out exactly once
  atomicSub(&s[1], 2);
  atomicMin(&s[2], (i * 7919) % 1000 - 500);
  atomicMax(&s[3], (i * 7919) % 1000 - 500);
  atomicXor(&s[4], i);
  atomicCAS(&s[5], 77, i);
  atomicExch(&s[6], i + 1);
  atomicAdd(&u[0], 0x80000001u);
  atomicMin(&u[1], 0xffff0000u - i);
  atomicMax(&u[2], 0x80000000u + i);
  atomicAnd(&u[3], ~(1u << (i % 29)));
  atomicOr(&u[4], 1u << (i % 31));
  atomicInc(&u[5], 99u);
  atomicDec(&u[6], 70u);
  atomicXor(&u[7], 1u << (i % 32));
  atomicSub(&u[8], 1u);
}

int main() {
  const int blocks = 5, threads = 200, n = blocks * threads;
  int* s = to_device(std::vector<int>{0, 10, 1 << 30, -(1 << 30), 0, 77, 0});
  unsigned* u = to_device(std::vector<unsigned>{5, ~0u, 0, ~0u, 0, 0, 0, 0, 3});
  int* seen = to_device(std::vector<int>(32, 0));
  all<<<blocks, threads>>>(s, u, seen);
  std::vector<int> gs = to_host(s, 7), bits = to_host(seen, 32);
  std::vector<unsigned> gu = to_host(u, 9);
  int x = 0, least = 1000, most = -1000;
  for (int i = 0; i < n; i++) {
    x ^= i;
    int v = i * 7919 % 1000 - 500;
    least = v < least ? v : least;
    most = v > most ? v : most;
  }
  expect("add", 0, gs[0], 3 * n);
  for (int k = 0; k < n; k++) expect("old values are distinct", k, bits[k / 32] >> (k % 32) & 1, 1);
  expect("sub", 1, gs[1], 10 - 2 * n);
  expect("min", 2, gs[2], least);
  expect("max", 3, gs[3], most);
  expect("xor", 4, gs[4], x);
  if (gs[5] < 0 || gs[5] >= n) expect("CAS took one thread's value", 5, gs[5], 0);
  if (gs[6] < 1 || gs[6] > n) expect("exch left one thread's value", 6, gs[6], 1);
  expect("unsigned add wraps", 0, gu[0], 5u + unsigned(n) * 0x80000001u);
  expect("unsigned min", 1, gu[1], 0xffff0000u - (n - 1));
  expect("unsigned max", 2, gu[2], 0x80000000u + n - 1);
  expect("and", 3, gu[3], 0xe0000000u);
  expect("or", 4, gu[4], 0x7fffffffu);
  expect("inc wraps after 99", 5, gu[5], unsigned(n % 100));
  expect("dec wraps to 70", 6, gu[6], unsigned((71 - n % 71) % 71));
  unsigned parity = 0;
  for (int i = 0; i < n; i++) parity ^= 1u << i % 32;
  expect("unsigned xor", 7, gu[7], parity);
  expect("unsigned sub", 8, gu[8], 3u - unsigned(n));
  printf("PASS\n");
}
