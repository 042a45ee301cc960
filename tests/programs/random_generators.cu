// Covers: random generators with per-thread state: 64-bit LCG with skip-ahead, xorshift128, PCG, Philox
// 4x32-10; integers compared exactly, Monte Carlo pi.
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

typedef unsigned long long u64;

__device__ void philox(unsigned c[4], unsigned k0, unsigned k1) {
  for (int round = 0; round < 10; round++) {
    unsigned h0 = __umulhi(0xD2511F53u, c[0]), l0 = 0xD2511F53u * c[0], h1 = __umulhi(0xCD9E8D57u, c[2]),
             l1 = 0xCD9E8D57u * c[2];
    c[0] = h1 ^ c[1] ^ k0;
    c[1] = l1;
    c[2] = h0 ^ c[3] ^ k1;
    c[3] = l0;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
}

__global__ void generate(u64* lcg, unsigned* xorshift, unsigned* pcg, unsigned* philox_out, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // Thread i starts where i*steps single steps would have led: x -> a^k x + (a^k - 1)/(a - 1) c by squaring.
  u64 a = 6364136223846793005ull, c = 1442695040888963407ull, A = 1, C = 0;
  for (int k = i * steps; k; k >>= 1) {
    if (k & 1) A *= a, C = C * a + c;
    c *= a + 1;
    a *= a;
  }
  u64 x = A * 42 + C;
  for (int k = 0; k < steps; k++) {
    x = x * 6364136223846793005ull + 1442695040888963407ull;
    lcg[i * steps + k] = x;
    unsigned s = unsigned(((x >> 18) ^ x) >> 27), r = unsigned(x >> 59);
    pcg[i * steps + k] = __funnelshift_r(s, s, r);
  }
  unsigned p = 123456789u + i, q = 362436069u, r = 521288629u, s = 88675123u;
  for (int k = 0; k < steps; k++) {
    unsigned t = p ^ (p << 11);
    p = q, q = r, r = s;
    s = s ^ (s >> 19) ^ t ^ (t >> 8);
  }
  xorshift[i] = s;
  unsigned counter[4] = {unsigned(i), 1, 2, 3};
  philox(counter, 0xdeadbeefu, 0x1234u);
  for (int k = 0; k < 4; k++) philox_out[4 * i + k] = counter[k];
}

__global__ void pi(unsigned* hits, int tries) {
  unsigned s = (blockIdx.x * blockDim.x + threadIdx.x + 1) * 2654435761u, inside = 0;
  for (int k = 0; k < tries; k++) {
    s ^= s << 13, s ^= s >> 17, s ^= s << 5;
    float x = (s & 0xffff) / 65536.0f, y = (s >> 16) / 65536.0f;
    inside += x * x + y * y < 1.0f;
  }
  atomicAdd(hits, inside);
}

int main() {
  const int n = 256, steps = 20;
  u64* dl = to_device(std::vector<u64>(n * steps));
  unsigned *dx = to_device(std::vector<unsigned>(n)), *dp = to_device(std::vector<unsigned>(n * steps)),
           *dh = to_device(std::vector<unsigned>(4 * n));
  generate<<<2, 128>>>(dl, dx, dp, dh, steps);
  std::vector<u64> lcg = to_host(dl, n * steps);
  std::vector<unsigned> xorshift = to_host(dx, n), pcg = to_host(dp, n * steps), ph = to_host(dh, 4 * n);
  u64 x = 42;
  for (int k = 0; k < n * steps; k++) { // one long stream
    x = x * 6364136223846793005ull + 1442695040888963407ull;
    expect("LCG skipped ahead", k, lcg[k], x);
    unsigned s = unsigned((x ^ x >> 18) >> 27);
    for (int r = int(x >> 59); r > 0; r--) s = s >> 1 | s << 31;
    expect("PCG", k, pcg[k], s);
  }
  for (int i = 0; i < n; i++) {
    std::vector<unsigned> w{123456789u + i, 362436069u, 521288629u, 88675123u};
    for (int k = 0; k < steps; k++) {
      unsigned t = w[k] ^ w[k] << 11;
      w.push_back(w[k + 3] ^ w[k + 3] >> 19 ^ t ^ t >> 8);
    }
    expect("xorshift128", i, xorshift[i], w.back());
    u64 c[4] = {u64(i), 1, 2, 3}, key[2] = {0xdeadbeef, 0x1234};
    for (int round = 0; round < 10; round++) {
      u64 a = 0xD2511F53ull * c[0], b = 0xCD9E8D57ull * c[2];
      u64 next[4] = {(b >> 32) ^ c[1] ^ key[0], b & 0xffffffff, (a >> 32) ^ c[3] ^ key[1], a & 0xffffffff};
      for (int k = 0; k < 4; k++) c[k] = next[k];
      key[0] = (key[0] + 0x9E3779B9) & 0xffffffff, key[1] = (key[1] + 0xBB67AE85) & 0xffffffff;
    }
    for (int k = 0; k < 4; k++) expect("Philox", 4 * i + k, ph[4 * i + k], unsigned(c[k]));
  }
  unsigned* hits = to_device(std::vector<unsigned>(1, 0));
  pi<<<8, 128>>>(hits, 200);
  expect("pi", 0, 4.0 * to_host(hits, 1)[0] / (8 * 128 * 200), 3.14159, 0.02);
  printf("PASS\n");
}
