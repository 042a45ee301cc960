// Covers: 32-bit multiply, __mulhi, __umulhi, __mul24, __umul24, mad, divide and remainder by variables and
// by constants, min, max, abs, averages, __sad, __usad.
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
  int mul, hi, div, rem, div7, rem10, div_pow2, lo, hi2, abs_, mul24, hadd, rhadd;
  unsigned uhi, udiv, urem, udiv10, urem1000, umul24, sad, usad, uhadd;
};

__global__ void kernel(const int* v, Out* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n) return;
  int x = v[i / n], y = v[i % n];
  unsigned ux = x, uy = y;
  bool overflow = x == -2147483647 - 1 && y == -1;
  Out o;
  o.mul = int(ux * uy);
  o.hi = __mulhi(x, y);
  o.uhi = __umulhi(ux, uy);
  o.div = overflow ? 0 : x / y;
  o.rem = overflow ? 0 : x % y;
  o.udiv = ux / uy;
  o.urem = ux % uy;
  o.div7 = x / 7;
  o.rem10 = x % 10;
  o.div_pow2 = x / 64;
  o.udiv10 = ux / 10;
  o.urem1000 = ux % 1000;
  o.lo = min(x, y);
  o.hi2 = max(x, y);
  o.abs_ = x == -2147483647 - 1 ? 0 : abs(x);
  o.mul24 = __mul24(x, y);
  o.umul24 = __umul24(ux, uy);
  o.hadd = __hadd(x, y);
  o.rhadd = __rhadd(x, y);
  o.uhadd = __uhadd(ux, uy);
  o.sad = __sad(x, y, 5u);
  o.usad = __usad(ux, uy, 7u);
  out[i] = o;
}

static long floor_half(long v) { return v >= 0 ? v / 2 : -((-v + 1) / 2); }
static long low24(int v) { // the low 24 bits, signed
  long u = v & 0xffffff;
  return u >= 0x800000 ? u - 0x1000000 : u;
}

int main() {
  std::vector<int> v{1,   -1,   2,     -2,    3,      7,        -7,         10,          64,
                     -64, 1000, 65535, 65536, -65536, 0x7fffff, 0x7fffffff, -2147483647, -2147483647 - 1};
  unsigned seed = 12345;
  while (v.size() < 50) {
    seed = seed * 1664525 + 1013904223;
    v.push_back(int(seed) >> (v.size() % 20) | 1);
  }
  const int n = v.size();
  int* d = to_device(v);
  Out* dout = to_device(std::vector<Out>(n * n));
  kernel<<<(n * n + 127) / 128, 128>>>(d, dout, n);
  std::vector<Out> out = to_host(dout, n * n);
  for (int i = 0; i < n * n; i++) {
    long x = v[i / n], y = v[i % n], ux = x & 0xffffffffl, uy = y & 0xffffffffl;
    const Out& o = out[i];
    expect("mul", i, o.mul, int(unsigned(x * y)));
    expect("mulhi", i, o.hi, int((x * y) >> 32));
    expect("umulhi", i, o.uhi, unsigned((unsigned long)ux * (unsigned long)uy >> 32));
    bool overflow = x == -2147483648l && y == -1;
    expect("div", i, o.div, overflow ? 0 : int(x / y));
    expect("rem", i, o.rem, overflow ? 0 : int(x - x / y * y));
    expect("udiv", i, o.udiv, unsigned(ux / uy));
    expect("urem", i, o.urem, unsigned(ux - ux / uy * uy));
    expect("/7", i, o.div7, int(x / 7));
    expect("%10", i, o.rem10, int(x - x / 10 * 10));
    expect("/64", i, o.div_pow2, int(x / 64));
    expect("unsigned /10", i, o.udiv10, unsigned(ux / 10));
    expect("unsigned %1000", i, o.urem1000, unsigned(ux - ux / 1000 * 1000));
    expect("min", i, o.lo, int(x < y ? x : y));
    expect("max", i, o.hi2, int(x < y ? y : x));
    expect("abs", i, o.abs_, x == -2147483648l ? 0 : int(x < 0 ? -x : x));
    expect("mul24", i, o.mul24, int(unsigned(low24(x) * low24(y))));
    expect("umul24", i, o.umul24, unsigned((ux & 0xffffff) * (uy & 0xffffff)));
    expect("hadd", i, o.hadd, int(floor_half(x + y)));
    expect("rhadd", i, o.rhadd, int(floor_half(x + y + 1)));
    expect("uhadd", i, o.uhadd, unsigned((ux + uy) / 2));
    expect("sad", i, o.sad, unsigned((x > y ? x - y : y - x) + 5));
    expect("usad", i, o.usad, unsigned((ux > uy ? ux - uy : uy - ux) + 7));
  }
  printf("PASS\n");
}
