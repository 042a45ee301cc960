// Covers: __popc, __clz, __ffs, __brev and their 64-bit forms with zero inputs; __byte_perm over all source
// bytes.
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

struct Out {
  int popc, clz, ffs, popcll, clzll, ffsll;
  unsigned brev, perm;
  unsigned long long brevll;
};

__global__ void kernel(const unsigned long long* v, Out* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long x = v[i];
  unsigned lo = unsigned(x), hi = unsigned(x >> 32);
  Out o;
  o.popc = __popc(lo);
  o.clz = __clz(int(lo));
  o.ffs = __ffs(int(lo));
  o.brev = __brev(lo);
  o.popcll = __popcll(x);
  o.clzll = __clzll((long long)x);
  o.ffsll = __ffsll((long long)x);
  o.brevll = __brevll(x);
  o.perm = __byte_perm(lo, hi, (0x3000u * (i % 3) + i * 0x111u % 0x8888u) & 0x7777u);
  out[i] = o;
}

static int ones(unsigned long long x, int bits) {
  int c = 0;
  for (int b = 0; b < bits; b++) c += int(x >> b & 1);
  return c;
}
static int leading(unsigned long long x, int bits) {
  int c = 0;
  while (c < bits && !(x >> (bits - 1 - c) & 1)) c++;
  return c;
}
static int first(unsigned long long x, int bits) {
  for (int b = 0; b < bits; b++)
    if (x >> b & 1) return b + 1;
  return 0;
}
static unsigned long long reversed(unsigned long long x, int bits) {
  unsigned long long r = 0;
  for (int b = 0; b < bits; b++) r = r * 2 + (x >> b & 1);
  return r;
}

int main() {
  std::vector<unsigned long long> v{
      0, 1, ~0ull, 1ull << 63, 1ull << 32, 0x80000000ull, 0xffffffffull, 0xffffffff00000000ull};
  unsigned long long seed = 0x2545f4914f6cdd1dull;
  while (v.size() < 400) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    v.push_back(v.size() % 2 ? seed >> (v.size() % 64) : seed << (v.size() % 64));
  }
  const int n = v.size();
  unsigned long long* d = to_device(v);
  Out* dout = to_device(std::vector<Out>(n));
  kernel<<<(n + 63) / 64, 64>>>(d, dout, n);
  std::vector<Out> out = to_host(dout, n);
  for (int i = 0; i < n; i++) {
    unsigned long long x = v[i];
    unsigned lo = unsigned(x);
    const Out& o = out[i];
    expect("popc", i, o.popc, ones(lo, 32));
    expect("clz", i, o.clz, leading(lo, 32));
    expect("ffs", i, o.ffs, first(lo, 32));
    expect("brev", i, o.brev, unsigned(reversed(lo, 32)));
    expect("popcll", i, o.popcll, ones(x, 64));
    expect("clzll", i, o.clzll, leading(x, 64));
    expect("ffsll", i, o.ffsll, first(x, 64));
    expect("brevll", i, o.brevll, reversed(x, 64));
    unsigned selector = (12288u * (i % 3) + i * 273u % 34952u) & 30583u, perm = 0;
    for (int b = 0; b < 4; b++) {
      int from = selector / (1u << 4 * b) % 8;
      perm += unsigned(x / (1ull << 8 * from) % 256) << 8 * b;
    }
    expect("byte_perm", i, o.perm, perm);
  }
  printf("PASS\n");
}
