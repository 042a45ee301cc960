// Covers: __half and __half2: conversions of every half value and of floats with rounding, arithmetic, fma,
// compare, NaN and infinity, host conversion.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
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
  float sum, product, quotient, fused, low2, high2;
  int compares;
};

__global__ void widen_all(float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __half2float(__ushort_as_half((unsigned short)i));
}

__global__ void narrow(const float* in, unsigned short* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __half_as_ushort(__float2half(in[i]));
}

__global__ void arithmetic(const __half* v, Out* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n - 1) return;
  __half a = v[i], b = v[i + 1];
  Out o;
  o.sum = __half2float(__hadd(a, b));
  o.product = __half2float(a * b);
  o.quotient = __half2float(__hdiv(a, b));
  o.fused = __half2float(__hfma(a, b, a));
  __half2 p = __halves2half2(a, b), q = __hmul2(p, __halves2half2(b, b)),
          r = __hsub2(p, __float2half2_rn(0.5f));
  o.low2 = __low2float(q);
  o.high2 = __high2float(r);
  o.compares = __hlt(a, b) | __heq(a, b) << 1 | __hge(a, b) << 2 | (a != b) << 3 | __hisnan(a) << 4;
  out[i] = o;
}

// A half's value from its fields.
static double value(unsigned h) {
  int exponent = h >> 10 & 31, fraction = h & 1023;
  double v = exponent == 31 ? (fraction ? NAN : INFINITY)
             : exponent     ? std::ldexp(1024 + fraction, exponent - 25)
                            : std::ldexp(fraction, -24);
  return h & 0x8000 ? -v : v;
}
// Rounds to the nearest half, ties to even.
static double rounded(double v) {
  if (v != v || std::isinf(v)) return v;
  int e = v == 0 ? -14 : std::ilogb(v);
  double unit = std::ldexp(1.0, (e < -14 ? -14 : e) - 10), r = std::nearbyint(v / unit) * unit;
  return std::fabs(r) > 65504 ? std::copysign(INFINITY, v) : r;
}
static void same(const char* what, int i, double got, double want) {
  if (want != want)
    expect(what, i, int(got != got), 1);
  else
    expect(what, i, got, want);
}

int main() {
  float* dw = to_device(std::vector<float>(65536));
  widen_all<<<256, 256>>>(dw);
  std::vector<float> wide = to_host(dw, 65536);
  for (int i = 0; i < 65536; i++) same("every half as float", i, wide[i], value(i));

  std::vector<float> f{65504.0f, 65519.0f, 65520.0f, 1e6f,    -1e6f,   INFINITY, NAN,  6e-8f,
                       2.9e-8f,  3e-8f,    0.1f,     2049.0f, 2051.0f, 1e-30f,   -0.0f};
  for (unsigned s = 3; f.size() < 3000;)
    s = s * 1664525u + 1013904223u, f.push_back((int(s) >> 8) * std::ldexp(1.0f, -int(s % 40)));
  const int n = f.size();
  float* df = to_device(f);
  unsigned short* dh = to_device(std::vector<unsigned short>(n));
  narrow<<<(n + 127) / 128, 128>>>(df, dh, n);
  std::vector<unsigned short> h = to_host(dh, n);
  std::vector<__half> v(n);
  for (int i = 0; i < n; i++) {
    same("float to half", i, value(h[i]), rounded(f[i]));
    v[i] = __float2half(f[i]);
    same("float to half on the host", i, __half2float(v[i]), rounded(f[i]));
  }
  __half* dv = to_device(v);
  Out* dout = to_device(std::vector<Out>(n));
  arithmetic<<<(n + 127) / 128, 128>>>(dv, dout, n);
  std::vector<Out> out = to_host(dout, n);
  for (int i = 0; i + 1 < n; i++) {
    double a = value(h[i]), b = value(h[i + 1]);
    same("sum", i, out[i].sum, rounded(a + b));
    same("product", i, out[i].product, rounded(a * b));
    double q = rounded(a / b), off = std::fabs(out[i].quotient - q);
    if (q == q && !std::isinf(q) && std::fabs(q) > 1e-4)
      expect("quotient within one unit", i, int(off <= std::fabs(q) / 1000), 1);
    same("fma", i, out[i].fused, rounded(a * b + a));
    same("half2 high", i, out[i].high2, rounded(b - 0.5));
    same("half2 low", i, out[i].low2, rounded(a * b));
    expect("compares", i, out[i].compares,
           (a < b) | (a == b) << 1 | (a >= b) << 2 | (a != b) << 3 | (a != a) << 4);
  }
  printf("PASS\n");
}
