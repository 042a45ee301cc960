// Covers: __nv_bfloat16 and __nv_bfloat162: every value widened, rounding from float (ties to even, NaN,
// overflow), arithmetic, compare, fma, dot product.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_bf16.h>
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
  float sum, product, fused, low2, high2;
  int less, equal;
};

__global__ void kernel(const float* f, const unsigned short* raw, float* wide, unsigned short* narrow,
                       Out* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  wide[i] = __bfloat162float(__ushort_as_bfloat16(raw[i]));
  __nv_bfloat16 a = __float2bfloat16(f[i]), b = __float2bfloat16(f[(i + 1) % n]);
  narrow[i] = __bfloat16_as_ushort(a);
  Out o;
  o.sum = __bfloat162float(__hadd(a, b));
  o.product = __bfloat162float(a * b);
  o.fused = __bfloat162float(__hfma(a, b, b));
  __nv_bfloat162 p = __halves2bfloat162(a, b), r = __hadd2(p, __halves2bfloat162(b, b));
  o.low2 = __bfloat162float(r.x);
  o.high2 = __bfloat162float(r.y);
  o.less = __hlt(a, b);
  o.equal = __heq(a, b);
  out[i] = o;
}

static float as_float(unsigned bits) {
  float f;
  std::memcpy(&f, &bits, 4);
  return f;
}
// Rounds to the nearest bfloat16 (8 bits of significand), ties to even.
static double rounded(double v) {
  if (v != v || std::isinf(v) || v == 0) return v;
  int e = std::ilogb(v);
  double unit = std::ldexp(1.0, (e < -126 ? -126 : e) - 7), r = std::nearbyint(v / unit) * unit;
  return std::fabs(r) > 3.3895313892515355e38 ? std::copysign(INFINITY, v) : r;
}
static void same(const char* what, int i, double got, double want) {
  if (want != want)
    expect(what, i, int(got != got), 1);
  else
    expect(what, i, got, want);
}

int main() {
  const int n = 8192;
  std::vector<float> f{1.0f, 1.00390625f, 1.01171875f, 3.4e38f, 3.39e38f, -3.4e38f, INFINITY, -INFINITY,
                       NAN,  1e-39f,      1e-42f,      0.1f,    255.5f,   256.5f,   -0.0f};
  std::vector<unsigned short> raw(n);
  for (unsigned s = 9; f.size() < n;)
    s = s * 1664525u + 1013904223u, f.push_back((int(s) >> 8) * std::ldexp(1.0f, -int(s % 30)));
  for (int i = 0; i < n; i++) raw[i] = i * 8 + i % 7;
  float *df = to_device(f), *dw = to_device(f);
  unsigned short *dr = to_device(raw), *dn = to_device(raw);
  Out* dout = to_device(std::vector<Out>(n));
  kernel<<<n / 128, 128>>>(df, dr, dw, dn, dout, n);
  std::vector<float> wide = to_host(dw, n);
  std::vector<unsigned short> narrow = to_host(dn, n);
  std::vector<Out> out = to_host(dout, n);
  for (int i = 0; i < n; i++) {
    same("widened", i, wide[i], as_float(unsigned(raw[i]) << 16));
    double a = rounded(f[i]), b = rounded(f[(i + 1) % n]);
    same("rounded", i, as_float(unsigned(narrow[i]) << 16), a);
    same("sum", i, out[i].sum, rounded(a + b));
    same("product", i, out[i].product, rounded(a * b));
    if (std::fabs(a) < 1e6 && std::fabs(b) < 1e6) same("fma", i, out[i].fused, rounded(a * b + b));
    same("low", i, out[i].low2, rounded(a + b));
    same("high", i, out[i].high2, rounded(b + b));
    expect("less", i, out[i].less, int(a < b));
    expect("equal", i, out[i].equal, int(a == b));
  }
  printf("PASS\n");
}
