// Covers: 32-bit shifts left, right, arithmetic; rotates; __funnelshift_l/r (amount taken modulo 32) and
// _lc/_rc (clamped); bit-field idioms.
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
  unsigned shl, shr, rotl, fl, fr, flc, frc, field, sign;
  int sar, sfield;
};

__global__ void kernel(const unsigned* v, Out* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * 72) return;
  unsigned x = v[i / 72], y = v[(i / 72 + 1) % n], k = i % 72;
  Out o;
  o.shl = x << (k & 31);
  o.shr = x >> (k & 31);
  o.sar = int(x) >> (k & 31);
  o.rotl = x << (k & 31) | x >> (32 - k & 31);
  o.fl = __funnelshift_l(x, y, k);
  o.fr = __funnelshift_r(x, y, k);
  o.flc = __funnelshift_lc(x, y, k);
  o.frc = __funnelshift_rc(x, y, k);
  o.field = x >> (k % 20) & ((1u << (k % 12 + 1)) - 1);
  o.sfield = int(x << (20 - k % 20)) >> (31 - k % 12);
  o.sign = (x ^ y) >> 31;
  out[i] = o;
}

int main() {
  std::vector<unsigned> v{0,           1,           0x80000000u, 0xffffffffu, 0x7fffffffu,
                          0x12345678u, 0xdeadbeefu, 0xaaaaaaaau, 0x55555555u};
  for (unsigned s = 99; v.size() < 40;) v.push_back(s = s * 1664525u + 1013904223u);
  const int n = v.size();
  unsigned* d = to_device(v);
  Out* dout = to_device(std::vector<Out>(n * 72));
  kernel<<<(n * 72 + 255) / 256, 256>>>(d, dout, n);
  std::vector<Out> out = to_host(dout, n * 72);
  for (int i = 0; i < n * 72; i++) {
    unsigned long x = v[i / 72], y = v[(i / 72 + 1) % n], k = i % 72, m = k % 32, c = k < 32 ? k : 32;
    long sx = int(x);
    unsigned long pair = y << 32 | x;
    const Out& o = out[i];
    expect("shl", i, o.shl, unsigned(x * (1ul << m)));
    expect("shr", i, o.shr, unsigned(x / (1ul << m)));
    expect("sar", i, o.sar, int(std::floor(double(sx) / double(1ul << m))));
    expect("rotate", i, o.rotl, unsigned((x << 32 | x) >> (32 - m)));
    expect("funnelshift_l", i, o.fl, unsigned(pair >> (32 - m)));
    expect("funnelshift_r", i, o.fr, unsigned(pair >> m));
    expect("funnelshift_lc", i, o.flc, unsigned(c == 32 ? x : pair >> (32 - c)));
    expect("funnelshift_rc", i, o.frc, unsigned(c == 32 ? y : pair >> c));
    unsigned long field = x / (1ul << k % 20) % (1ul << (k % 12 + 1));
    expect("unsigned field", i, o.field, unsigned(field));
    // A signed field of k%12+1 bits whose top bit is bit 11+k%20 of x.
    long width = k % 12 + 1, low = 12 + long(k % 20) - width, raw = long(x >> low & ((1ul << width) - 1));
    expect("signed field", i, o.sfield, int(raw >= (1l << (width - 1)) ? raw - (1l << width) : raw));
    expect("signs differ", i, o.sign, unsigned((sx < 0) != (int(y) < 0)));
  }
  printf("PASS\n");
}
