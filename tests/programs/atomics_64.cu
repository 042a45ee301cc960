// Covers: 64-bit integer atomics in global and shared memory: add, min, max, and, or, xor, exch, CAS; signed
// min and max.
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

using u64 = unsigned long long;

__device__ void apply(u64* a, long long* s, int i) {
  atomicAdd(&a[0], 0x100000001ull * i);
  atomicMin(&a[1], 0xffffffff00000000ull - i);
  atomicMax(&a[2], 0x8000000000000000ull + i);
  atomicAnd(&a[3], ~(1ull << (i % 60)));
  atomicOr(&a[4], 1ull << (i % 63));
  atomicXor(&a[5], u64(i) << 20);
  atomicExch(&a[6], u64(i) << 33);
  u64 seen = a[7], assumed;
  do {
    assumed = seen;
    seen = atomicCAS(&a[7], assumed, assumed + (u64(i) << 16));
  } while (seen != assumed);
  atomicMin(&s[0], -(long long)i * 5000000000ll);
  atomicMax(&s[1], (long long)i * 5000000000ll);
}

__global__ void global(u64* a, long long* s) { apply(a, s, blockIdx.x * blockDim.x + threadIdx.x); }

__global__ void shared(u64* a, long long* s) {
  __shared__ u64 sa[8];
  __shared__ long long ss[2];
  if (threadIdx.x < 8) sa[threadIdx.x] = a[threadIdx.x];
  if (threadIdx.x < 2) ss[threadIdx.x] = s[threadIdx.x];
  __syncthreads();
  apply(sa, ss, threadIdx.x);
  __syncthreads();
  if (threadIdx.x < 8) a[threadIdx.x] = sa[threadIdx.x];
  if (threadIdx.x < 2) s[threadIdx.x] = ss[threadIdx.x];
}

static void check(const char* where, const std::vector<u64>& a, const std::vector<long long>& s, u64 n) {
  u64 sum = n * (n - 1) / 2, x = 0;
  for (u64 i = 0; i < n; i++) x ^= i;
  printf("%s\n", where);
  expect("add", 0, a[0], 0x100000001ull * sum);
  expect("min", 1, a[1], 0xffffffff00000000ull - (n - 1));
  expect("max", 2, a[2], 0x8000000000000000ull + n - 1);
  expect("and", 3, a[3], 0xfull << 60);
  expect("or", 4, a[4], ~0ull >> 1);
  expect("xor", 5, a[5], x << 20);
  expect("exch kept the low half clear", 6, a[6] & 0x1ffffffffull, 0);
  expect("exch in range", 6, u64((a[6] >> 33) < n), 1);
  expect("CAS add", 7, a[7], sum << 16);
  expect("signed min", 0, s[0], -(long long)(n - 1) * 5000000000ll);
  expect("signed max", 1, s[1], (long long)(n - 1) * 5000000000ll);
}

int main() {
  const std::vector<u64> start{0, ~0ull, 0, ~0ull, 0, 0, 0, 0};
  const std::vector<long long> start_signed{0, 0};
  u64* a = to_device(start);
  long long* s = to_device(start_signed);
  global<<<4, 96>>>(a, s);
  check("global", to_host(a, 8), to_host(s, 2), 4 * 96);
  a = to_device(start);
  s = to_device(start_signed);
  shared<<<1, 160>>>(a, s);
  check("shared", to_host(a, 8), to_host(s, 2), 160);
  printf("PASS\n");
}
