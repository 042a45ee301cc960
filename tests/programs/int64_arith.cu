// Covers: 64-bit integer multiply, divide, remainder, shifts, compares and __mul64hi/__umul64hi, checked in
// 128 bits.
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
using s64 = long long;

struct Out {
  u64 add, mul, div, rem, shl, shr, umulhi, smulhi;
  s64 sdiv, srem, sar;
  int less, sless, equal;
};

__global__ void kernel(const u64* a, const u64* b, Out* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n) return;
  u64 x = a[i / n], y = b[i % n];
  s64 sx = s64(x), sy = s64(y);
  bool overflow = sx == -0x7fffffffffffffffll - 1 && sy == -1;
  Out o;
  o.add = x + y;
  o.mul = x * y;
  o.div = x / y;
  o.rem = x % y;
  o.shl = x << (y & 63);
  o.shr = x >> (y & 63);
  o.sar = sx >> (y & 63);
  o.umulhi = __umul64hi(x, y);
  o.smulhi = __mul64hi(sx, sy);
  o.sdiv = overflow ? 0 : sx / sy;
  o.srem = overflow ? 0 : sx % sy;
  o.less = x < y;
  o.sless = sx < sy;
  o.equal = x == y;
  out[i] = o;
}

int main() {
  std::vector<u64> v{1,
                     2,
                     3,
                     7,
                     10,
                     0x7fffffff,
                     0x80000000,
                     0xffffffff,
                     0x100000000,
                     0x7fffffffffffffff,
                     0x8000000000000000,
                     ~0ull,
                     ~0ull - 5,
                     1000000007,
                     0xfffffffe00000001};
  u64 seed = 88172645463325252ull;
  while (v.size() < 48) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    v.push_back(seed >> (v.size() % 50) | 1);
  }
  const int n = v.size();
  u64* d = to_device(v);
  Out* dout = to_device(std::vector<Out>(n * n));
  kernel<<<(n * n + 127) / 128, 128>>>(d, d, dout, n);
  std::vector<Out> out = to_host(dout, n * n);
  for (int i = 0; i < n * n; i++) {
    u64 x = v[i / n], y = v[i % n];
    __int128 sx = s64(x), sy = s64(y);
    unsigned __int128 product = (unsigned __int128)x * y;
    __int128 sproduct = sx * sy;
    int k = int(y % 64);
    const Out& o = out[i];
    expect("add", i, o.add, u64(sx + sy));
    expect("mul", i, o.mul, u64(product));
    expect("umul64hi", i, o.umulhi, u64(product >> 64));
    expect("mul64hi", i, o.smulhi, u64(sproduct >> 64));
    // Division is checked by its law: x = q*y + r with r below y.
    expect("quotient and remainder", i, u64(o.div * y + o.rem), x);
    expect("no overflow in q*y", i, int((unsigned __int128)o.div * y <= x), 1);
    expect("remainder below divisor", i, int(o.rem < y), 1);
    if (!(sx == -(__int128(1) << 63) && sy == -1)) {
      __int128 r = o.srem, q = o.sdiv;
      expect("signed quotient and remainder", i, int(q * sy + r == sx), 1);
      expect("signed remainder's size", i, int((r < 0 ? -r : r) < (sy < 0 ? -sy : sy)), 1);
      expect("signed remainder's sign", i, int(r == 0 || (r < 0) == (sx < 0)), 1);
    }
    expect("shl", i, o.shl, u64((unsigned __int128)x << k));
    expect("shr", i, o.shr, u64((unsigned __int128)x >> k));
    expect("sar", i, o.sar, s64(sx >> k));
    expect("less", i, o.less, int((unsigned __int128)x < y));
    expect("signed less", i, o.sless, int(sx < sy));
    expect("equal", i, o.equal, int((x ^ y) == 0));
  }
  printf("PASS\n");
}
